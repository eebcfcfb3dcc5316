import { ITEMS, itemAt, peopleAt, stageNames, statusAt, type ShownItem } from './content.ts'

/** A row of a grid without a store of its own: a status and people per stage. */
export type PeerRow = ShownItem & {
  readonly id: string
  readonly statuses: readonly number[]
  readonly people: readonly (readonly number[])[]
}

/** Returns the product's items as plain rows. */
export function peerRows(): PeerRow[] {
  return Array.from({ length: ITEMS }, (_, index) => ({
    ...itemAt(index),
    id: String(index),
    statuses: stageNames.map((__, stage) => statusAt(index, stage)),
    people: stageNames.map((__, stage) => peopleAt(index, stage)),
  }))
}

/** Returns rows with a new status in every cell. */
export function withStatus(rows: readonly PeerRow[], status: number): PeerRow[] {
  return rows.map((row) => ({ ...row, statuses: row.statuses.map(() => status) }))
}

/** Calls back with the index of the status for a digit key, as in the product. */
export function onDigit(change: (status: number) => void): void {
  document.addEventListener('keydown', ({ key }) => {
    const status = Number(key) - 1
    if (Number.isInteger(status) && status >= 0 && status < 6) change(status)
  })
}
