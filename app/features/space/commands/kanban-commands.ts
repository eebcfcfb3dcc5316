import { findNeighbourStatus } from '#core/tasks/kanban.ts'
import { defineWith, type Command, type CommandId } from '#app/commands/define-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { moveOnBoard, type Board } from '../kanban/board.ts'
import { clearSelection, holdOver, pickCell, spaceViewStore, stepCursor } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { hasTargets, targetTasks } from './targets.ts'

const define = defineWith({ group: 'Move and select', scope: 'kanban' })

const moves = [
  ['up', 'Card above', ['k', 'up']],
  ['down', 'Card below', ['j', 'down']],
  ['left', 'Column to the left', ['h', 'left']],
  ['right', 'Column to the right', ['l', 'right']],
] as const

/** Commands that move the cursor on the kanban, and cards to a neighbouring status. */
export function makeKanbanCommands(page: SpacePage, board: Board): readonly Command[] {
  const { model } = page
  const shift = async (offset: 1 | -1): Promise<void> => {
    const [task] = targetTasks(model)
    if (task === undefined) return
    const next = findNeighbourStatus(model.getStatuses(), task.statusId, offset)
    if (next !== undefined) await runCommand('task.set-status', { args: [next.id] })
  }
  return [
    ...moves.map(([move, title, keys]) =>
      define({
        id: `kanban.${move}` satisfies CommandId,
        title,
        keys,
        isKeyOnly: true,
        isRepeatable: true,
        run: () => {
          if (spaceViewStore.heldOver !== undefined) return shiftHeld(page, move)
          const to = moveOnBoard(board, spaceViewStore.cursor, move)
          if (to !== undefined) stepCursor(to)
          return undefined
        },
      }),
    ),
    define({
      id: 'kanban.status-before',
      title: 'Move to the status on the left',
      keys: ['shift+h', 'shift+left'],
      needs: 'create',
      when: () => model.studio.can('create'),
      run: async () => await shift(-1),
    }),
    define({
      id: 'kanban.status-after',
      title: 'Move to the status on the right',
      keys: ['shift+l', 'shift+right'],
      needs: 'create',
      when: () => model.studio.can('create'),
      run: async () => await shift(1),
    }),
    ...makeHoldCommands(page),
    ...makeSelectionCommands(),
  ]
}

/** Commands that take cards to any column by keyboard: pick up, choose the column, drop. */
function makeHoldCommands({ model }: SpacePage): readonly Command[] {
  return [
    define({
      id: 'kanban.move',
      title: 'Move cards',
      keys: ['m'],
      keywords: ['status', 'drag'],
      needs: 'create',
      when: () => model.studio.can('create') && hasTargets() && spaceViewStore.heldOver === undefined,
      run: () => holdOver(targetTasks(model)[0]?.statusId),
    }),
    define({
      id: 'kanban.drop',
      title: 'Drop the cards here',
      isKeyOnly: true,
      when: () => spaceViewStore.heldOver !== undefined,
      run: async () => {
        const { heldOver } = spaceViewStore
        holdOver(undefined)
        if (heldOver !== undefined) await runCommand('task.set-status', { args: [heldOver] })
      },
    }),
  ]
}

/** Moves held cards over the neighbouring column. */
function shiftHeld({ model }: SpacePage, move: (typeof moves)[number][0]): void {
  const { heldOver } = spaceViewStore
  if (heldOver === undefined || move === 'up' || move === 'down') return
  const next = findNeighbourStatus(model.getStatuses(), heldOver, move === 'left' ? -1 : 1)
  if (next !== undefined) holdOver(next.id)
}

function makeSelectionCommands(): readonly Command[] {
  return [
    define({
      id: 'kanban.toggle-card',
      title: 'Select or unselect the card',
      keys: ['x'],
      isKeyOnly: true,
      run: () => {
        const { cursor } = spaceViewStore
        if (cursor !== undefined) pickCell(cursor)
      },
    }),
    define({
      id: 'kanban.clear-selection',
      title: 'Clear the selection or cancel the move',
      keys: ['escape'],
      isKeyOnly: true,
      shadows: ['layer.close'],
      when: () =>
        !spaceViewStore.isPeeking && (spaceViewStore.selection.cells.size > 0 || spaceViewStore.heldOver !== undefined),
      run: () => (spaceViewStore.heldOver === undefined ? clearSelection() : holdOver(undefined)),
    }),
  ]
}
