import {
  by,
  byDefault,
  day,
  defineProcedures,
  id,
  json,
  list,
  maybe,
  number,
  object,
  oneOf,
  orNull,
  text,
  described,
  whole,
  yes,
} from './define.ts'

/** Review sessions. */
export const reviews = defineProcedures({
  bring_decisions: {
    says: "Applies decisions made on a review session away from the studio, each once, whoever brings it. At most 1000 decisions as a packet has them; keep leaves the task's status and only posts the note, force sets the status even if the task no longer has the one that was seen, and mentions names people. Returns {rev, decisions: [{id, result: applied | there already | conflict | refused, reason, status_id if it is a conflict}]} in their order; a refused decision does not stop the others.",
    args: {
      p_session_id: id,
      p_decisions: list(
        object({
          id: id,
          taskId: id,
          seenStatusId: orNull(id),
          statusId: maybe(id),
          note: maybe(object({ content: text, metadata: by(json) })),
          by: object({ name: text, userId: maybe(id) }),
          at: number,
          mentions: maybe(list(id)),
          keep: maybe(yes),
          force: maybe(yes),
        }),
      ),
      p_operation_id: maybe(id),
    },
    returns: object({
      rev: whole,
      decisions: list(
        object({
          id: id,
          result: oneOf('applied', 'there already', 'conflict', 'refused'),
          reason: maybe(text),
          status_id: maybe(id),
        }),
      ),
    }),
    errors: { '22023': 'bad argument', P0002: 'unknown session', P0423: 'it is locked' },
  },
  change_review: {
    says: 'Adds tasks to a review session, and changes and removes its entries, in one step. p_changes: [{id, kind: add | set | remove, fields, expected}]; each id once. With expected, a field whose value differs is left unchanged. Returns {rev}.',
    args: {
      p_session_id: id,
      p_changes: list(
        object({ id: id, kind: oneOf('add', 'set', 'remove'), fields: maybe(by(json)), expected: maybe(by(json)) }),
      ),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: whole }),
    errors: {
      '22023': 'bad argument',
      '42501': 'not allowed',
      P0002: 'unknown session or task',
      P0423: 'it is locked',
    },
  },
  get_brought_decisions: {
    says: 'Lists the ids of decisions that were brought back to a review session; none if the caller may not see it.',
    args: { p_session_id: id },
    returns: list(id),
    reads: true,
  },
  get_review_counts: {
    says: 'Counts, for each review session of a project that the caller may open, its tasks, how many are judged, how many have notes from it, and how many of those have had a revision since their last note. Empty for anyone else.',
    args: { p_project_id: id },
    returns: list(
      object({ session_id: id, entry_count: whole, judged_count: whole, noted_count: whole, answered_count: whole }),
    ),
    reads: true,
    isPaged: true,
    isTool: true,
  },
  start_review: {
    says: 'Starts a review session of a project (kind dailies, cut or client) with its tasks in one step. p_entries: [{id, task_id, version_id, order_rank, cut_in, cut_out, handle_in, handle_out}], at most 1000; a task given twice is added once. With p_query, {text, isOfDay, timeZone, statusIds, stageIds, assigneeIds, spaceIds, collectionIds, itemIds, priorities, dueDates, not}, tasks enter and leave by themselves until it is locked. Returns {rev, session_id, added}.',
    args: {
      p_session_id: id,
      p_project_id: id,
      p_name: text,
      p_kind: described('what it is', oneOf('dailies', 'cut', 'client')),
      p_day: day,
      p_entries: byDefault(
        list(
          object({
            id: id,
            task_id: id,
            version_id: maybe(id),
            order_rank: maybe(number),
            cut_in: maybe(whole),
            cut_out: maybe(whole),
            handle_in: maybe(whole),
            handle_out: maybe(whole),
          }),
        ),
        [],
      ),
      p_operation_id: maybe(id),
      p_query: maybe(by(json)),
    },
    returns: object({ rev: whole, session_id: id, added: whole }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', '42501': 'not allowed', P0002: 'unknown project or task' },
  },
  take_back_decisions: {
    says: 'Takes back decisions that the caller has brought, last first: statuses that are still as brought, and notes. They can be brought again. Returns {rev, changed, skipped}; those skipped have been changed by somebody since.',
    args: { p_session_id: id, p_decision_ids: list(id), p_operation_id: maybe(id) },
    returns: object({ rev: whole, changed: whole, skipped: whole }),
    errors: { P0002: 'unknown session', P0423: 'it is locked' },
  },
})
