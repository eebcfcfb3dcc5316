import { toEvent, type StudioEvent } from '#core/events/event.ts'
import type { RowName } from '#core/expressions/types.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import type { StudioId } from '#core/lib/ids.ts'
import type { Context } from '#cli/context.ts'
import type { WantedOptions } from '#cli/select/print-wanted.ts'

/**
 * Returns whether an event matches all conditions; throws if one is invalid. Unknown names are reported but still
 * matched, because the log keeps the names of its time.
 */
export async function makeEventCondition(
  { where = [] }: WantedOptions,
  { studioId, context }: { readonly studioId: StudioId; readonly context: Context },
): Promise<(event: unknown) => boolean> {
  if (where.length === 0) return () => true
  const [{ compileConditions, todayOf }, { loadRuleHistory }, { listKnown }] = await Promise.all([
    import('#cli/select/expression.ts'),
    import('#core/rules/manage-rules.ts'),
    import('#core/rules/rule-scope.ts'),
  ])
  const { rows } = await loadRuleHistory({ studioId, days: 0 }, { gateway: await context.loadGateway() })
  const { stage, status } = listKnown(rows)
  const names = new Map(plainNames)
  for (const [name, known] of Object.entries({ stage, status })) {
    const plain = plainNames.get(name)
    if (plain !== undefined) names.set(name, { ...plain, known })
  }
  const options = { today: todayOf({ now: Date.now }), onHint: (told: string) => context.say(told) }
  const holds = compileConditions(where, { names }, options)
  return (wire) => {
    const event = toEvent(wire)
    return event !== undefined && holds(event)
  }
}

const text = (read: (event: StudioEvent) => unknown): RowName<StudioEvent> => ({
  type: 'text',
  read: (event) => {
    const value = read(event) ?? null
    return value === null || typeof value === 'string' ? value : JSON.stringify(value)
  },
})

/** Names of an event's own data, as in rules and webhooks. */
const plainNames: ReadonlyMap<string, RowName<StudioEvent>> = new Map<string, RowName<StudioEvent>>([
  ['kind', text((event) => event.kind)],
  ['by', text((event) => event.actorName)],
  ...['project', 'space', 'collection', 'item', 'stage', 'name'].map(
    (name) => [name, text(({ names }) => names[name])] as const,
  ),
  ['was', text(({ old }) => old['status'] ?? old['value'])],
  ['status', text((event) => event.new['status'])],
  ['field', text((event) => event.new['key'])],
  ['value', text((event) => event.new['value'])],
  ['comment', text((event) => event.new['content'] ?? event.new['comment'])],
  ['day', { type: 'date', read: ({ createdAt }) => dateInZone(createdAt, zone()) }],
  ['rule', { type: 'checkbox', read: ({ actorKind }) => actorKind === 'rule' }],
  ['token', { type: 'checkbox', read: ({ actorKind }) => actorKind === 'token' }],
  ['guest', { type: 'checkbox', read: ({ actorKind }) => actorKind === 'guest' }],
])

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
