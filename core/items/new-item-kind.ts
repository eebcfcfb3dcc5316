import type { RowReader } from '#core/change/transaction.ts'
import type { ItemKindId, SpaceId, StageId } from '#core/lib/ids.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'

type Named = {
  readonly spaceId: SpaceId
  /** `null` for no kind; absent for the space's first. */
  readonly kindId?: ItemKindId | null | undefined
}

/** Finds the kind of a new item: the given one, else the space's first; absent where there is neither. */
export function findNewKind(rows: Pick<RowReader, 'find'>, { spaceId, kindId }: Named): ItemKind | undefined {
  if (kindId !== undefined) return kindId === null ? undefined : rows.find('item_kinds', kindId)
  // Skips kinds that have been deleted.
  const kinds = rows.find('spaces', spaceId)?.kindIds.flatMap((id) => rows.find('item_kinds', id) ?? [])
  return kinds?.[0]
}

/** Whether a new item gets a task in a stage of its space: in every stage unless its kind lists its own. */
export function beginsWith(kind: Pick<ItemKind, 'stageIds'> | undefined, stageId: StageId): boolean {
  return kind === undefined || kind.stageIds.length === 0 || kind.stageIds.includes(stageId)
}
