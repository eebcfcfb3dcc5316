import {
  by,
  day,
  defineProcedures,
  id,
  json,
  list,
  maybe,
  moment,
  number,
  object,
  oneOf,
  orNull,
  text,
  whole,
  yes,
} from './define.ts'
import { itemTasksRow } from './rows-of-tables.ts'

/** What a field was when a value was written for it, with what its options were called. */
const meantKind = object({ kind: text, names: maybe(by(text)) })

/** Shots, assets and illustrations. */
export const items = defineProcedures({
  apply_import: {
    says: "Carries out an import in one step, all or nothing: {collections: [{id, name, episode?, is_default?}], items: [{id, collection_id, title, slug?, description?, item_type_id?, kind_id?, frame_in?, frame_out?, handle_in?, handle_out?, frame_rate?, external_ids?, fields?}], tasks: [{id, item_id, stage_id, status_id?, assignee_id?, due_date?, priority?, is_disabled?, estimated_hours?, fields?}], comments: [{id, task_id, content, author_id?, author_name?, said_at?, key}], item_changes: [{id, expected, fields}], task_changes: [{id, field, from, to}], deletions: {items, tasks, comments, collections, fields, options: [{field_id, id}], statuses, stages, kinds, space_statuses, space_stages}, on_conflict: 'refuse' (23505) or 'skip'}. Statuses, stages and kinds go where nothing has them: kept names the others. What was said elsewhere becomes a comment of its task, as old as it says, by a member or by a name; a task has one of a key once, and nobody hears of it. Answers {rev, collections, items, tasks, comments, changed, deleted, conflicts: [{id, field}], kept: [{of: status | stage | kind, name}]}; a repeat answers the same.",
    args: {
      p_space_id: id,
      p_changes: object({
        collections: maybe(list(object({ id: id, name: text, episode: maybe(text), is_default: maybe(yes) }))),
        items: maybe(
          list(
            object({
              id: id,
              collection_id: id,
              title: text,
              slug: maybe(text),
              description: maybe(text),
              item_type_id: maybe(text),
              kind_id: maybe(id),
              frame_in: maybe(whole),
              frame_out: maybe(whole),
              handle_in: maybe(whole),
              handle_out: maybe(whole),
              frame_rate: maybe(text),
              external_ids: maybe(by(json)),
              fields: maybe(by(json)),
            }),
          ),
        ),
        tasks: maybe(
          list(
            object({
              id: id,
              item_id: id,
              stage_id: id,
              status_id: maybe(id),
              assignee_id: maybe(id),
              due_date: maybe(day),
              priority: maybe(whole),
              is_disabled: maybe(yes),
              estimated_hours: maybe(number),
              fields: maybe(by(json)),
            }),
          ),
        ),
        comments: maybe(
          list(
            object({
              id: id,
              task_id: id,
              content: text,
              author_id: maybe(id),
              author_name: maybe(text),
              said_at: maybe(moment),
              key: text,
            }),
          ),
        ),
        item_changes: maybe(list(object({ id: id, expected: by(json), fields: by(json) }))),
        task_changes: maybe(list(object({ id: id, field: text, from: json, to: json }))),
        deletions: maybe(
          object({
            items: maybe(list(id)),
            tasks: maybe(list(id)),
            comments: maybe(list(id)),
            collections: maybe(list(id)),
            fields: maybe(list(id)),
            options: maybe(list(object({ field_id: id, id: text }))),
            statuses: maybe(list(id)),
            stages: maybe(list(id)),
            kinds: maybe(list(id)),
            space_statuses: maybe(list(id)),
            space_stages: maybe(list(id)),
          }),
        ),
        on_conflict: maybe(oneOf('refuse', 'skip')),
      }),
      p_operation_id: maybe(id),
    },
    returns: object({
      rev: whole,
      collections: whole,
      items: whole,
      tasks: whole,
      comments: whole,
      changed: whole,
      deleted: whole,
      conflicts: list(object({ id: id, field: text })),
      kept: list(object({ of: text, name: text })),
    }),
    permissions: ['create'],
    errors: {
      '22023': 'bad values',
      '23505': 'ids or values in the way',
      '42501': 'not allowed',
      P0002: 'unknown space or task',
    },
  },
  list_imported_comments: {
    says: 'Which comments of a space were imported, as [{task_id, key}]: those that another import of the same leaves.',
    args: { p_space_id: id },
    returns: list(object({ task_id: id, key: text })),
    reads: true,
  },
  create_item_task_with_comment: {
    says: 'Creates the task of one empty cell with its status-change comment and answers the task; answers the present task where the cell is not empty. A repeat changes nothing and answers the same.',
    args: { p_item_id: id, p_stage_id: id, p_status_id: id, p_operation_id: maybe(id) },
    returns: itemTasksRow,
    errors: { '22023': 'unknown status or stage', '42501': 'not allowed', P0002: 'unknown item' },
  },
  create_items_with_tasks: {
    says: "Creates items [{id?, title, description?, kind_id?, order_rank?, fields?: {key: value}, tasks?: [{id, stage_id, fields?}]}] with a task for each active stage of the space that their kind has; without a kind_id they are of the space's first kind, with null of none. Fields that are not given have their defaults, with null nothing. p_kinds may say what the fields were when the values were written, {item: {key: {kind, names?: {option: name}}}, task: {…}}: where the kind is another by now, values are converted as changing it would have done. The collection may be null in illustration spaces. Answers {rev, items: [{id, custom_slug, task_ids: {stage_id: task_id}}]}.",
    args: {
      p_space_id: id,
      p_collection_id: orNull(id),
      p_items: list(
        object({
          id: maybe(id),
          title: text,
          description: maybe(text),
          kind_id: maybe(orNull(id)),
          order_rank: maybe(number),
          fields: maybe(by(json)),
          tasks: maybe(list(object({ id: id, stage_id: id }))),
        }),
      ),
      p_operation_id: maybe(id),
      p_kinds: maybe(object({ item: maybe(by(meantKind)), task: maybe(by(meantKind)) })),
    },
    returns: object({ rev: whole, items: list(object({ id: id, custom_slug: text, task_ids: by(id) })) }),
    permissions: ['create'],
    errors: { '22023': "with the form's words, or a value that does not convert" },
  },
  fill_empty_tasks: {
    says: "Creates the missing tasks of cells [{id?, item_id, stage_id}] with a status (the catalogue's first by default) and their comments. Answers {rev, created, skipped, task_ids}; cells that have a task already are skipped.",
    args: {
      p_cells: list(object({ id: maybe(id), item_id: id, stage_id: id })),
      p_status_id: maybe(id),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: whole, created: whole, skipped: whole, task_ids: list(id) }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', P0002: 'unknown items' },
  },
  add_field_options: {
    says: 'Adds options [{field_id, id, name, color?}] behind those that lists have, grey ones where no colour is given. One whose name is there, whatever its case and spaces, is that option; an id that is taken gets a number. Answers {rev, options: [{field_id, given_id, id, is_new}]} in their order, by field; a repeat answers the same.',
    args: {
      p_options: list(object({ field_id: id, id: text, name: text, color: maybe(text) })),
      p_operation_id: maybe(id),
    },
    returns: object({
      rev: whole,
      options: list(object({ field_id: id, given_id: text, id: text, is_new: yes })),
    }),
    permissions: ['create'],
    errors: {
      '22023': 'a field that is no list, or more than 100 options',
      '42501': 'not allowed',
      P0002: 'unknown field',
    },
  },
  change_field_kind: {
    says: 'Makes a field another kind {kind, options?, default_value?} together with all of its values [{id, from, to}], null for none, in one step. Answers {rev, changed}.',
    args: {
      p_field_id: id,
      p_expected_kind: text,
      p_definition: object({ kind: text, options: maybe(list(json)), default_value: maybe(json) }),
      p_values: list(object({ id, from: json, to: json })),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: whole, changed: whole }),
    permissions: ['create'],
    errors: {
      '22023': 'a value the new kind does not take',
      '42501': 'not allowed',
      P0002: 'unknown field',
      P0409: 'a kind or value that is another by now or is not named',
    },
  },
  set_fields: {
    says: 'Sets fields of rows, p_of item, task or project, key by key: [{id, values: {key: value}, expected?: {key: value}}], null for none. A field that has another value than the expected one is left alone; those without an expectation are set. p_kinds may say what the fields were when the values were written, {key: {kind, names?: {option: name}}}: where the kind is another by now, values are converted as changing it would have done. Answers {rev, changed, skipped: [{id, key, reason: conflict}]}.',
    args: {
      p_of: text,
      p_changes: list(object({ id, values: by(json), expected: maybe(by(json)) })),
      p_operation_id: maybe(id),
      p_kinds: maybe(by(meantKind)),
    },
    returns: object({ rev: whole, changed: whole, skipped: list(object({ id, key: text, reason: text })) }),
    permissions: ['create'],
    errors: {
      '22023': "a value its field does not take, with the field's name and the reason, or one that does not convert",
      '42501': 'not allowed',
      P0002: 'unknown rows',
    },
  },
})
