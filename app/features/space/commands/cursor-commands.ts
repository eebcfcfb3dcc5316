import { parseCellKey, selectRectangle } from '#core/lib/selection-range.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { defineWith, type Command, type CommandId } from '#app/commands/define-command.ts'
import { selectWholeColumn, selectWholeRows } from '../grid/use-cell-pointer.ts'
import { moveCell, type CellMove } from '#app/lib/move-cell.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { clearSelection, pickCell, setSelection, spaceViewStore, stepCursor, stopMoving } from '../space-view-store.ts'
import { shiftDrop } from './move-commands.ts'
import type { SpacePage } from './space-page.ts'
import { cursorItem } from './targets.ts'

const define = defineWith({ group: 'Move and select', scope: 'grid' })

const moves: readonly (readonly [CellMove, string, readonly string[]])[] = [
  ['up', 'Cell above', ['up', 'k']],
  ['down', 'Cell below', ['down', 'j']],
  ['left', 'Cell to the left', ['left', 'h']],
  ['right', 'Cell to the right', ['right', 'l']],
  ['top', 'First row', ['mod+up', 'mod+home']],
  ['bottom', 'Last row', ['mod+down', 'mod+end']],
  ['row-start', 'First stage', ['home', 'mod+left']],
  ['row-end', 'Last stage', ['end', 'mod+right']],
  ['page-up', 'Page up', ['pageup']],
  ['page-down', 'Page down', ['pagedown']],
]

/** Commands that move the cursor and select cells in the grid. */
export function makeCursorCommands({ model }: SpacePage): readonly Command[] {
  return [
    ...moves.map(([move, title, keys]) =>
      define({
        id: `grid.${move}` satisfies CommandId,
        title,
        keys,
        isKeyOnly: true,
        isRepeatable: true,
        run: () => go(model, move, 'move'),
      }),
    ),
    ...moves.map(([move, title, [arrow = '']]) =>
      define({
        id: `grid.extend-${move}` satisfies CommandId,
        title: `Select to: ${title.toLowerCase()}`,
        keys: [extendedKey(arrow)],
        isKeyOnly: true,
        isRepeatable: true,
        run: () => go(model, move, 'extend'),
      }),
    ),
    ...makeSelectionCommands(model),
  ]
}

/** 'mod+up' becomes 'mod+shift+up'. */
function extendedKey(keys: string): string {
  const at = keys.lastIndexOf('+') + 1
  return `${keys.slice(0, at)}shift+${keys.slice(at)}`
}

function go(model: SpaceModel, move: CellMove, how: 'move' | 'extend'): void {
  if (spaceViewStore.moving !== undefined) {
    if (move === 'up' || move === 'down') shiftDrop(model, move === 'up' ? -1 : 1)
    return
  }
  const { selection, cursor } = spaceViewStore
  const { order } = model.getLayout()
  const to = moveCell(cursor, move, {
    order,
    findRow: (key) => rowNumberOf(model, parseCellKey(key).itemId),
    pageRows: spaceViewStore.pageRows,
  })
  if (to === undefined) return
  if (how === 'move') stepCursor(to)
  else setSelection(selectRectangle({ ...selection, anchor: selection.anchor ?? cursor }, to, order), to)
}

/** Returns an item's position among the shown ones: its row, less the headings above it. */
function rowNumberOf(model: SpaceModel, itemId: ItemId): number {
  const { sections, findRow } = model.getLayout()
  const row = findRow(itemId)
  if (row === undefined) return -1
  return row - sections.filter(({ hasHeading, firstRow }) => hasHeading && firstRow < row).length
}

function hasCursor(): boolean {
  return cursorItem() !== undefined
}

function makeSelectionCommands(model: SpaceModel): readonly Command[] {
  return [
    define({
      id: 'grid.toggle-cell',
      title: 'Select or unselect the cell',
      keys: ['x'],
      isKeyOnly: true,
      when: hasCursor,
      run: () => {
        const { cursor } = spaceViewStore
        if (cursor !== undefined) pickCell(cursor)
      },
    }),
    ...makeRowSelectionCommands(model),
    define({
      id: 'grid.clear-selection',
      title: 'Clear the selection or cancel the move',
      keys: ['escape'],
      isKeyOnly: true,
      shadows: ['layer.close'],
      // What lies over the cells closes first.
      when: () =>
        !spaceViewStore.isPeeking && (spaceViewStore.selection.cells.size > 0 || spaceViewStore.moving !== undefined),
      run: () => (spaceViewStore.moving === undefined ? clearSelection() : stopMoving()),
    }),
  ]
}

function makeRowSelectionCommands(model: SpaceModel): readonly Command[] {
  const order = () => model.getLayout().order
  return [
    define({
      id: 'grid.select-row',
      title: 'Select the item',
      keys: ['shift+space'],
      when: hasCursor,
      run: () => {
        const item = cursorItem()
        if (item !== undefined) keepCursor(() => selectWholeRows([item], order()))
      },
    }),
    define({
      id: 'grid.select-collection',
      title: 'Select the collection',
      keys: ['mod+shift+space'],
      when: hasCursor,
      run: () => {
        const item = cursorItem()
        const itemIds = model.getLayout().sections.find((entry) => item !== undefined && entry.itemIds.includes(item))
        if (itemIds !== undefined) keepCursor(() => selectWholeRows(itemIds.itemIds, order()))
      },
    }),
    define({
      id: 'grid.select-column',
      title: 'Select the column',
      keys: ['shift+v'],
      when: hasCursor,
      run: () => {
        const { cursor } = spaceViewStore
        if (cursor !== undefined) keepCursor(() => selectWholeColumn(parseCellKey(cursor).stageId, order()))
      },
    }),
    define({
      id: 'grid.select-all',
      title: 'Select everything shown',
      keys: ['mod+a'],
      run: () => keepCursor(() => selectWholeRows(order().itemIds, order())),
    }),
  ]
}

/** Selects cells and keeps the cursor, and with it the scroll position, in place. */
function keepCursor(select: () => void): void {
  const { cursor } = spaceViewStore
  select()
  setSelection(spaceViewStore.selection, cursor)
}
