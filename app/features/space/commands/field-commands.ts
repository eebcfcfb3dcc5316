import type { Done } from '#core/change/context.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { fieldPages } from '#app/widgets/field-facts/field-pages.ts'
import { refuseGone, refuseRole } from '#app/widgets/field-facts/field-row.ts'
import { groupBy } from '#core/lib/collections.ts'
import { toId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { withExpressions } from '#core/timeline/filter-kinds.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { defineCommand, defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { performAll } from '#app/widgets/perform.ts'
import type { FieldColumn } from '#core/items/space-columns.ts'
import type { SpaceModel } from '../model/space-model.ts'
import {
  clearSelection,
  setFilter,
  setItemSort,
  spaceViewStore,
  startEditing,
  stopEditing,
  toggleField,
  toggleTaskColumns,
} from '../space-view-store.ts'
import { findColumn } from './find-column.ts'
import type { SpacePage } from './space-page.ts'
import { hasTargetFields, hasTargets, targetFields, targetItems, targetTasks, type FieldCell } from './targets.ts'

const group = 'Fields'

/** A new value for a row's field; null clears it. */
export type FieldAssignment = Pick<FieldCell, 'field' | 'row'> & { readonly value: FieldValue | null }

/** Commands that write into the cells of fields, and choose which are shown. */
export function makeFieldCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  const can = (): boolean => model.studio.can('create')
  return [
    define({
      // Its keys are those that type: see edit-by-typing.ts.
      id: 'field.edit',
      title: 'Change the field',
      needs: 'create',
      when: () => can() && findCursorField(page) !== undefined,
      run: (_context, [draft]) => editField(page, draft),
    }),
    define({
      id: 'field.save',
      title: 'Save the field',
      isKeyOnly: true,
      needs: 'create',
      run: async (_context, [itemId = '', columnId = '', text = '']) => {
        stopEditing()
        const [cell] = targetFields(model, [toCellKey(toId<ItemId>(itemId), toId<StageId>(columnId))])
        if (cell === undefined) return refuseGone(text)
        const value = parseFieldText(cell.field, text, model.studio.getMembers())
        return value.ok ? await setFields(page, [{ ...cell, value: value.value }]) : value
      },
    }),
    define({
      id: 'field.clear',
      title: 'Clear the fields',
      needs: 'create',
      when: () => can() && hasTargets() && hasTargetFields(model),
      run: async () =>
        await setFields(
          page,
          targetFields(model).map((cell) => ({ ...cell, value: null })),
        ),
    }),
    makeSetCommand(page),
    makeShowCommand(page),
    makeShowTaskFieldCommand(page),
    makeSortCommand(page),
    makeWhereCommand(page),
  ]
}

/** Makes the command that sets a field of all selected tasks or items: it needs no shown column of the field. */
function makeSetCommand(page: SpacePage): Command {
  const { model, scope } = page
  const list = (): readonly FieldDefinition[] => [
    ...model.getTaskFields(),
    ...model.getAllFields().filter(({ kind }) => kind !== 'formula'),
  ]
  return defineCommand({
    id: 'task.field',
    title: 'Set a field…',
    group: 'Tasks',
    scope,
    keys: ['shift+e'],
    keywords: ['field', 'value', 'column', 'custom'],
    needs: 'create',
    // Offered even without any field: the last one may be deleted while somebody types, and they must be told.
    when: () => model.studio.can('create') && hasTargets(),
    args: fieldPages({
      list,
      getPeople: model.studio.getMembers,
      describe: ({ of, kind }) => `${kindTitles[kind]} of ${of === 'task' ? 'the tasks' : 'the items'}`,
    }),
    run: async (_context, [fieldId = '', text = '']) => {
      const field = list().find(({ id }) => id === fieldId)
      if (field === undefined) return refuseGone(text)
      const read = parseFieldText(field, text, model.studio.getMembers())
      if (!read.ok) return read
      const items = model.space.replica.getRows('items')
      const rows = field.of === 'task' ? targetTasks(model) : targetItems(model).flatMap((id) => items.get(id) ?? [])
      return await setFields(
        page,
        rows.map((row) => ({ field, row, value: read.value })),
      )
    },
  })
}

function makeShowCommand({ model, scope }: SpacePage): Command {
  return defineCommand({
    id: 'field.show',
    title: 'Show or hide a column…',
    group,
    scope,
    keywords: ['field', 'stage'],
    args: [
      {
        id: 'field',
        placeholder: 'Column',
        options: () => [
          ...[...model.getStages(), ...model.getAllFields()].map(({ id, name }) => ({
            value: String(id),
            label: name,
            detail: spaceViewStore.hiddenFields.has(id) ? 'Hidden' : 'Shown',
          })),
          ...listTaskOptions(model, model.getTaskColumns()),
        ],
      },
    ],
    run: (_context, [ids = '']) => toggleColumns(ids),
  })
}

/** Makes the command that shows or hides task fields beside the current stage. */
function makeShowTaskFieldCommand({ model, scope }: SpacePage): Command {
  const listColumns = (): readonly FieldColumn[] => {
    const stageId = findColumn(model)
    return model.getTaskColumns().filter(({ stage }) => stage?.id === stageId)
  }
  return defineCommand({
    id: 'column.task-fields',
    title: 'Show or hide a field of its tasks…',
    group: 'Columns',
    scope,
    keywords: ['column', 'field', 'stage'],
    when: () => listColumns().length > 0,
    args: [
      {
        id: 'field',
        placeholder: 'Field of its tasks',
        options: () => listColumns().map(({ id, field }) => ({ value: id, label: field.name, detail: stateOf(id) })),
      },
    ],
    run: (_context, [ids = '']) => toggleColumns(ids),
  })
}

