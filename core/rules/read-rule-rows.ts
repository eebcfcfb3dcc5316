import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { RuleHistory } from './dry-run.ts'
import type { RuleEvent, RuleItem, RuleRows, RuleTask } from './rule.ts'

/** A task as it comes: its id, the places of its stage and status in their lists, and its other values in order. */
type TaskWire = readonly [
  id: string,
  stage: number,
  status: number,
  assigneeId: string | null,
  artistId: string | null,
  dueDate: CalendarDate | null,
  priority: number,
  isDisabled: boolean,
  fields: RuleTask['fields'],
]

/** Where items lie, told once for each collection. */
type Place = Pick<RuleItem, 'collectionId' | 'projectId' | 'spaceId' | 'space' | 'collection' | 'episode'>

/** Rows as the database answers them: the tasks of each item after its id, since there may be hundreds of thousands. */
export type RuleRowsWire = Omit<RuleRows, 'tasks' | 'items'> & {
  readonly places: readonly Place[]
  readonly items: readonly (Omit<RuleItem, keyof Place> & Pick<Place, 'collectionId'>)[]
  readonly tasks: readonly (readonly [itemId: string, ...tasks: readonly TaskWire[]])[]
}

/** What happened, as the database answers it: what an event lacks is null. */
export type RuleHistoryWire = Omit<RuleHistory, 'events' | 'rows'> & {
  readonly events: readonly Readonly<Record<keyof RuleEvent, unknown>>[]
  readonly rows: RuleRowsWire
}

/** Reads what rules decide upon. */
export function readRuleRows({ places, ...wire }: RuleRowsWire): RuleRows {
  const { statuses, stages } = wire
  const byCollection = new Map(places.map((place) => [place.collectionId, place]))
  const items = wire.items.flatMap((item) => {
    const place = byCollection.get(item.collectionId)
    return place === undefined ? [] : [{ ...item, ...place }]
  })
  const tasks: RuleTask[] = []
  for (const [itemId, ...ofItem] of wire.tasks) {
    for (const [id, stage, status, assigneeId, artistId, dueDate, priority, isDisabled, fields] of ofItem) {
      const [stageId = '', statusId = ''] = [stages[stage]?.id, statuses[status]?.id]
      tasks.push({ id, itemId, stageId, statusId, assigneeId, artistId, dueDate, priority, isDisabled, fields })
    }
  }
  return { ...wire, items, tasks }
}

/** Reads what a rule is tried on. */
export function readRuleHistory({ events, rows, is_cut }: RuleHistoryWire): RuleHistory {
  return { events: events.map(withoutNulls), rows: readRuleRows(rows), is_cut }
}

function withoutNulls(event: RuleHistoryWire['events'][number]): RuleEvent {
  const known = Object.entries(event).filter(([, value]) => value !== null)
  // The procedure answers what its words say; the two live and change together.
  return Object.fromEntries(known) as unknown as RuleEvent
}
