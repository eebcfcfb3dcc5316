import { countOf } from '#core/lib/text.ts'
import type { BuiltRow } from './built-row.ts'
import type { Sheet } from './csv.ts'
import type { LeftOut } from './import-row.ts'
import { listTexts } from './option-columns.ts'
import type { SheetColumn } from './sheet-column.ts'

/** Lists columns that are not used, and those of which some cells are not. */
export function listUnused(
  built: readonly BuiltRow[],
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
): readonly LeftOut[] {
  const counts = new Map<string, number>()
  for (const { unused } of built)
    for (const [field, reason] of unused) {
      const key = `${field}\n${reason}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const ofCells = [...counts].map(([key, rows]): readonly [number, LeftOut] => {
    const [field, reason = ''] = key.split('\n')
    const at = columns.findIndex((column) =>
      column.kind === 'field' || column.kind === 'task field'
        ? `${column.kind} ${column.field.key}` === field
        : (column.kind === 'item' || column.kind === 'row task') && column.field === field,
    )
    return [at, { column: header[at] ?? field ?? '', rows, reason }]
  })
  const whole = columns.flatMap((column, at): (readonly [number, LeftOut])[] => {
    const title = header[at] ?? ''
    const isThere = title !== '' || records.some(({ cells }) => (cells[at] ?? '').trim() !== '')
    if (column.kind !== 'left' || !isThere) return []
    const { reason, values } = column
    if (title === '') {
      const rows = countOf(listTexts(records, at).length, 'row')
      return [[at, { part: `Column ${at + 1} (${rows})`, reason }]]
    }
    return [[at, { column: title, reason, ...(values !== undefined && { rows: values }) }]]
  })
  return [...whole, ...ofCells].toSorted(([one], [other]) => one - other).map(([, left]) => left)
}
