import type { SheetColumn } from './sheet-column.ts'
import type { ItemColumn } from './sheet-fields.ts'

type Looks = {
  readonly explainNoRate: () => string | undefined
  readonly holdsAddresses: () => boolean
  readonly holdsOwnIds: () => boolean
}

/**
 * Says why a column is not used whose cells cannot be what its title says: timecodes that nothing says how to count,
 * addresses or ids instead of names.
 */
export function explainUnfit(field: ItemColumn, looks: Looks): SheetColumn | undefined {
  const noRate = /^(?:frame|record) (?:in|out)$/.test(field) ? looks.explainNoRate() : undefined
  if (noRate !== undefined) return { kind: 'left', reason: noRate, isHomeless: true, needsRate: true }
  if (field === 'name' && looks.holdsAddresses()) return { kind: 'left', reason: areAddresses, isHomeless: true }
  return field === 'collection' && looks.holdsOwnIds() ? { kind: 'left', reason: areIds, isHomeless: true } : undefined
}

const areAddresses = 'Its cells are web addresses, not names.'
const areIds = 'Its cells are ids of other rows: write the names of the collections.'
