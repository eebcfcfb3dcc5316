import { fieldsOfKind } from '#core/fields/fields-of-kind.ts'
import type { Command } from '#app/commands/define-command.ts'
import { fieldRowCommands, type FieldRow } from '#app/widgets/field-facts/field-row.ts'
import { findPopup, type PopupModel } from './popup-store.ts'

export const itemFieldIds = { ask: 'popup.field', edit: 'popup.edit-field', save: 'popup.save-field' } as const
export const taskFieldIds = {
  ask: 'popup.task-field',
  edit: 'popup.edit-task-field',
  save: 'popup.save-task-field',
} as const

const base = { group: 'Item', scope: 'popup' } as const

/** The commands that edit the fields of the item in view and of its task. */
export const fieldCommands: readonly Command[] = [
  ...fieldRowCommands({
    base,
    ids: itemFieldIds,
    title: 'Set a field of the item…',
    keys: ['e'],
    find: () => toRow(findPopup(), toItemRow),
  }),
  ...fieldRowCommands({
    base,
    ids: taskFieldIds,
    title: 'Set a field of the task…',
    keys: ['shift+e'],
    find: () => toRow(findPopup(), toTaskRow),
  }),
]

function toRow(model: PopupModel | undefined, read: (model: PopupModel) => FieldRow | undefined): FieldRow | undefined {
  return model && read(model)
}

/** Returns the item in view with its fields. */
export function toItemRow(model: PopupModel): FieldRow {
  const { id, title, kindId, fields: values } = model.row
  const kind = kindId === undefined ? undefined : model.studio.replica.find('item_kinds', kindId)
  const all = rest(model, 'item')
  return { of: 'item', id, title, values, ...all, fields: fieldsOfKind(all.fields, kind, values) }
}

/** Returns the task in view with its fields. */
export function toTaskRow(model: PopupModel): FieldRow | undefined {
  const { task } = model.selection
  return task && { of: 'task', id: task.id, title: task.title, values: task.fields, ...rest(model, 'task') }
}

function rest({ studio, space, client }: PopupModel, owner: 'item' | 'task') {
  const row = studio.replica.find('spaces', space.spaceId)
  const fields = row === undefined ? [] : studio.getSpaceFields(row, owner).filter(({ kind }) => kind !== 'formula')
  return { fields, studio, within: space, client }
}
