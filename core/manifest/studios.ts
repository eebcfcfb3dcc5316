import { defineProcedures, id, list, maybe, nothing, object, orNull, text, whole } from './define.ts'
import { studiosRow, taskStatusesRow } from './rows-of-tables.ts'

/** Studios, their stages and statuses. */
export const studios = defineProcedures({
  create_studio: {
    says: "Creates a studio owned by the caller with the default roles, stages and statuses, or the super-admin's templates, and returns its row. Called again with the same p_id by its creator, returns the same studio.",
    args: { p_name: text, p_id: maybe(id) },
    returns: studiosRow,
    errors: { '22023': 'bad name', '23505': "p_id is somebody else's" },
  },
  ensure_user_has_studio: {
    says: "Returns the caller's first studio, or null if they have none and belong on the welcome page. Invites exist only as links, so there is nothing to accept.",
    args: {},
    returns: orNull(studiosRow),
    reads: true,
  },
  get_or_create_user_studio: {
    says: 'Returns the studio the caller last worked in, else their first, else a new one named after them. The welcome page asks for a name instead.',
    args: {},
    returns: orNull(studiosRow),
  },
  get_user_active_studio: {
    says: 'Returns the row of the studio the caller last worked in; null if there is none or they lost access to it.',
    args: {},
    returns: orNull(studiosRow),
    reads: true,
  },
  reorder_stages: {
    says: "Puts a studio's stages in the given order, in steps of 10; stages not named follow in their current order. Returns how many moved.",
    args: { p_studio_id: id, p_ids: list(id), p_operation_id: maybe(id) },
    returns: whole,
    errors: { '22023': 'an id given twice or of another studio', '42501': 'not allowed', P0002: 'unknown studio' },
  },
  reorder_statuses: {
    says: "Puts a studio's statuses in the given order, counting from 0; statuses not named follow in their current order. Returns how many moved.",
    args: { p_studio_id: id, p_ids: list(id), p_operation_id: maybe(id) },
    returns: whole,
    errors: { '22023': 'an id given twice or of another studio', '42501': 'not allowed', P0002: 'unknown studio' },
  },
  save_space_config: {
    says: 'Sets the stages and statuses a space uses, in the given order: stages in steps of 10, statuses from 0. Returns {rev}. All or nothing.',
    args: { p_space_id: id, p_stage_ids: list(id), p_status_ids: list(id), p_operation_id: maybe(id) },
    returns: object({ rev: whole }),
    errors: {
      '22023': 'none chosen (a moodboard needs no stage), an id twice or of another studio',
      '23503':
        "'Cannot delete stage: {n} tasks are using it' and 'Cannot delete status: {n} tasks are using it' for one that tasks of the space have",
      '42501': 'not allowed',
      P0002: 'unknown space',
    },
  },
  set_default_status: {
    says: "Makes a status its studio's only default, in one step, and returns it; a repeat changes nothing.",
    args: { p_status_id: id, p_operation_id: maybe(id) },
    returns: taskStatusesRow,
    errors: { '42501': 'not allowed', P0002: 'unknown status' },
  },
  set_user_active_studio: {
    says: 'Remembers the studio the caller works in; a repeat changes nothing.',
    args: { p_studio_id: id, p_operation_id: maybe(id) },
    returns: nothing,
    errors: { P0002: 'not an active member' },
  },
})
