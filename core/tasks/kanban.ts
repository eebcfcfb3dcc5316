import { groupBy } from '#core/lib/collections.ts'
import type { StatusId } from '#core/lib/ids.ts'

/** How many cards may load their media at the same time. */
export const kanbanMediaLoadLimit = 12

/** A column of the board; `status` is absent for cards whose status is not in the catalogue. */
export type KanbanColumn<Status, Card> = { readonly status: Status | undefined; readonly cards: readonly Card[] }

/** One column per status in order, empty ones too, and a last one for cards of unknown status where there are any. */
export function toKanbanColumns<
  Status extends { readonly id: StatusId },
  Card extends { readonly statusId: StatusId | undefined },
>(statuses: readonly Status[], cards: readonly Card[]): readonly KanbanColumn<Status, Card>[] {
  const known = new Set(statuses.map((status) => status.id))
  const groups = groupBy(cards, ({ statusId }) =>
    statusId !== undefined && known.has(statusId) ? statusId : undefined,
  )
  const columns = statuses.map((status) => ({ status, cards: groups.get(status.id) ?? [] }))
  const unknown = groups.get(undefined)
  return unknown === undefined ? columns : [...columns, { status: undefined, cards: unknown }]
}

/** The status so many columns to the right, or to the left when negative; absent beyond the board's edge. */
export function findNeighbourStatus<Status extends { readonly id: StatusId }>(
  statuses: readonly Status[],
  statusId: StatusId,
  offset: number,
): Status | undefined {
  const index = statuses.findIndex((status) => status.id === statusId)
  return index === -1 ? undefined : statuses[index + offset]
}