/** Lists the options for task fields: each beside every stage, where there are several, and each beside one stage. */
function listTaskOptions(model: SpaceModel, columns: readonly FieldColumn[]) {
  const isSeveral = model.getStages().length > 1
  const whole = model.getTaskFields().map(({ id, name }) => {
    const ids = columns.flatMap((column) => (column.field.id === id ? column.id : []))
    const isShown = ids.every((columnId) => stateOf(columnId) === 'Shown')
    return { value: ids.join(' '), label: `${name} of every stage`, detail: isShown ? 'Shown' : 'Hidden' }
  })
  const each = columns.map(({ id, name }) => ({ value: String(id), label: name, detail: stateOf(id) }))
  return isSeveral ? [...whole, ...each] : each
}

function stateOf(columnId: string): string {
  return spaceViewStore.columns.shown.includes(columnId) ? 'Shown' : 'Hidden'
}

function toggleColumns(ids: string): void {
  const [id = '', ...others] = ids.split(' ')
  clearSelection()
  if (others.length > 0) toggleTaskColumns([id, ...others])
  else if (id !== '') toggleField(id)
}

function makeSortCommand({ model, scope }: SpacePage): Command {
  return defineCommand({
    id: 'field.sort',
    title: 'Sort by a column…',
    group,
    scope,
    keywords: ['order', 'field', 'status'],
    args: [
      {
        id: 'field',
        placeholder: 'Sort items by',
        options: () => [
          { value: '', label: 'In manual order' },
          ...listSortColumns(model).flatMap(({ id, name }) => [
            { value: String(id), label: name, detail: 'Ascending' },
            { value: `-${id}`, label: name, detail: 'Descending' },
          ]),
        ],
      },
    ],
    run: (_context, [text = '']) => {
      const isDown = text.startsWith('-')
      setItemSort(text === '' ? undefined : { fieldId: isDown ? text.slice(1) : text, isDown })
    },
  })
}

function listSortColumns(model: SpaceModel): readonly { readonly id: string; readonly name: string }[] {
  return [...model.getStages(), model.studio.getKindField(), ...model.getAllFields(), ...model.getTaskColumns()]
}

/** Makes the command that filters the space by an expression; an empty one clears it. */
function makeWhereCommand({ model, scope }: SpacePage): Command {
  return defineCommand({
    id: 'filter.where',
    title: 'Filter by an expression…',
    group: 'Filter',
    scope,
    keywords: ['where', 'formula', 'condition'],
    args: [
      {
        id: 'where',
        placeholder: 'frames > 100 && !task("anim").done',
        options: () => [{ value: '', label: 'Without one' }],
        free: true,
      },
    ],
    run: async (_context, [text = '']) => {
      const { filter } = spaceViewStore
      const trimmed = text.trim()
      const problem = trimmed === '' ? undefined : await model.language.check(trimmed)
      if (problem !== undefined) return err(new AppError('invalid-input', problem))
      setFilter(withExpressions(filter, trimmed === '' ? [] : [trimmed]))
      return undefined
    },
  })
}

function findCursorField({ model }: SpacePage): FieldCell | undefined {
  const { cursor } = spaceViewStore
  return cursor === undefined ? undefined : targetFields(model, [cursor])[0]
}

/** Starts editing a field; ticks a box at once. */
async function editField(page: SpacePage, draft: string | undefined): Promise<CommandOutcome> {
  const cell = findCursorField(page)
  if (cell === undefined) return undefined
  if (!page.model.studio.canWrite(cell.field)) return refuseRole(cell.field)
  if (cell.field.kind !== 'checkbox') return startEditing({ kind: 'field', key: cell.key, draft })
  const isTicked = cell.row.fields?.[cell.field.key] === true
  return await setFields(page, [{ ...cell, value: isTicked ? null : true }])
}

/** Sets fields of many items and tasks in one step; skips values they already have. */
async function setFields(
  page: Pick<SpacePage, 'client' | 'model'>,
  assignments: readonly FieldAssignment[],
): Promise<CommandOutcome> {
  const locked = findLocked(page.model, assignments)
  if (locked !== undefined) return refuseRole(locked)
  const operations = toFieldChanges(page, assignments)
  if (operations.length === 0) return ok(undefined)
  const count = assignments.length
  return await performAll(operations, {
    client: page.client,
    failedText: (reason) => reason,
    doneText: count > 1 ? `${count} fields changed` : undefined,
    goneText: messages['not-found'],
  })
}

/** Finds the first field that the person's role cannot write. */
export function findLocked(
  { studio }: SpaceModel,
  assignments: readonly Pick<FieldAssignment, 'field'>[],
): FieldDefinition | undefined {
  return assignments.find(({ field }) => !studio.canWrite(field))?.field
}

/** Makes one operation for the items and one for the tasks, with a change for each row. */
export function toFieldChanges(
  { client, model }: Pick<SpacePage, 'client' | 'model'>,
  assignments: readonly FieldAssignment[],
): readonly (() => Promise<Result<Done>>)[] {
  return [...groupBy(assignments, ({ field }) => field.of)].map(([of, cells]) => {
    const changes = [...groupBy(cells, ({ row }) => row.id)].map(([id, ofRow]) => ({
      id,
      values: Object.fromEntries(ofRow.map(({ field, value }) => [field.key, value])),
    }))
    return async () => await changeFields({ of, within: model.space, changes }, client)
  })
}
