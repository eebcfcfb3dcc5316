import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { eachFlag, type ItemFlags } from '#core/schema/item-flags.ts'
import type { RuleHistory } from './dry-run.ts'
import type { RuleEvent, RuleItem, RuleRows, RuleTask } from './rule.ts'

/** One value per row, joined by commas in row order, empty where a row has none; null without rows. */
type Column = string | null

/** Tasks as columns, since there may be hundreds of thousands; values from other lists are given by index, from 0. */
type TasksWire = Readonly<Record<'items' | 'stages' | 'statuses' | 'dues' | 'priorities' | 'disabled', Column>> & {
  /** Only for the items asked for; nothing is done to others. */
  readonly ids: Column
  /** People who have left the studio are given by id. */
  readonly assignees: Column
  readonly artists: Column
  readonly fields: readonly (readonly [item: number, stage: number, fields: RuleTask['fields']])[]
}

type ItemsWire = Readonly<Record<'ids' | 'places' | 'kinds' | keyof ItemFlags, Column>> & {
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly fields: readonly (readonly [itemId: string, fields: RuleItem['fields']])[]
}

/** The place of items, sent once per collection. */
type Place = Pick<RuleItem, 'collectionId' | 'projectId' | 'spaceId' | 'space' | 'collection' | 'episode'>

/** Rows as the database returns them. */
export type RuleRowsWire = Omit<RuleRows, 'tasks' | 'items'> & {
  readonly places: readonly Place[]
  readonly items: ItemsWire
  readonly tasks: TasksWire
}

/** Past events as the database returns them; an event's absent fields are null. */
export type RuleHistoryWire = Omit<RuleHistory, 'events' | 'rows'> & {
  readonly events: readonly Readonly<Record<keyof RuleEvent, unknown>>[]
  readonly rows: RuleRowsWire
}

/** Decodes the rows that rules decide on. */
export function readRuleRows({ places, items, tasks, ...catalogue }: RuleRowsWire): RuleRows {
  const ids = split(items.ids)
  return {
    ...catalogue,
    items: readItems(ids, items, { places, kinds: catalogue.kinds }),
    tasks: readTasks(ids, tasks, catalogue),
  }
}

type ItemCatalogue = Pick<RuleRowsWire, 'places' | 'kinds'>

function readItems(ids: readonly string[], wire: ItemsWire, { places, kinds }: ItemCatalogue): RuleItem[] {
  const byItem = new Map(wire.fields)
  const [place, kindAt] = [split(wire.places), split(wire.kinds)]
  const flags = eachFlag((flag) => split(wire[flag.field]))
  return ids.flatMap((id, n) => {
    const at = place[n] ? places[Number(place[n])] : undefined
    // In a collection that the caller cannot see.
    if (at === undefined) return []
    const [name, type] = [wire.names[n] ?? '', wire.types[n] ?? '']
    const own = eachFlag((flag) => flags[flag.field][n] === '1')
    const kind = (kindAt[n] ? kinds[Number(kindAt[n])]?.name : undefined) ?? null
    return [{ id, name, type, kind, ...own, fields: byItem.get(id) ?? noFields, ...at }]
  })
}

function readTasks(
  itemIds: readonly string[],
  tasks: TasksWire,
  { stages, statuses, people }: Pick<RuleRows, 'stages' | 'statuses' | 'people'>,
): RuleTask[] {
  const byTask = new Map(tasks.fields.map(([item, stage, fields]) => [`${item} ${stage}`, fields]))
  const [item, stage, status] = [split(tasks.items), split(tasks.stages), split(tasks.statuses)]
  const [assignee, artist, due] = [split(tasks.assignees), split(tasks.artists), split(tasks.dues)]
  const [priority, disabled] = [split(tasks.priorities), split(tasks.disabled)]
  const find = (value: string | undefined): string | null => (value ? (people[Number(value)]?.id ?? value) : null)
  return split(tasks.ids).map((id, n) => ({
    id,
    itemId: itemIds[Number(item[n])] ?? '',
    stageId: stages[Number(stage[n])]?.id ?? '',
    statusId: statuses[Number(status[n])]?.id ?? '',
    assigneeId: find(assignee[n]),
    artistId: find(artist[n]),
    dueDate: due[n] ? (due[n] as CalendarDate) : null,
    priority: Number(priority[n]),
    isDisabled: disabled[n] === '1',
    fields: (byTask.size > 0 && byTask.get(`${item[n]} ${stage[n]}`)) || noFields,
  }))
}

const noFields: RuleTask['fields'] = Object.freeze({})

const split = (values: Column): string[] => values?.split(',') ?? []

/** Decodes the history for a dry run. */
export function readRuleHistory({ events, rows, is_cut }: RuleHistoryWire): RuleHistory {
  return { events: events.map(withoutNulls), rows: readRuleRows(rows), is_cut }
}

function withoutNulls(event: RuleHistoryWire['events'][number]): RuleEvent {
  const known = Object.entries(event).filter(([, value]) => value !== null)
  // The type describes the procedure's response; both change together.
  return Object.fromEntries(known) as unknown as RuleEvent
}
