import { byDefault, defineProcedures, id, json, list, maybe, object, text, whole } from './define.ts'

/** Comments on tasks. */
export const comments = defineProcedures({
  add_comment: {
    says: 'Posts a comment with attachments, mentions and, if given, a new status in one transaction. Returns {rev, comment_id}; a repeat returns the same. A comment that waited on a device keeps the time it was made.',
    args: {
      p_task_id: id,
      p_content: text,
      p_comment_id: maybe(id),
      p_media_ids: byDefault(list(id), []),
      p_status_id: maybe(id),
      p_mentions: byDefault(list(id), []),
      p_metadata: byDefault(json, {}),
      p_operation_id: maybe(id),
      p_waited_ms: byDefault(whole, 0),
    },
    returns: object({ rev: whole, comment_id: id }),
    errors: {
      '22023': 'nothing to post or bad metadata',
      '42501': 'not allowed',
      P0002: 'unknown task, status or file',
    },
  },
  edit_comment: {
    says: "Changes the caller's own comment: its text and, if given, mentions and metadata. Returns {rev, comment_id}; a repeat returns the same.",
    args: {
      p_comment_id: id,
      p_content: text,
      p_mentions: maybe(list(id)),
      p_metadata: maybe(json),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: whole, comment_id: id }),
    errors: { P0002: "not the caller's own" },
  },
})
