import { moveColumn, resizeColumn, togglePinned, type ColumnLook } from '#core/items/column-look.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StageId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { defineCommand, defineWith, type Command } from '#app/commands/define-command.ts'
import { measureColumn, widthOf } from '../grid/measure-column.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setColumns, spaceViewStore } from '../space-view-store.ts'
import { findColumn } from './find-column.ts'

const shared = { group: 'Columns', scope: 'grid' } as const
const WIDER_PX = 24

/** Commands for a column's width and place. */
export function makeColumnPlaceCommands(model: SpaceModel): readonly Command[] {
  return [...makeWidthCommands(model), ...makeOrderCommands(model)]
}

function makeWidthCommands(model: SpaceModel): readonly Command[] {
  const act = makeAct(model)
  const widen = (by: number) => (id: StageId) => resizeColumn(spaceViewStore.columns, id, widthOf(model, id) + by)
  const when = (): boolean => findColumn(model) !== undefined
  const define = defineWith({ ...shared, keywords: ['width', 'size', 'automatic'], when })
  return [
    define({
      id: 'column.wider',
      title: 'Make the column wider',
      keys: ['alt+='],
      isRepeatable: true,
      run: act(widen(WIDER_PX)),
    }),
    define({
      id: 'column.narrower',
      title: 'Make the column narrower',
      keys: ['alt+-'],
      isRepeatable: true,
      run: act(widen(-WIDER_PX)),
    }),
    define({
      id: 'column.fit',
      title: 'Fit the column to its content',
      keys: ['alt+shift+f'],
      run: act((id) => resizeColumn(spaceViewStore.columns, id, measureColumn(model, id))),
    }),
    define({
      id: 'column.reset-width',
      title: 'Reset the column’s width',
      keys: ['alt+0'],
      when: () => spaceViewStore.columns.widths[findColumn(model) ?? ''] !== undefined,
      run: act((id) => resizeColumn(spaceViewStore.columns, id, undefined)),
    }),
  ]
}

function makeOrderCommands(model: SpaceModel): readonly Command[] {
  const act = makeAct(model)
  const step = (by: number) => (id: StageId) => {
    const to = findNeighbour(model, id, by)
    return to && moveColumn(spaceViewStore.columns, model.getAllColumns(), { id, to })
  }
  const define = defineWith({ ...shared, keywords: ['order'], isRepeatable: true })
  return [
    define({
      id: 'column.move-left',
      title: 'Move the column left',
      keys: ['alt+shift+left'],
      when: () => findNeighbour(model, findColumn(model), -1) !== undefined,
      run: act(step(-1)),
    }),
    define({
      id: 'column.move-right',
      title: 'Move the column right',
      keys: ['alt+shift+right'],
      when: () => findNeighbour(model, findColumn(model), 1) !== undefined,
      run: act(step(1)),
    }),
    defineCommand({
      ...shared,
      id: 'column.pin',
      title: 'Pin or unpin the column',
      keywords: ['freeze', 'stay', 'scroll'],
      keys: ['alt+shift+p'],
      when: () => findColumn(model) !== undefined,
      run: (_context, [given]) => {
        const id = findColumn(model, given)
        return id === undefined ? undefined : pin(model, id)
      },
    }),
  ]
}

/** Wraps a change of the command's column as a run function. */
function makeAct(model: SpaceModel) {
  return (change: (id: StageId) => ColumnLook | undefined) =>
    (_context: unknown, [given]: readonly string[]): void => {
      const id = findColumn(model, given)
      const look = id === undefined ? undefined : change(id)
      if (look !== undefined) setColumns(look)
    }
}

/** Pins a column where there is room for it, or unpins it. */
function pin(model: SpaceModel, id: StageId): Result<void> {
  const before = spaceViewStore.columns
  setColumns(togglePinned(before, id))
  const column = model.getColumns().find((each) => each.id === id)
  if (column?.isPinned !== true || column.stuckAt !== undefined) return ok(undefined)
  setColumns(before)
  const text = `${column.name} does not fit beside the pinned columns: make one narrower or unpin one`
  return err(new AppError('invalid-input', text))
}

/** Finds the column to swap places with: pinned ones stay first. */
function findNeighbour(model: SpaceModel, id: StageId | undefined, by: number): StageId | undefined {
  const columns = model.getColumns()
  const at = columns.findIndex((column) => column.id === id)
  const beside = columns[at + by]
  return at >= 0 && beside?.isPinned === columns[at]?.isPinned ? beside?.id : undefined
}
