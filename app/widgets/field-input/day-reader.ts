import type { FieldKind } from '#core/schema/field-definitions.ts'

type Table = readonly (readonly string[])[]

/**
 * Loads a reader for dates as spreadsheets write them, `24-Dec-26` and `12/24/2026`, the same as for imports; only
 * where dates are pasted.
 */
export async function loadDayReader(
  table: Table,
  isOfDays: boolean,
): Promise<(kind: FieldKind, text: string) => string> {
  if (!isOfDays) return (_kind, text) => text
  const { findDayOrder, toDay } = await import('#core/exchange/read-day.ts')
  const order = findDayOrder(table.flat())
  return (kind, text) => (kind === 'date' ? (toDay(text, order) ?? text) : text)
}
