import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { TableName } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ColumnsAnswer, ColumnsRequest, ColumnSource, ColumnValue } from '#core/sync/formula-columns.ts'

/** The connection to a columns worker. */
export type ColumnsPort = { readonly post: (request: ColumnsRequest) => void }

/** Columns calculated in a worker. */
export type ColumnFeed = {
  /** Returns a column's value for an item; undefined until calculated, which the first call requests. */
  readonly find: (source: ColumnSource, itemId: ItemId) => ColumnValue | undefined
  /** Increases with every answer. */
  readonly getVersion: () => number
}

type FeedPlace = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly today: () => CalendarDate
  readonly start: (hear: (answer: ColumnsAnswer) => void) => ColumnsPort
  /** Called with every answer. */
  readonly tell: () => void
}

/** Posting a slice takes as long again; a longer one would make key presses lag. */
const sliceMilliseconds = 3
/** Every key press in a condition requests a new one: after this many newer ones, a condition is dropped. */
const mostSince = 8
const catalogue: readonly TableName[] = [
  'field_definitions',
  'item_kinds',
  'stages',
  'task_statuses',
  'studio_members',
  'spaces',
]

/**
 * Sends a space's rows to a worker in slices, then each item that changes, and caches its answers. The returned feed
 * has an `end` method.
 */
export function makeColumnFeed(place: FeedPlace): ColumnFeed & { readonly end: () => void } {
  const feed = new Feed(place)
  return { find: feed.find, getVersion: feed.getVersion, end: feed.end }
}

type Column = { readonly values: ColumnValue[]; readonly isCondition: boolean; asked: number }

class Feed {
  readonly #place: FeedPlace
  readonly #port: ColumnsPort
  readonly #numbers = new Map<ItemId, number>()
  /** The version of each item when it was last sent, by its number. */
  readonly #told: number[] = []
  readonly #columns = new Map<string, Column>()
  #conditions = 0
  readonly #waiting = new Map<string, ColumnSource>()
  readonly #stops: readonly (() => void)[]
  #seen: readonly number[] = []
  #today: CalendarDate | undefined
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #walk: Iterator<ItemRow> | undefined
  #isStale = false

  constructor(place: FeedPlace) {
    this.#place = place
    this.#port = place.start(this.#hear)
    const wake = (): void => this.#wake()
    this.#stops = [place.space.replica.subscribe(wake), place.studio.replica.subscribe(wake)]
    wake()
  }

  getVersion = (): number => {
    if (this.#today !== undefined && this.#today !== this.#place.today()) this.#wake()
    return this.#version
  }

  find = (source: ColumnSource, itemId: ItemId): ColumnValue | undefined => {
    const column = 'key' in source ? `key ${source.key}` : `text ${source.text}`
    const known = this.#columns.get(column)
    if (known === undefined) {
      this.#ask(column, source)
      return undefined
    }
    known.asked = this.#conditions
    const at = this.#numbers.get(itemId)
    return at === undefined ? undefined : known.values[at]
  }

  #ask(column: string, source: ColumnSource): void {
    const isCondition = 'text' in source
    if (isCondition) this.#conditions += 1
    this.#columns.set(column, { values: [], isCondition, asked: this.#conditions })
    this.#waiting.set(column, source)
    for (const [name, { isCondition: isOld, asked }] of this.#columns) {
      if (!isOld || this.#conditions - asked <= mostSince) continue
      this.#columns.delete(name)
      this.#waiting.delete(name)
      this.#port.post({ kind: 'drop', column: name })
    }
    this.#wake()
  }

  end = (): void => {
    for (const stop of this.#stops) stop()
    clearTimeout(this.#timer)
  }

  #hear = ({ column, at, values }: ColumnsAnswer): void => {
    const known = this.#columns.get(column)
    if (known === undefined || at.length === 0) return
    for (const [index, number] of at.entries()) known.values[number] = values[index] ?? null
    this.#version += 1
    this.#place.tell()
  }

  #wake(): void {
    if (this.#walk === undefined) this.#timer ??= setTimeout(this.#step, 0)
    // Rows that change while others are being sent are checked once more.
    else this.#isStale = true
  }

  #step = (): void => {
    this.#timer = undefined
    this.#tellCatalogue()
    this.#walk ??= this.#place.space.replica.getRows('items').values()
    if (this.#tellRows(this.#walk)) {
      this.#walk = undefined
      for (const [column, source] of this.#waiting) this.#port.post({ kind: 'column', column, source })
      this.#waiting.clear()
      if (!this.#isStale) return
      this.#isStale = false
    }
    this.#timer = setTimeout(this.#step, 0)
  }

  /**
   * Sends items the worker does not have in their current version, within the time slice; returns whether all were
   * sent.
   */
  #tellRows(walk: Iterator<ItemRow>): boolean {
    const { replica } = this.#place.space
    const until = performance.now() + sliceMilliseconds
    const at: number[] = []
    const tables = { items: [], item_tasks: [], task_blocks: [], task_estimations: [] } as {
      [Name in TableName]?: unknown[]
    }
    let [isAll, count] = [false, 0]
    while (!isAll && (count % 16 !== 0 || performance.now() < until)) {
      count += 1
      const { value: item, done } = walk.next()
      isAll = done === true
      if (item === undefined) continue
      const version = replica.getRowVersion(item.id)
      const number = this.#numbers.get(item.id) ?? this.#numbers.size
      if (this.#told[number] === version) continue
      this.#numbers.set(item.id, number)
      this.#told[number] = version
      at.push(number)
      tables.items?.push(item)
      for (const task of this.#place.space.getTasks(item.id)) {
        tables.item_tasks?.push(task)
        tables.task_blocks?.push(...replica.getUnder('task_blocks', task.id))
        const estimate = replica.find('task_estimations', task.id)
        if (estimate !== undefined) tables.task_estimations?.push(estimate)
      }
    }
    // Each list holds rows of its own table.
    if (at.length > 0) this.#port.post({ kind: 'rows', at, tables } as ColumnsRequest)
    return isAll
  }

  #tellCatalogue(): void {
    const { studio, space, today } = this.#place
    const seen = [
      ...catalogue.map((table) => studio.replica.getVersion(table)),
      space.replica.getVersion('collections'),
    ]
    if (seen.some((version, at) => version !== this.#seen[at])) {
      this.#seen = seen
      const { studioId, userId } = studio
      const tables = Object.fromEntries(catalogue.map((table) => [table, [...studio.replica.getRows(table).values()]]))
      this.#port.post({ kind: 'studio', studioId, userId, spaceId: space.spaceId, tables })
      this.#port.post({ kind: 'collections', tables: { collections: space.getCollections() } })
    }
    const day = today()
    if (day === this.#today) return
    this.#today = day
    this.#port.post({ kind: 'today', today: day })
  }
}
