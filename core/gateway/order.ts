import type { Mutation } from '../domain/mutations.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { toAnswer } from './tasks.ts'

/** Puts rows in order in one step; ones that were moved meanwhile stay where they are. */
export async function setPlaces(
  rest: Rest,
  { table, changes }: Extract<Mutation, { kind: 'set-places' }>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  const moves = changes.some(({ to }) => to.collectionId !== undefined)
  const expects = changes.some(({ expected }) => expected !== undefined)
  const expectsCollection = changes.some(({ expected }) => expected?.collectionId !== undefined)
  return toAnswer(
    await rest.call('set_order_ranks', {
      p_table: table,
      p_ids: changes.map(({ key }) => key),
      // As text, which the database reads as the same decimal.
      p_ranks: changes.map(({ to }) => to.rank ?? null),
      p_collection_ids: moves ? changes.map(({ to }) => to.collectionId ?? null) : null,
      p_expected_ranks: expects ? changes.map(({ expected }) => expected?.rank ?? null) : null,
      p_expected_collection_ids: expectsCollection
        ? changes.map(({ expected }) => expected?.collectionId ?? null)
        : null,
      p_operation_id: operationId,
    }),
  )
}
