import { defineProcedures, id, json, list, maybe, object, text, whole, yes } from './define.ts'

/** Changing many tasks at once, and following one. */
export const tasks = defineProcedures({
  list_followers: {
    says: 'The people who are told about a task, in the order they came: its assignees since they were assigned, and whoever follows it.',
    args: { p_task_id: id },
    returns: list(id),
    reads: true,
    errors: { P0002: 'for a task the caller may not see' },
  },
  set_following: {
    says: 'The caller follows a task from now on, or no longer; a repeat changes nothing. Answers who follows it then.',
    args: { p_task_id: id, p_is_following: yes },
    returns: list(id),
    errors: { P0002: 'for a task the caller may not see' },
  },
  set_tasks_status: {
    says: "Sets one status on many tasks of a studio at once and posts each change's comment. Answers {rev, changed, skipped: [{task_id, reason}]}; disabled tasks and those that have the status already are skipped.",
    args: { p_task_ids: list(id), p_status_id: id, p_operation_id: maybe(id) },
    returns: object({ rev: whole, changed: whole, skipped: list(object({ task_id: id, reason: text })) }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', '42501': 'not allowed', P0002: 'unknown task or status' },
  },
  update_tasks: {
    says: 'Changes one field (status_id, assignee_id, due_date, priority, is_disabled, estimated_hours) of many tasks of a studio. p_values is an array with one value for all or one for each; with p_expected, likewise, a task whose present value differs stays (reason conflict). Answers {rev, changed, skipped: [{task_id, reason}]}.',
    args: { p_task_ids: list(id), p_field: text, p_values: json, p_expected: maybe(json), p_operation_id: maybe(id) },
    returns: object({ rev: whole, changed: whole, skipped: list(object({ task_id: id, reason: text })) }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', '42501': 'not allowed', P0002: 'unknown task or status' },
  },
})
