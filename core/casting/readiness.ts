import type { ItemId, ItemKindId, StageId, StatusId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { StageNeed } from '#core/schema/stage-needs.ts'

/** The inputs of readiness. Lists may be in any order. */
export type ReadinessSource = {
  readonly getCast: (itemId: ItemId) => readonly ItemLink[]
  readonly needs: readonly StageNeed[]
  /** Returns a cast item's kind; undefined if it has none. */
  readonly findKind: (itemId: ItemId) => ItemKindId | undefined
  /** Returns the status of an item's task in a stage; undefined without a task, or with a disabled one. */
  readonly findStatus: (itemId: ItemId, stageId: StageId) => StatusId | undefined
  readonly isDone: (statusId: StatusId) => boolean
  /** Omitted from the film: nothing waits for it. */
  readonly isOmitted: (itemId: ItemId) => boolean
}

/** Something an item waits for: a thing of its cast, and the stage of it that is not done. */
export type Blocker = { readonly itemId: ItemId; readonly stageId: StageId }

/**
 * Lists what an item's stage waits for: everything cast whose needed stage exists and is not done. References block
 * nothing, nor does anything without a task in the needed stage. Empty if the item is ready.
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

/**
 * Tells whether an item can be started in a stage; undefined if the stage waits for nothing or the item has no cast.
 */
export function isReady(itemId: ItemId, stageId: StageId, source: ReadinessSource): boolean | undefined {
  const isWaiting = source.needs.some((need) => need.stageId === stageId)
  if (!isWaiting || source.getCast(itemId).length === 0) return undefined
  return listBlockers(itemId, stageId, source).length === 0
}
