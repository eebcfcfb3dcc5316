import { byDefault, day, defineProcedures, id, json, maybe, text, whole } from './define.ts'

/** The state of a project or a studio. */
export const overview = defineProcedures({
  get_overview: {
    says: 'Summarises the state of a project, or of all active projects of the studio that the caller may open; tasks count in active spaces, unless disabled or of omitted items. Returns {today, stages, weeks, late, waiting, load}: stages and load are as overview_stages and overview_load describe them; weeks: [{week, tasks}], eight Mondays and the tasks approved in each week, the last being the current one; late: {tasks, days, reasons: [{reason, tasks}], first: [{task_id, days, reason, detail} and place]}, where days is the total; waiting: [{kind, user_id, tasks, days}] with the days of the longest.',
    args: { p_studio_id: id, p_time_zone: text, p_project_id: maybe(id) },
    returns: json,
    reads: true,
    isTool: true,
    errors: { P0002: 'not a member' },
  },
  list_overview_tasks: {
    says: "Lists a page of the tasks behind a number of get_overview, by due date, undated ones last, starting after the row (p_after_due, p_after_id): an array of tasks with due_date and is_done. p_list: tasks, done, stage (its id), late (a reason, or all), week (its Monday), review, nobody, notes (an artist's id) or load (the same, or all).",
    args: {
      p_studio_id: id,
      p_time_zone: text,
      p_list: text,
      p_key: maybe(text),
      p_project_id: maybe(id),
      p_limit: byDefault(whole, 100),
      p_after_due: maybe(day),
      p_after_id: maybe(id),
    },
    returns: json,
    reads: true,
    isTool: true,
    errors: { P0002: 'not a member', '22023': 'an unknown kind or a limit outside 1 to 100' },
  },
})
