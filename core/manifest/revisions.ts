import { byDefault, defineProcedures, id, json, list, maybe, object, oneOf, text, told, whole, yes } from './define.ts'

/** Revisions: what artists post on tasks. */
export const revisions = defineProcedures({
  create_revision: {
    says: "Posts a revision in one transaction: the next version with its files and time spent, the new status if given, and its comment. Returns {rev, version_id, version_number, comment_id}; a repeat returns the same. A revision that waited on a device keeps the time it was made, also on the timesheet. Its number is p_version_number if given, else the one in its files' names if the project follows them (_v07), else the next one; gaps are fine.",
    args: {
      p_task_id: id,
      p_comment: text,
      p_time_spent: told('time spent on it, such as 2h30m', text),
      p_version_id: maybe(id),
      p_comment_id: maybe(id),
      p_media_ids: byDefault(list(id), []),
      p_status_id: maybe(id),
      p_mentions: byDefault(list(id), []),
      p_metadata: byDefault(json, {}),
      p_operation_id: maybe(id),
      p_waited_ms: byDefault(whole, 0),
      p_version_number: maybe(whole),
      p_may_be_lower: byDefault(yes, false),
    },
    returns: object({ rev: whole, version_id: id, version_number: whole, comment_id: id }),
    errors: {
      '22023': 'no or malformed time, or no number',
      '23505': 'a number that is there, or one below the newest without p_may_be_lower',
      '42501': 'not allowed',
      P0002: "unknown task, status or file, 'Failed to upload {file name}' for one whose bytes have not arrived",
    },
  },
  create_revisions: {
    says: 'Posts up to 100 revisions [{task_id, version_id, comment_id, comment, time_spent, status_id?, mentions?, metadata?, version_number?, may_be_lower?, files: [{id, sha256, and what complete_upload takes but pictures}]}], each by itself and numbered as create_revision does. A revision whose id, or whose exact files, the task already has is not posted again, unless p_is_new. Returns {revisions: [{state: posted | present | failed, version_id, version_number, code, message}]} in their order.',
    args: {
      p_revisions: list(
        object({
          task_id: id,
          version_id: id,
          comment_id: id,
          comment: text,
          time_spent: text,
          status_id: maybe(id),
          mentions: maybe(list(id)),
          metadata: maybe(json),
          version_number: maybe(whole),
          may_be_lower: maybe(yes),
          files: list(
            object({
              id: id,
              sha256: text,
              width: maybe(whole),
              height: maybe(whole),
              frame_rate: maybe(text),
              frame_count: maybe(whole),
              duration_ms: maybe(whole),
              codec: maybe(text),
              start_timecode: maybe(text),
              first_frame: maybe(whole),
              waveform: maybe(text),
            }),
          ),
        }),
      ),
      p_is_new: byDefault(yes, false),
      p_operation_id: maybe(id),
    },
    returns: object({
      revisions: list(
        object({
          state: oneOf('posted', 'present', 'failed'),
          rev: maybe(whole),
          comment_id: maybe(id),
          version_id: maybe(id),
          version_number: maybe(whole),
          code: maybe(text),
          message: maybe(text),
        }),
      ),
    }),
    errors: { '22023': 'not such a list' },
  },
  find_revisions: {
    says: 'Finds which of [{task_id, sha256: [hash of each file]}] are posted already: [{n, task_id, version_id, version_number}], n counted from 0 in the given order. Tasks the caller may not see have none.',
    args: { p_revisions: list(object({ task_id: id, sha256: list(text) })) },
    returns: list(object({ n: whole, task_id: id, version_id: id, version_number: whole })),
    reads: true,
    errors: { '22023': 'not a list of at most 1000' },
  },
})
