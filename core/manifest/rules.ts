import { byDefault, defineProcedures, id, json, maybe, text, told, whole, yes } from './define.ts'

/** What a studio does by itself when something happened. */
export const rules = defineProcedures({
  apply_rule_steps: {
    says: "Does what a studio's rules come to: steps are [{ruleId, seq, changes, problem?}], each done once, whole or not at all, with the rights of the rule's author; a problem stops the rule. Then the events up to p_until are answered. Answers {done, problems: [text]}. Only for whoever runs the worker.",
    args: { p_studio_id: id, p_until: whole, p_steps: json },
    returns: json,
    caller: 'service',
    errors: { '22023': 'for no list' },
  },
  claim_rule_events: {
    says: 'The next events of one studio that its rules could answer: {studio_id, until, events, rules, rows}, null where there are none. What is not settled by apply_rule_steps comes again after a minute. Only for whoever runs the worker.',
    args: { p_limit: byDefault(whole, 200) },
    returns: json,
    caller: 'service',
    errors: { '22023': 'for a limit outside 1 to 500' },
  },
  delete_rule: {
    says: 'Ends a rule with the log of its runs; what it did stays.',
    args: { p_id: id },
    returns: json,
    errors: { P0002: 'unknown rule' },
  },
  get_rule_history: {
    says: 'What a rule is tried on: {events, rows, is_cut}: the newest events of so many days that rules could answer or that changed what they decide upon, newest first, and the rows they are about as they are now, with p_is_wide whole collections. As far as the caller sees them. is_cut: there were more.',
    args: {
      p_studio_id: id,
      p_project_id: maybe(id),
      p_days: byDefault(told('look so many days back', whole), 30),
      p_is_wide: byDefault(yes, false),
      p_limit: byDefault(whole, 5000),
    },
    returns: json,
    reads: true,
    errors: { P0002: 'unknown studio or project', '22023': 'days outside 0 to 90 or a limit outside 1 to 5000' },
  },
  has_rule_work: {
    says: 'Whether rules have something to answer now. Definer: cursors are private; only for whoever runs the worker.',
    args: {},
    returns: json,
    reads: true,
    caller: 'service',
  },
  list_rule_runs: {
    says: 'The events a rule has answered, the newest first: [{seq, ran_at, about, changed, problem}].',
    args: { p_rule_id: id, p_limit: byDefault(told('list at most this many', whole), 50) },
    returns: json,
    reads: true,
    errors: { P0002: 'unknown rule', '22023': 'a limit outside 1 to 200' },
  },
  list_rules: {
    says: "A studio's rules by name: [{id, name, trigger, condition, actions, project_id, is_active, stopped, author, created_by, created_at, updated_at, runs, last}]; runs are those of 30 days, last is {seq, ran_at, about, changed, problem}. Empty for whoever may not manage its users.",
    args: { p_studio_id: id },
    returns: json,
    reads: true,
  },
  save_rule: {
    says: 'Makes or changes a rule under the id its sender gives it, and answers it. Whoever saves it is its author from then on: it does what they may do and no more. On, it answers what happens from now on.',
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
