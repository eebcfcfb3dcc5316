import type { RowName, ValueType } from '#core/expressions/types.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { flag } from '../define-verb.ts'
import type { LocalContext } from '../local-context.ts'
import type { Cell, Listing, OutputRecord } from '../output.ts'

export type WantedOptions = { readonly where?: readonly string[] | undefined }

/** The `--where` flag of lists whose own rows contain everything a condition can ask. */
export const rowsFlag = flag(
  '--where <expression>',
  'only rows that match, by the names in --json: name != "x" && like(path, "ep*"); all must match; repeatable',
  { as: 'list' },
)

type Wanted<Row extends OutputRecord> = Listing<Row> & {
  readonly options: WantedOptions
  readonly context: Pick<LocalContext, 'printList'>
}

/** Prints a list's rows that match `--where`. Conditions name a row's fields as `--json` does. */
export async function printWanted<Row extends OutputRecord>({
  options,
  context,
  ...listing
}: Wanted<Row>): Promise<void> {
  const { where = [] } = options
  const { printList } = context
  // Loads the expression language only if there is a condition.
  if (where.length === 0) return printList(listing)
  const { compileConditions, todayOf } = await import('./expression.ts')
  const names = new Map(listing.fields.map((field) => [field, toName(listing.rows, field)]))
  const holds = compileConditions(where, { names }, { today: todayOf({ now: Date.now }) })
  printList({ ...listing, rows: listing.rows.filter(holds) })
}

/** Describes a field for conditions, typed by its values. */
function toName<Row extends OutputRecord>(rows: readonly Row[], field: keyof Row & string): RowName<Row> {
  const cells = rows.map((row): Cell => row[field] ?? null)
  const isDay = cells.every((cell) => cell === null || (typeof cell === 'string' && dayOrMoment.test(cell)))
  const type = typeOf(cells.find((cell) => cell !== null) ?? null)
  if (type !== 'text' || !isDay) return { type, read: (row) => row[field] }
  return { type: 'date', read: (row) => toDay(row[field] ?? null) }
}

const dayOrMoment = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

function typeOf(cell: Cell): ValueType {
  if (cell === null) return 'empty'
  if (typeof cell === 'object') return { list: 'text' }
  return typeof cell === 'boolean' ? 'checkbox' : typeof cell === 'number' ? 'number' : 'text'
}

/** Returns a moment's date in this machine's zone. */
function toDay(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length === 10) return cell
  return dateInZone(Date.parse(cell), Intl.DateTimeFormat().resolvedOptions().timeZone)
}
