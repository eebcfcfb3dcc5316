import { groupBy } from '#core/lib/collections.ts'
import type { StatusId } from '#core/lib/ids.ts'

/** How many cards may load their media at the same time. */
export const kanbanMediaLoadLimit = 12

/** A column of the kanban; `status` is undefined for cards whose status is not in the catalogue. */
export type KanbanColumn<Status, Card> = { readonly status: Status | undefined; readonly cards: readonly Card[] }

/**
 * Returns one column per status, in order and including empty ones, and a last one for cards of unknown status, if any.
 */
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

/** Finds the status a number of columns to the right, or to the left if negative; undefined beyond the edge. */
export function findNeighbourStatus<Status extends { readonly id: StatusId }>(
  statuses: readonly Status[],
  statusId: StatusId,
  offset: number,
): Status | undefined {
  const index = statuses.findIndex((status) => status.id === statusId)
  return index === -1 ? undefined : statuses[index + offset]
}
