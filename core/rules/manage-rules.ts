import { textOf } from '#core/lib/json.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { dryRun, type DryRun, type RuleHistory } from './dry-run.ts'
import { readRuleHistory, type RuleHistoryWire } from './read-rule-rows.ts'
import type { RuleText } from './rule.ts'

/** A rule of a studio. */
export type Rule = RuleText & {
  readonly id: string
  readonly projectId: string | undefined
  readonly isActive: boolean
  /** Why the database turned it off; empty if it did not. */
  readonly stopped: string
  /** Who saved it last; it acts with their permissions. */
  readonly author: string
  /** How often it fired in 30 days. */
  readonly runs: number
  readonly last: RuleRun | undefined
}

/** A rule's run for one event. */
export type RuleRun = {
  readonly id: string
  /** In ISO 8601. */
  readonly ranAt: string
  /** Its subject, such as `sh010 · Animation`. */
  readonly about: string
  readonly changed: number
  /** Why nothing was done; empty if something was. */
  readonly problem: string
}

type Asks = { readonly gateway: Pick<Gateway, 'call'> }
type Wire = Readonly<Record<string, unknown>>

/** Lists a studio's rules by name; empty for callers who may not manage its users. Fails with an `AppError`. */
export async function listRules(studioId: StudioId, { gateway }: Asks): Promise<readonly Rule[]> {
  return listOf(await gateway.call('list_rules', { p_studio_id: studioId })).map(toRule)
}

/** Creates or changes a rule; the caller becomes its author. Fails with an `AppError`. */
export async function saveRule(
  rule: RuleText & Pick<Rule, 'id' | 'projectId' | 'isActive'> & { readonly studioId: StudioId },
  { gateway }: Asks,
): Promise<Rule> {
  const answer = await gateway.call('save_rule', {
    p_studio_id: rule.studioId,
    p_id: rule.id,
    p_name: rule.name,
    p_trigger: rule.trigger,
    p_condition: rule.condition,
    p_actions: rule.actions,
    p_project_id: rule.projectId ?? null,
    p_is_active: rule.isActive,
  })
  return toRule(Object(answer))
}

/** Deletes a rule; what it did stays. Fails with an `AppError`. */
export async function deleteRule(id: string, { gateway }: Asks): Promise<void> {
  await gateway.call('delete_rule', { p_id: id })
}

/** Lists a rule's latest runs. Fails with an `AppError`. */
export async function listRuleRuns(id: string, limit: number, { gateway }: Asks): Promise<readonly RuleRun[]> {
  return listOf(await gateway.call('list_rule_runs', { p_rule_id: id, p_limit: limit })).map(toRun)
}

type Tried = RuleText & { readonly id?: string; readonly projectId?: string | undefined }

/** Loads the events of so many days for dry runs; for 0 days, only what rules can name. Fails with an `AppError`. */
export async function loadRuleHistory(
  { studioId, days, rule }: { readonly studioId: StudioId; readonly days: number; readonly rule?: Tried },
  { gateway }: Asks,
): Promise<RuleHistory> {
  const answer: Wire = Object(
    await gateway.call('get_rule_history', {
      p_studio_id: studioId,
      p_days: days,
      p_is_wide: rule !== undefined && isWide(rule),
      ...(rule?.projectId !== undefined && { p_project_id: rule.projectId }),
    }),
  )
  if (!Array.isArray(answer['events'])) throw new AppError('unexpected', 'The server’s answer could not be read.')
  // The type describes the procedure's response; both change together.
  return readRuleHistory(answer as unknown as RuleHistoryWire)
}

/** Tries a rule on the events of so many days. Fails with an `AppError`. */
export async function tryRule(
  tried: { readonly studioId: StudioId; readonly days: number; readonly rule: Tried },
  asks: Asks,
): Promise<DryRun> {
  return dryRun(tried.rule, await loadRuleHistory(tried, asks))
}

/** Tells whether a rule looks beyond the event's item. */
function isWide({ trigger, condition, actions }: RuleText): boolean {
  return (
    trigger.group === 'collection' ||
    /\b(group|sequences)\b/.test(condition) ||
    actions.some((action) => action.do === 'set_field' && ['sequence', 'episode'].includes(action.on))
  )
}

function listOf(answer: unknown): readonly Wire[] {
  if (!Array.isArray(answer)) throw new AppError('unexpected', 'The server’s answer is not a list.')
  return answer.map((row: unknown) => Object(row))
}

function toRule(row: Wire): Rule {
  return {
    id: textOf(row['id']),
    name: textOf(row['name']),
    // Saved here or by another version; unknown parts are reported as broken and do nothing.
    trigger: Object(row['trigger']),
    condition: textOf(row['condition']),
    actions: Array.isArray(row['actions']) ? row['actions'] : [],
    projectId: typeof row['project_id'] === 'string' ? row['project_id'] : undefined,
    isActive: row['is_active'] === true,
    stopped: textOf(row['stopped']),
    author: textOf(row['author']),
    runs: Number(row['runs']),
    last: row['last'] === null || row['last'] === undefined ? undefined : toRun(Object(row['last'])),
  }
}

function toRun(row: Wire): RuleRun {
  return {
    id: String(row['seq']),
    ranAt: textOf(row['ran_at']),
    about: textOf(row['about']),
    changed: Number(row['changed']),
    problem: textOf(row['problem']),
  }
}
