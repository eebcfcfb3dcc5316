import type { Mutation } from '../domain/mutations.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { toAnswer } from './tasks.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Deletes rows with what hangs under them; ones that are gone already count as deleted, all stay where one may not go. */
export async function deleteRows(
  rest: Rest,
  mutation: MutationOf<'delete' | 'delete-project'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  const [table, keys] =
    mutation.kind === 'delete' ? [mutation.table, mutation.keys] : ['projects', [mutation.projectId]]
  return toAnswer(await rest.call('delete_rows', { p_table: table, p_keys: keys, p_operation_id: operationId }))
}

/** Puts back what an earlier operation deleted; what cannot return any more stays away. */
export async function restoreDeleted(
  rest: Rest,
  { studioId, deletionId }: MutationOf<'restore'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  // What is skipped is told by its rows; only tasks of a bulk change are told one by one.
  const answer = await rest.call('restore_deleted', {
    p_studio_id: studioId,
    p_deletion_id: deletionId,
    p_operation_id: operationId,
  })
  return { ...toAnswer({ ...Object(answer), skipped: [] }) }
}
