import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { RuleHistory } from './dry-run.ts'
import type { RuleEvent, RuleItem, RuleRows, RuleTask } from './rule.ts'

/**
 * Tasks as they come, since there may be hundreds of thousands: each value of all of them in one text, parted by commas and in
 * one order, empty where a task has none; items, stages and statuses by their place in their lists. Null where there are none.
 */
type TasksWire = Readonly<
  Record<
    'ids' | 'items' | 'stages' | 'statuses' | 'assignees' | 'artists' | 'dues' | 'priorities' | 'disabled',
    string | null
  >
> & {
  readonly fields: readonly (readonly [taskId: string, fields: RuleTask['fields']])[]
}

/** Where items lie, told once for each collection. */
type Place = Pick<RuleItem, 'collectionId' | 'projectId' | 'spaceId' | 'space' | 'collection' | 'episode'>

/** Rows as the database answers them. */
export type RuleRowsWire = Omit<RuleRows, 'tasks' | 'items'> & {
  readonly places: readonly Place[]
  readonly items: readonly (Omit<RuleItem, keyof Place> & Pick<Place, 'collectionId'>)[]
  readonly tasks: TasksWire
}

/** What happened, as the database answers it: what an event lacks is null. */
export type RuleHistoryWire = Omit<RuleHistory, 'events' | 'rows'> & {
  readonly events: readonly Readonly<Record<keyof RuleEvent, unknown>>[]
  readonly rows: RuleRowsWire
}

/** Reads what rules decide upon. */
export function readRuleRows({ places, ...wire }: RuleRowsWire): RuleRows {
  const byCollection = new Map(places.map((place) => [place.collectionId, place]))
  const items = wire.items.flatMap((item) => {
    const place = byCollection.get(item.collectionId)
    return place === undefined ? [] : [{ ...item, ...place }]
  })
  return { ...wire, items, tasks: readTasks(wire) }
}

function readTasks({ tasks, items, stages, statuses }: Omit<RuleRowsWire, 'places'>): RuleTask[] {
  if (tasks.ids === null) return []
  const byTask = new Map(tasks.fields)
  const [item, stage, status] = [split(tasks.items), split(tasks.stages), split(tasks.statuses)]
  const [assignee, artist, due] = [split(tasks.assignees), split(tasks.artists), split(tasks.dues)]
  const [priority, disabled] = [split(tasks.priorities), split(tasks.disabled)]
  return split(tasks.ids).map((id, n) => ({
    id,
    itemId: items[Number(item[n])]?.id ?? '',
    stageId: stages[Number(stage[n])]?.id ?? '',
    statusId: statuses[Number(status[n])]?.id ?? '',
    assigneeId: assignee[n] || null,
    artistId: artist[n] || null,
    dueDate: due[n] ? (due[n] as CalendarDate) : null,
    priority: Number(priority[n]),
    isDisabled: disabled[n] === '1',
    fields: byTask.get(id) ?? noFields,
  }))
}

const noFields: RuleTask['fields'] = Object.freeze({})

const split = (values: string | null): string[] => values?.split(',') ?? []

/** Reads what a rule is tried on. */
export function readRuleHistory({ events, rows, is_cut }: RuleHistoryWire): RuleHistory {
  return { events: events.map(withoutNulls), rows: readRuleRows(rows), is_cut }
}

function withoutNulls(event: RuleHistoryWire['events'][number]): RuleEvent {
  const known = Object.entries(event).filter(([, value]) => value !== null)
  // The procedure answers what its words say; the two live and change together.
  return Object.fromEntries(known) as unknown as RuleEvent
}
