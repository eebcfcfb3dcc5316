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

/** The kind of a field when a value was written for it, with the names of its options then. */
const meantKind = object({ kind: text, names: maybe(by(text)) })

/** Shots, assets and illustrations. */
export const items = defineProcedures({
  apply_import: {
    says: "Carries out an import in one step, all or nothing: {collections: [{id, name, episode?, is_default?}], items: [{id, collection_id, title, slug?, description?, item_type_id?, kind_id?, frame_in?, frame_out?, handle_in?, handle_out?, frame_rate?, external_ids?, fields?}], tasks: [{id, item_id, stage_id, status_id?, assignee_id?, due_date?, priority?, is_disabled?, estimated_hours?, fields?}], comments: [{id, task_id, content, author_id?, author_name?, said_at?, key}], item_changes: [{id, expected, fields}], task_changes: [{id, field, from, to}], deletions: {items, tasks, comments, collections, fields, options: [{field_id, id}], statuses, stages, kinds, space_statuses, space_stages}, on_conflict: 'refuse' (23505) or 'skip'}. Statuses, stages and kinds are deleted only where nothing uses them: kept names the others. What was said elsewhere becomes a comment of its task under its original date, by a member or by a name; a task takes each key once, and nobody is notified. Returns {rev, collections, items, tasks, comments, changed, deleted, conflicts: [{id, field}], kept: [{of: status | stage | kind, name}]}; a repeat returns the same.",
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
        only_check: maybe(yes),
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
      '23505': 'conflicting ids or values',
      '42501': 'not allowed',
      P0002: 'unknown space or task',
    },
  },
  list_imported_comments: {
    says: 'Lists the imported comments of a space as [{task_id, key}]: importing the same source again skips them.',
    args: { p_space_id: id },
    returns: list(object({ task_id: id, key: text })),
    reads: true,
  },
  create_item_task_with_comment: {
    says: 'Creates the task of one empty cell with its status-change comment and returns the task; returns the existing task if the cell is not empty. A repeat changes nothing and returns the same.',
    args: { p_item_id: id, p_stage_id: id, p_status_id: id, p_operation_id: maybe(id) },
    returns: itemTasksRow,
    errors: { '22023': 'unknown status or stage', '42501': 'not allowed', P0002: 'unknown item' },
  },
  create_items_with_tasks: {
    says: "Creates items [{id?, title, description?, kind_id?, order_rank?, fields?: {key: value}, tasks?: [{id, stage_id, fields?}]}] with a task for each active stage of the space that applies to their kind; without a kind_id they get the space's first kind, with null none. Fields left out get their defaults, null leaves them empty. p_kinds may name the field kinds that the values were written for, {item: {key: {kind, names?: {option: name}}}, task: {…}}: if a kind has changed since, values are converted as that change would have converted them. The collection may be null in illustration spaces. Returns {rev, items: [{id, custom_slug, task_ids: {stage_id: task_id}}]}.",
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
    errors: { '22023': "with the form's message, or a value that does not convert" },
  },
  fill_empty_tasks: {
    says: "Creates the missing tasks of cells [{id?, item_id, stage_id}] with a status (the catalogue's first by default) and their comments. Returns {rev, created, skipped, task_ids}; cells that already have a task are skipped.",
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
    says: "Adds options [{field_id, id, name, color?}] at the end of their fields' lists, grey if no colour is given. An option whose name exists, ignoring case and spaces, is taken to be the existing one; an id that is taken gets a number. Returns {rev, options: [{field_id, given_id, id, is_new}]} in their order, by field; a repeat returns the same.",
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
      '22023': 'a field without options, or more than 100 options',
      '42501': 'not allowed',
      P0002: 'unknown field',
    },
  },
  change_field_kind: {
    says: 'Changes the kind of a field to {kind, options?, default_value?} together with all of its values [{id, from, to}], null for none, in one step. Returns {rev, changed}.',
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
      P0409: 'a kind or value that has changed or is not named',
    },
  },
  set_fields: {
    says: 'Sets fields of rows, p_of item, task or project, key by key: [{id, values: {key: value}, expected?: {key: value}}], null for none. A field whose value differs from the expected one is left unchanged; without an expectation it is set. p_kinds may name the field kinds that the values were written for, {key: {kind, names?: {option: name}}}: if a kind has changed since, values are converted as that change would have converted them. Returns {rev, changed, skipped: [{id, key, reason: conflict}]}.',
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
