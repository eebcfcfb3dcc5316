import type { ItemLinks } from '#core/casting/item-links.ts'
import { listBlockers, type ReadinessSource } from '#core/casting/readiness.ts'
import { ExpressionFault } from '#core/expressions/types.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

type Place = {
  readonly studio: StudioReplica
  readonly space: Pick<SpaceReplica, 'getTasks'>
  readonly links?: ItemLinks | undefined
}

/** Lists the names of cast items that block some open tasks, as in the grid's sign. */
export function listBlockingItems({ studio, space, links }: Place, tasks: readonly Task[]): readonly string[] {
  const statuses = studio.replica.getRows('task_statuses')
  const isDone: ReadinessSource['isDone'] = (statusId) => statuses.get(statusId)?.isDone === true
  const waiting = tasks.filter(({ isDisabled, statusId }) => !isDisabled && !isDone(statusId))
  if (waiting.length === 0 || studio.getNeeds().length === 0) return []
  if (links === undefined) throw new ExpressionFault('Links are not available here', { start: 0, end: 0 })
  const itemOf = (id: ItemId): ItemRow => links.getItem({ id, link: undefined })
  const source: ReadinessSource = {
    getCast: (itemId) => links.getCast(itemId).flatMap(({ link }) => link ?? []),
    needs: studio.getNeeds(),
    findKind: (itemId) => itemOf(itemId).kindId,
    findStatus: (itemId, stageId) =>
      (links.findSpace(itemId) ?? space).getTasks(itemId).find((task) => task.stageId === stageId && !task.isDisabled)
        ?.statusId,
    isDone,
    isOmitted: (itemId) => itemOf(itemId).isOmitted,
  }
  const found = waiting.flatMap(({ itemId, stageId }) => listBlockers(itemId, stageId, source))
  return [...new Set(found.map(({ itemId }) => itemOf(itemId).title))]
}
