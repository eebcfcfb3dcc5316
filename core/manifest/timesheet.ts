import * as v from 'valibot'
import {
  byDefault,
  day,
  defineProcedures,
  id,
  json,
  list,
  maybe,
  moment,
  object,
  oneOf,
  orNull,
  text,
  whole,
  yes,
} from './define.ts'

const timeSum = object({ key: orNull(text), name: orNull(text), minutes: whole, entries: whole })

/** Logged time. */
export const timesheet = defineProcedures({
  change_time: {
    says: "Changes the caller's own time in one step. p_changes is an array of {kind: 'revision', id, minutes} and {kind: 'entry', id, task_id, started_at, minutes, note, is_deleted}; an entry without minutes is a timer that runs, and one that ran before it stops. With expected, the minutes there were, 'running' or 'absent', what differs stays. Answers {rev, skipped: [{id, task_id, reason}]}.",
    args: {
      p_studio_id: id,
      p_changes: list(
        object({
          kind: oneOf('revision', 'entry'),
          id: id,
          task_id: maybe(id),
          started_at: maybe(moment),
          minutes: maybe(whole),
          note: maybe(text),
          is_deleted: maybe(yes),
          expected: maybe(v.union([whole, text])),
        }),
      ),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: orNull(whole), skipped: list(object({ id: id, task_id: orNull(id), reason: text })) }),
    permissions: ['revisions'],
    errors: { '22023': 'bad argument', '42501': 'not allowed or a locked week', P0002: 'unknown studio or time' },
  },
  get_space_time_stats: {
    says: 'Minutes logged on each task of a space that has any, added up over its revisions. Row rules apply.',
    args: { p_space_id: id },
    returns: list(object({ task_id: id, minutes: whole })),
    reads: true,
  },
  get_time_state: {
    says: "The caller's running timer and the locked weeks of a studio: {timer: {id, started_at, note} with names and address of its task, or null, locks: [{week, time_zone, starts_at, ends_at, locked_by, locked_by_name, locked_at}]}, the newest week first.",
    args: { p_studio_id: id },
    returns: object({
      timer: orNull(
        object({
          id: id,
          started_at: moment,
          note: orNull(text),
          task_id: orNull(id),
          task_name: orNull(text),
          item_id: orNull(id),
          item_name: orNull(text),
          collection_name: orNull(text),
          space_name: orNull(text),
          project_name: orNull(text),
          url: orNull(text),
        }),
      ),
      locks: list(
        object({
          week: day,
          time_zone: text,
          starts_at: moment,
          ends_at: moment,
          locked_by: orNull(id),
          locked_by_name: orNull(text),
          locked_at: moment,
        }),
      ),
    }),
    reads: true,
    errors: { P0002: 'for outsiders' },
  },
  list_time_entries: {
    says: 'A page of the time from p_from until before p_to in projects the caller may open, the oldest first, from after the row (p_after_time, p_after_id) on: revisions, and entries without one, whose version_number is null: an array of {id, user_id, user_name, created_at, version_number, minutes, comment, stage_id, project_id, space_id} with the names and the address of its task. Entries of others are for leads. Of one person where p_user_id says whom.',
    args: {
      p_studio_id: id,
      p_from: moment,
      p_to: moment,
      p_user_id: maybe(id),
      p_limit: byDefault(whole, 1000),
      p_after_time: maybe(moment),
      p_after_id: maybe(id),
    },
    returns: list(
      object({
        id: id,
        user_id: id,
        user_name: text,
        created_at: moment,
        version_number: orNull(whole),
        minutes: orNull(whole),
        comment: orNull(text),
        stage_id: id,
        project_id: id,
        space_id: id,
        task_id: id,
        task_name: text,
        item_id: id,
        item_name: text,
        collection_name: orNull(text),
        space_name: text,
        project_name: text,
        url: text,
      }),
    ),
    reads: true,
    errors: { '22023': 'for a limit outside 1 to 1000', P0002: 'for outsiders' },
  },
  set_time_lock: {
    says: 'Locks the logged time of a week that has ended, named by its Monday, from midnight to midnight in a time zone; or unlocks it. Repeatable: who locked it first stays. Answers {rev, skipped}.',
    args: { p_studio_id: id, p_week: day, p_time_zone: text, p_is_locked: yes, p_operation_id: maybe(id) },
    returns: object({ rev: whole, skipped: list(json) }),
    errors: {
      '22023': 'no Monday, unknown zone or a week that has not ended',
      '42501': 'not a lead',
      P0002: 'unknown studio',
    },
  },
  summarize_time: {
    says: 'The time list_time_entries would list from p_from until before p_to, added up: {days, projects, stages, artists}, each an array of {key, name, minutes, entries}; days are those of the time zone. Of one person where p_user_id says whom.',
    args: { p_studio_id: id, p_from: moment, p_to: moment, p_time_zone: text, p_user_id: maybe(id) },
    returns: object({ days: list(timeSum), projects: list(timeSum), stages: list(timeSum), artists: list(timeSum) }),
    reads: true,
    errors: { '22023': 'for more than 400 days or an unknown zone', P0002: 'for outsiders' },
  },
})
