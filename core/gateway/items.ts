import type { Mutation } from '../domain/mutations.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { toAnswer } from './tasks.ts'

/** Creates items with the tasks of the space's stages. */
export async function createItems(
  rest: Rest,
  mutation: Extract<Mutation, { kind: 'create-items' }>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('create_items_with_tasks', {
      p_space_id: mutation.spaceId,
      p_collection_id: mutation.collectionId ?? null,
      p_items: mutation.items.map((item) => ({
        id: item.id,
        title: item.title,
        description: item.description ?? '',
        ...(item.orderRank === undefined ? {} : { order_rank: item.orderRank }),
        ...(item.tasks === undefined
          ? {}
          : { tasks: item.tasks.map((task) => ({ id: task.id, stage_id: task.stageId })) }),
      })),
      p_operation_id: operationId,
    }),
  )
}
