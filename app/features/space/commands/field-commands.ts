import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { groupBy } from '#core/lib/collections.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok } from '#core/lib/result.ts'
import { withExpressions } from '#core/timeline/filter-kinds.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { setFilter, setItemSort, spaceViewStore, startEditing, stopEditing, toggleField } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { hasTargetFields, hasTargets, targetFields, type FieldCell } from './targets.ts'

const group = 'Fields'

/** What a field's cell is to have; null for nothing. */
export type FieldAssignment = FieldCell & { readonly value: FieldValue | null }

/** Writing into the cells of fields, and choosing which are shown. */
export function makeFieldCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const can = (): boolean => model.studio.can('create')
  return [
    defineCommand({
      // Its keys are those that type: see edit-by-typing.ts.
      id: 'field.edit',
      title: 'Change the field',
      group,
      scope,
      needs: 'create',
      when: () => can() && findCursorField(page) !== undefined,
      run: (_context, [draft]) => editField(page, draft),
    }),
    defineCommand({
      id: 'field.save',
      title: 'Save the field',
      group,
      scope,
      isKeyOnly: true,
      needs: 'create',
      run: async (_context, [itemId = '', fieldId = '', text = '']) => {
        stopEditing()
        const [cell] = targetFields(model, [toCellKey(toId<ItemId>(itemId), toId(fieldId))])
        if (cell === undefined) return undefined
        const value = parseFieldText(cell.field, text, model.studio.getMembers())
        return value.ok ? await setFields(page, [{ ...cell, value: value.value }]) : value
      },
    }),
    defineCommand({
      id: 'field.clear',
      title: 'Clear the fields',
      group,
      scope,
      needs: 'create',
      when: () => can() && hasTargets() && hasTargetFields(model),
      run: async () =>
        await setFields(
          page,
          targetFields(model).map((cell) => ({ ...cell, value: null })),
        ),
    }),
    makeShowCommand(page),
    makeSortCommand(page),
    makeWhereCommand(page),
  ]
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
        options: () =>
          [...model.getStages(), ...model.getAllFields()].map(({ id, name }) => ({
            value: id,
            label: name,
            detail: spaceViewStore.hiddenFields.has(id) ? 'Hidden' : 'Shown',
          })),
      },
    ],
    run: (_context, [id = '']) => toggleField(id),
  })
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
          { value: '', label: 'As they are arranged' },
          ...[...model.getStages(), ...model.getAllFields()].flatMap(({ id, name }) => [
            { value: id, label: name, detail: 'Least first' },
            { value: `-${id}`, label: name, detail: 'Most first' },
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

/** Narrows the space to what an expression says; without one to nothing. */
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

/** Begins to write; a box is ticked at once. */
async function editField(page: SpacePage, draft: string | undefined): Promise<CommandOutcome> {
  const cell = findCursorField(page)
  if (cell === undefined) return undefined
  if (cell.field.kind !== 'checkbox') return startEditing({ kind: 'field', key: cell.key, draft })
  const isTicked = cell.item.fields?.[cell.field.key] === true
  return await setFields(page, [{ ...cell, value: isTicked ? null : true }])
}

/** The fields of many items in one step; without what they have already. */
async function setFields(
  { client, model }: Pick<SpacePage, 'client' | 'model'>,
  assignments: readonly FieldAssignment[],
): Promise<CommandOutcome> {
  const changes = toFieldChanges(assignments)
  if (changes.length === 0) return ok(undefined)
  const count = assignments.length
  return await perform(changeFields({ of: 'item', within: model.space, changes }, client), {
    client,
    failedText: (reason) => reason,
    doneText: count > 1 ? `${count} fields changed` : undefined,
    goneText: messages['not-found'],
  })
}

/** One change for each item. */
export function toFieldChanges(assignments: readonly FieldAssignment[]) {
  const byItem = groupBy(assignments, ({ item }) => item.id)
  return [...byItem].map(([id, cells]) => ({
    id,
    values: Object.fromEntries(cells.map(({ field, value }) => [field.key, value])),
  }))
}
