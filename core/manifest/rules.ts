import { byDefault, defineProcedures, id, json, maybe, text, described, whole, yes } from './define.ts'

/** Rules: what a studio does by itself when something happens. */
export const rules = defineProcedures({
  apply_rule_steps: {
    says: "Applies what a studio's rules decided: steps are [{ruleId, seq, changes, problem?}], each done once, completely or not at all, with the rights of the rule's author; a problem stops the rule. Then the events up to p_until count as answered. Returns {done, problems: [text]}. For the worker only.",
    args: { p_studio_id: id, p_until: whole, p_steps: json },
    returns: json,
    caller: 'service',
    errors: { '22023': 'not a list' },
  },
  claim_rule_events: {
    says: 'Claims the next events of one studio that its rules could answer: {studio_id, until, events, rules, rows}, null if there are none. Events not settled by apply_rule_steps are claimed again after a minute. For the worker only.',
    args: { p_limit: byDefault(whole, 200) },
    returns: json,
    caller: 'service',
    errors: { '22023': 'a limit outside 1 to 500' },
  },
  delete_rule: {
    says: 'Deletes a rule with the log of its runs; what it did stays.',
    args: { p_id: id },
    returns: json,
    errors: { P0002: 'unknown rule' },
  },
  get_rule_history: {
    says: 'Returns past events to try a rule on: {events, rows, is_cut}: the newest events of the last p_days days that rules could answer or that changed what they decide upon, newest first, and the rows they are about as they are now; with p_is_wide whole collections. As far as the caller may see them. is_cut: there were more.',
    args: {
      p_studio_id: id,
      p_project_id: maybe(id),
      p_days: byDefault(described('look so many days back', whole), 30),
      p_is_wide: byDefault(yes, false),
      p_limit: byDefault(whole, 5000),
    },
    returns: json,
    reads: true,
    errors: { P0002: 'unknown studio or project', '22023': 'days outside 0 to 90 or a limit outside 1 to 5000' },
  },
  has_rule_work: {
    says: 'Returns whether rules have anything to answer now. Definer: cursors are private; for the worker only.',
    args: {},
    returns: json,
    reads: true,
    caller: 'service',
  },
  list_rule_runs: {
    says: 'Lists the events a rule has answered, newest first: [{seq, ran_at, about, changed, problem}].',
    args: { p_rule_id: id, p_limit: byDefault(described('list at most this many', whole), 50) },
    returns: json,
    reads: true,
    errors: { P0002: 'unknown rule', '22023': 'a limit outside 1 to 200' },
  },
  list_rules: {
    says: "Lists a studio's rules by name: [{id, name, trigger, condition, actions, project_id, is_active, stopped, author, created_by, created_at, updated_at, runs, last}]; runs counts the last 30 days, last is {seq, ran_at, about, changed, problem}. Empty for callers who may not manage its users.",
    args: { p_studio_id: id },
    returns: json,
    reads: true,
  },
  save_rule: {
    says: 'Creates or changes a rule under an id that the caller chooses, and returns it. Whoever saves it becomes its author: it may do what they may do and no more. Once on, it answers what happens from then on.',
    args: {
      p_studio_id: id,
      p_id: id,
      p_name: text,
      p_trigger: json,
      p_condition: text,
      p_actions: json,
      p_project_id: maybe(id),
      p_is_active: byDefault(yes, false),
    },
    returns: json,
    errors: {
      P0002: 'unknown studio or project',
      '42501': 'not allowed',
      '22023': 'a bad name, condition, trigger or action',
    },
  },
})
