import type { ItemId, ItemKindId, StageId, StatusId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { StageNeed } from '#core/schema/stage-needs.ts'

/** What readiness is calculated from. Lists may be of any order. */
export type ReadinessSource = {
  readonly getCast: (itemId: ItemId) => readonly ItemLink[]
  readonly needs: readonly StageNeed[]
  /** The kind of what is cast; undefined where it has none. */
  readonly findKind: (itemId: ItemId) => ItemKindId | undefined
  /** The status of an item's task in a stage; undefined where it has no such task, or one that is disabled. */
  readonly findStatus: (itemId: ItemId, stageId: StageId) => StatusId | undefined
  readonly isDone: (statusId: StatusId) => boolean
  /** Left out of the film: nothing waits for it. */
  readonly isOmitted: (itemId: ItemId) => boolean
}

/** What an item waits for: a thing of its cast, and the stage that is not done there. */
export type Blocker = { readonly itemId: ItemId; readonly stageId: StageId }

/**
 * What of its cast an item's stage waits for: everything cast whose needed stage is there and not done. References block
 * nothing, nor does what has no task in the needed stage. Empty where the item is ready.
 */
export function listBlockers(itemId: ItemId, stageId: StageId, source: ReadinessSource): readonly Blocker[] {
  const needs = source.needs.filter((need) => need.stageId === stageId)
  if (needs.length === 0) return []
  return source.getCast(itemId).flatMap(({ toItemId, kind }) => {
    if (kind === 'reference' || source.isOmitted(toItemId)) return []
    return needs.flatMap(({ needsStageId, kindId }) => {
      if (kindId !== undefined && source.findKind(toItemId) !== kindId) return []
      const statusId = source.findStatus(toItemId, needsStageId)
      return statusId === undefined || source.isDone(statusId) ? [] : [{ itemId: toItemId, stageId: needsStageId }]
    })
  })
}

/** Whether an item can be begun in a stage; undefined where the stage waits for nothing or the item has no cast. */
export function isReady(itemId: ItemId, stageId: StageId, source: ReadinessSource): boolean | undefined {
  const isWaiting = source.needs.some((need) => need.stageId === stageId)
  if (!isWaiting || source.getCast(itemId).length === 0) return undefined
  return listBlockers(itemId, stageId, source).length === 0
}
