import type { Mutation } from '../domain/mutations.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { toAnswer } from './tasks.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Posts a revision: version, files, time, status and comment in one step. */
export async function createRevision(
  rest: Rest,
  mutation: MutationOf<'create-revision'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('create_revision', {
      p_task_id: mutation.taskId,
      p_version_id: mutation.versionId,
      p_comment_id: mutation.commentId,
      p_comment: mutation.comment,
      p_time_spent: mutation.timeSpent,
      p_media_ids: mutation.mediaIds,
      p_status_id: mutation.statusId ?? null,
      p_mentions: mutation.mentions,
      p_metadata: mutation.metadata,
      p_operation_id: operationId,
    }),
  )
}

/** Posts a comment, with a status change where it carries one. */
export async function addComment(
  rest: Rest,
  mutation: MutationOf<'add-comment'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('add_comment', {
      p_task_id: mutation.taskId,
      p_comment_id: mutation.commentId,
      p_content: mutation.content,
      p_media_ids: mutation.mediaIds,
      p_status_id: mutation.statusId ?? null,
      p_mentions: mutation.mentions,
      p_metadata: mutation.metadata,
      p_operation_id: operationId,
    }),
  )
}

/** Changes the text of a comment. */
export async function editComment(rest: Rest, mutation: MutationOf<'edit-comment'>): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('edit_comment', {
      p_comment_id: mutation.commentId,
      p_content: mutation.content,
      p_mentions: mutation.mentions,
      p_metadata: mutation.metadata,
    }),
  )
}
