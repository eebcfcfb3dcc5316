import type { RowReader } from '#core/change/transaction.ts'
import type { ItemKindId, SpaceId, StageId } from '#core/lib/ids.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'

type Named = {
  readonly spaceId: SpaceId
  /** `null` for no kind at all; absent for that of its space. */
  readonly kindId?: ItemKindId | null | undefined
}

/** What a new item is of: the kind that is named, else the first that its space is for; nothing where there is neither. */
export function findNewKind(rows: Pick<RowReader, 'find'>, { spaceId, kindId }: Named): ItemKind | undefined {
  if (kindId !== undefined) return kindId === null ? undefined : rows.find('item_kinds', kindId)
  // One that was deleted since counts for nothing.
  const kinds = rows.find('spaces', spaceId)?.kindIds.flatMap((id) => rows.find('item_kinds', id) ?? [])
  return kinds?.[0]
}

/** Whether a new item has a task in a stage of its space: in every one unless its kind has stages of its own. */
export function beginsWith(kind: Pick<ItemKind, 'stageIds'> | undefined, stageId: StageId): boolean {
  return kind === undefined || kind.stageIds.length === 0 || kind.stageIds.includes(stageId)
}
