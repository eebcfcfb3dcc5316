import type { StageId } from '#core/lib/ids.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { selectWholeColumn } from '../grid/use-cell-pointer.ts'
import type { GridFieldColumn, SpaceModel } from '../model/space-model.ts'
import { totalKinds } from '#core/items/view-form.ts'
import { listTotalKinds, totalTitles } from '../model/field-totals.ts'
import {
  clearSelection,
  setGroup,
  setItemSort,
  setTotal,
  showAllColumns,
  spaceViewStore,
  toggleField,
} from '../space-view-store.ts'
import { makeColumnPlaceCommands } from './column-place-commands.ts'
import { findColumn } from './find-column.ts'
import type { SpacePage } from './space-page.ts'

const define = defineWith({ group: 'Columns', scope: 'grid' })

/**
 * Commands of a column's menu, except those that change its tasks. The column is the argument, else the menu's or the
 * cursor's.
 */
export function makeColumnCommands({ model }: SpacePage): readonly Command[] {
  const hasColumn = (): boolean => findColumn(model) !== undefined
  const sortBy = (given: string | undefined, isDown: boolean): void => {
    const fieldId = findColumn(model, given)
    if (fieldId !== undefined) setItemSort({ fieldId, isDown })
  }
  return [
    define({
      id: 'column.menu',
      title: 'Open the column’s menu',
      keys: ['alt+down'],
      when: hasColumn,
      run: (_context, [given]) => openMenu(findColumn(model, given)),
    }),
    define({
      id: 'column.select',
      title: 'Select the column',
      when: hasColumn,
      run: (_context, [given]) => {
        const id = findColumn(model, given)
        if (id !== undefined) selectWholeColumn(id, model.getLayout().order)
      },
    }),
    define({
      id: 'column.sort-up',
      title: 'Sort ascending by this column',
      keywords: ['order', 'status'],
      when: hasColumn,
      run: (_context, [given]) => sortBy(given, false),
    }),
    define({
      id: 'column.sort-down',
      title: 'Sort descending by this column',
      keywords: ['order', 'status'],
      when: hasColumn,
      run: (_context, [given]) => sortBy(given, true),
    }),
    define({
      id: 'column.unsort',
      title: 'Clear the sort',
      keywords: ['order', 'sort'],
      when: () => spaceViewStore.itemSort !== undefined,
      run: () => setItemSort(undefined),
    }),
    ...makeColumnPlaceCommands(model),
    ...makeGroupCommands(model),
    ...makeHideCommands(model),
  ]
}

/** Commands that group by a field, and that choose a field's total. */
function makeGroupCommands(model: SpaceModel): readonly Command[] {
  const findField = makeFindField(model)
  return [
    define({
      id: 'column.group',
      title: 'Group by this column',
      when: () => findField() !== undefined,
      run: (_context, [given]) => setGroup(findField(given)?.id),
    }),
    define({
      id: 'grid.group',
      title: 'Group by a field…',
      keywords: ['collection', 'together', 'section'],
      keys: ['g o'],
      when: () => listGroupColumns(model).length > 0,
      args: [
        {
          id: 'field',
          placeholder: 'Group items by',
          options: () => [
            { value: '', label: 'Their collections' },
            ...listGroupColumns(model).map(({ id, name }) => ({ value: String(id), label: name })),
          ],
        },
      ],
      run: (_context, [id = '']) => setGroup(listGroupColumns(model).find((column) => column.id === id)?.id),
    }),
    define({
      id: 'grid.ungroup',
      title: 'Group by collections',
      when: () => spaceViewStore.group !== undefined,
      run: () => setGroup(undefined),
    }),
    makeTotalCommand(model),
  ]
}

/** Lists what items can be grouped by: their kinds, their fields, and the fields of their tasks of a stage. */
function listGroupColumns(model: SpaceModel): readonly { readonly id: string; readonly name: string }[] {
  return [model.studio.getKindField(), ...model.getAllFields(), ...model.getTaskColumns()]
}

/** Finds the command's column, where it is a field's. */
function makeFindField(model: SpaceModel): (given?: string) => GridFieldColumn | undefined {
  return (given) => {
    const id = findColumn(model, given)
    const column = id === undefined ? undefined : model.findColumn(id)
    return column?.field === undefined ? undefined : column
  }
}

function makeTotalCommand(model: SpaceModel): Command {
  const findField = makeFindField(model)
  return define({
    id: 'column.total',
    title: 'Total of the column…',
    keywords: ['sum', 'mean', 'average', 'min', 'max', 'count', 'share'],
    when: () => findField() !== undefined,
    args: [
      {
        id: 'total',
        placeholder: 'How to total it',
        options: () => {
          const column = findField()
          const kinds = column === undefined ? [] : listTotalKinds(column.field)
          return kinds.map((kind) => ({ value: kind, label: totalTitles[kind] }))
        },
      },
    ],
    run: (_context, [kind, given]) => {
      const [column, total] = [findField(given), totalKinds.find((each) => each === kind)]
      if (column !== undefined && total !== undefined) setTotal(column.id, total)
    },
  })
}

function makeHideCommands(model: SpaceModel): readonly Command[] {
  const count = (): number => model.getColumns().length
  return [
    define({
      id: 'column.hide',
      title: 'Hide the column',
      // A grid without columns would offer no way back.
      when: () => count() > 1 && findColumn(model) !== undefined,
      run: (_context, [given]) => {
        const id = findColumn(model, given)
        if (id === undefined) return
        clearSelection()
        toggleField(id)
      },
    }),
    define({
      id: 'column.show-all',
      title: 'Show all columns',
      keywords: ['hidden', 'field', 'stage'],
      when: () => count() < model.getAllColumns().length,
      run: showAllColumns,
    }),
  ]
}

/** Opens a column's menu below its heading, like a right click there. */
function openMenu(id: StageId | undefined): void {
  const heading = id === undefined ? null : document.querySelector(`[role="columnheader"][data-stage="${id}"]`)
  if (heading === null) return
  heading.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, bottom } = heading.getBoundingClientRect()
  heading.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 8, clientY: bottom - 2 }),
  )
}
