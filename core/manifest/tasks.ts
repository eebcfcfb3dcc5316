import { defineProcedures, id, json, list, maybe, object, text, whole, yes } from './define.ts'

/** Changing many tasks at once, and following one. */
export const tasks = defineProcedures({
  list_followers: {
    says: 'Lists the people who are told about a task, in the order they were added: its assignees since they were assigned, and everyone who follows it.',
    args: { p_task_id: id },
    returns: list(id),
    reads: true,
    errors: { P0002: 'a task the caller may not see' },
  },
  set_following: {
    says: 'Makes the caller follow a task or stop following it; a repeat changes nothing. Returns its followers afterwards.',
    args: { p_task_id: id, p_is_following: yes },
    returns: list(id),
    errors: { P0002: 'a task the caller may not see' },
  },
  set_tasks_status: {
    says: "Sets one status on many tasks of a studio at once and posts each change's comment. Returns {rev, changed, skipped: [{task_id, reason}]}; disabled tasks and those that already have the status are skipped.",
    args: { p_task_ids: list(id), p_status_id: id, p_operation_id: maybe(id) },
    returns: object({ rev: whole, changed: whole, skipped: list(object({ task_id: id, reason: text })) }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', '42501': 'not allowed', P0002: 'unknown task or status' },
  },
  update_tasks: {
    says: 'Changes one field (status_id, assignee_id, due_date, priority, is_disabled, estimated_hours) of many tasks of a studio. p_values is an array with one value for all or one for each; with p_expected, likewise, a task whose current value differs is skipped (reason conflict). Returns {rev, changed, skipped: [{task_id, reason}]}.',
    args: { p_task_ids: list(id), p_field: text, p_values: json, p_expected: maybe(json), p_operation_id: maybe(id) },
    returns: object({ rev: whole, changed: whole, skipped: list(object({ task_id: id, reason: text })) }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', '42501': 'not allowed', P0002: 'unknown task or status' },
  },
})
