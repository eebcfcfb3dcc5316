import { isCalendarDate, type CalendarDate } from '../calendar-date.ts'
import { isEstimateHours } from '../estimate.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow, ItemValues, TaskValues } from './import-row.ts'
import { formatRationalRate, parseRationalRate } from './rational-rate.ts'
import { collectionNumber, findTwins, readHeader, type SheetColumn, type TaskColumn } from './sheet-columns.ts'

export type SheetOptions = {
  readonly stages: readonly string[]
  readonly mapping: ReadonlyMap<string, string>
  /** Empty cells take values away instead of leaving them; never a status or a name. */
  readonly isBlankClear: boolean
}

export type ReadSheet = {
  readonly rows: readonly ImportRow[]
  /** Titles of columns that nothing is known of, and of those that have no place here. */
  readonly unknown: readonly string[]
  readonly passedOver: readonly string[]
}

/** Rows of a sheet as items; the first cell that cannot be read is refused with its line and column. */
export function readSheet(sheet: Sheet, options: SheetOptions): Result<ReadSheet, FileProblem> {
  const { header, records } = sheet
  for (const theirs of options.mapping.values())
    if (!header.some((title) => title.toLowerCase() === theirs.toLowerCase()))
      return problemAt({ line: 1, column: 1 }, `There is no column "${theirs}"; there are ${header.join(', ')}.`)
  const [first, twin] = findTwins({ header, ...options }) ?? []
  if (first !== undefined && twin !== undefined)
    return problemAt(
      { line: 1, column: twin },
      `Columns ${first} and ${twin} are both "${header[twin - 1]}": rename one.`,
    )
  const columns = readHeader({ header, ...options })
  if (!columns.some((column) => column.kind === 'item' && column.field === 'name'))
    return problemAt(
      { line: 1, column: 1 },
      `No column holds the names of the items: say which of ${header.join(', ')} with --map name=….`,
    )
  const rows: ImportRow[] = []
  for (const { line, cells } of records) {
    const builder = new RowBuilder(line, options.isBlankClear)
    for (const [at, column] of columns.entries()) {
      const problem = builder.take(column, cells[at] ?? '')
      if (problem !== undefined) return problemAt({ line, column: at + 1 }, problem)
    }
    rows.push(builder.build())
  }
  const titlesOf = (kind: SheetColumn['kind']) =>
    header.filter((title, at) => title !== '' && columns[at]?.kind === kind)
  return ok({ rows, unknown: titlesOf('unknown'), passedOver: titlesOf('passed over') })
}

class RowBuilder {
  readonly #line: number
  readonly #isBlankClear: boolean
  readonly #place: { collection?: string; collectionNumber?: number; title?: string; slug?: string } = {}
  #item: ItemValues = {}
  readonly #ids: Record<string, string> = {}
  readonly #tasks = new Map<string, TaskValues>()

  constructor(line: number, isBlankClear: boolean) {
    this.#line = line
    this.#isBlankClear = isBlankClear
  }

  /** Takes a cell up; answers what is wrong with it. */
  take(column: SheetColumn, cell: string): string | undefined {
    const text = cell.trim()
    if (column.kind === 'id' && text !== '') this.#ids[column.system] = text
    if (column.kind === 'item') return this.#takeItem(column.field, cell)
    if (column.kind === 'task') return this.#takeTask(column.stage, column.field, text)
    return undefined
  }

  #takeItem(field: Extract<SheetColumn, { kind: 'item' }>['field'], cell: string): string | undefined {
    const text = cell.trim()
    if (field === 'collection' || field === 'slug') {
      if (text !== '') this.#place[field] = text
      return undefined
    }
    if (field === collectionNumber) {
      if (text !== '') this.#place.collectionNumber = Number(text)
      return /^([1-9]\d{0,3})?$/.test(text)
        ? undefined
        : `"${text}" is no number of a collection: write a whole number from 1.`
    }
    if (field === 'name') {
      if (text !== '') this.#place.title = text
      return text.length > 200 ? 'A name has at most 200 characters.' : undefined
    }
    if (field === 'description') {
      if (cell !== '' || this.#isBlankClear) this.#item = { ...this.#item, description: cell }
      return cell.length > 4000 ? 'A description has at most 4000 characters.' : undefined
    }
    if (field === 'item type') return this.#takeType(text)
    const name = frameFields[field]
    if (text === '') {
      if (this.#isBlankClear) this.#item = { ...this.#item, [name]: null }
      return undefined
    }
    if (field === 'frame rate') {
      const rate = parseRationalRate(text)
      if (rate === undefined) return `"${text}" is no frame rate: write 24, 23.976 or 24000/1001.`
      this.#item = { ...this.#item, frameRate: formatRationalRate(rate) }
      return undefined
    }
    // Some systems write whole numbers with a nought behind the point.
    if (!/^-?\d{1,9}(\.0+)?$/.test(text)) return `"${text}" is no frame: write a whole number.`
    if (Number(text) < 0 && field.startsWith('handle')) return `"${text}" is no handle: write a whole number from 0.`
    this.#item = { ...this.#item, [name]: Number(text) }
    return undefined
  }

  #takeType(text: string): string | undefined {
    if (text === '') return undefined
    if (text !== 'shot' && text !== 'illustration' && text !== 'asset')
      return `"${text}" is no type of item: write shot, asset or illustration.`
    this.#item = { ...this.#item, itemType: text }
    return undefined
  }

  #takeTask(stage: string, field: TaskColumn, text: string): string | undefined {
    const values = this.#tasks.get(stage) ?? {}
    const set = (more: TaskValues) => void this.#tasks.set(stage, { ...values, ...more })
    const isCleared = text === '' && this.#isBlankClear
    if (field === 'status') return set(text === '' ? {} : { status: text })
    if (text === '' && !isCleared) return undefined
    if (field === 'assignee') return set({ assignee: text === '' ? null : text })
    if (field === 'due') {
      const day = text === '' ? null : toDay(text)
      return day === undefined ? `"${text}" is no day: write it like 2026-12-18.` : set({ dueDate: day })
    }
    if (field === 'estimate') {
      const hours = Number(text.replace(',', '.').replace(/\s*h$/i, ''))
      if (text !== '' && !isEstimateHours(hours)) return `"${text}" is no estimate: write hours, such as 12.5.`
      return set({ estimatedHours: text === '' ? null : Math.round(hours * 10) / 10 })
    }
    if (field === 'priority') {
      if (text !== '' && !/^\d$/.test(text)) return `"${text}" is no priority: write a number from 0 to 9.`
      return set({ priority: Number(text) })
    }
    if (!/^(yes|no|true|false|1|0|)$/i.test(text)) return `"${text}" is neither yes nor no.`
    return set({ isDisabled: /^(yes|true|1)$/i.test(text) })
  }

  build(): ImportRow {
    const { title, slug, ...place } = this.#place
    const { collection, collectionNumber } = place
    return {
      line: this.#line,
      collection,
      collectionNumber,
      title,
      slug,
      item: this.#item,
      externalIds: this.#ids,
      tasks: this.#tasks,
    }
  }
}

/** A day as programs write it that leaves no doubt: 2026-12-18, also at its midnight, or 2026/12/18. */
function toDay(text: string): CalendarDate | undefined {
  const { year = '', month = '', day = '' } = dayForm.exec(text)?.groups ?? {}
  const found = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isCalendarDate(found) ? found : undefined
}

const dayForm =
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/i

const frameFields = {
  'frame in': 'frameIn',
  'frame out': 'frameOut',
  'handle in': 'handleIn',
  'handle out': 'handleOut',
  'frame rate': 'frameRate',
} as const
