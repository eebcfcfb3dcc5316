import type { FieldKind } from '#core/schema/field-definitions.ts'

type Table = readonly (readonly string[])[]

/** Reads days as spreadsheets write them, `24-Dec-26` and `12/24/2026`, as an import does: loaded where a day is pasted. */
export async function loadDayReader(
  table: Table,
  isOfDays: boolean,
): Promise<(kind: FieldKind, text: string) => string> {
  if (!isOfDays) return (_kind, text) => text
  const { findDayOrder, toDay } = await import('#core/exchange/read-day.ts')
  const order = findDayOrder(table.flat())
  return (kind, text) => (kind === 'date' ? (toDay(text, order) ?? text) : text)
}
