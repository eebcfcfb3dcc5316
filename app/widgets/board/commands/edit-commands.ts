import type { CanvasFields } from '#core/boards/mutators.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { CanvasGroupId } from '#core/lib/ids.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { countObjects, select, type BoardModel } from '../board-model.ts'
import type { BoardPage } from '../board-page.ts'
import { finishCrop } from '../cropping.ts'
import { duplicateObjects } from '../duplicate-objects.ts'
import { getPlaceForNew } from '../place-files.ts'
import { textPadding } from '../lay-out-text.ts'
import { group, guardsOf, scope } from './guards.ts'

/** In board pixels. */
const duplicateOffset = 20

/**
 * Returns the selection shifted aside: further for each person at the board whose id sorts before this one's, so that
 * no two people's copies land in the same place.
 */
function listShifted(model: BoardModel): readonly CanvasItemRow[] {
  const { client, others } = model
  const before = new Set(others.now.flatMap(({ userId }) => (userId < client.userId ? [userId] : [])))
  const by = duplicateOffset * (1 + before.size)
  return model.getSelected().map((item) => ({ ...item, x: item.x + by, y: item.y + by }))
}

/** Commands that change objects. */
// oxlint-disable-next-line max-lines-per-function -- a list of declarations
export function makeEditCommands(page: BoardPage): readonly Command[] {
  const { model } = page
  const { view, history } = model
  const { hasSelection, canMove, canEdit } = guardsOf(model)
  const define = defineWith({ group, scope })
  const findText = (): CanvasItemRow | undefined => {
    const texts = model.getMovable().filter(({ type }) => type === 'text')
    return texts.find(({ id }) => id === view.get().focused) ?? texts[0]
  }
  return [
    define({
      id: 'canvas.undo',
      title: 'Undo on this board',
      keys: ['mod+z'],
      shadows: ['history.undo'],
      when: canEdit,
      run: async () => announce(model, 'Undone', await history.undo()),
    }),
    define({
      id: 'canvas.redo',
      title: 'Redo on this board',
      keys: ['mod+shift+z'],
      shadows: ['history.redo'],
      when: canEdit,
      run: async () => announce(model, 'Redone', await history.redo()),
    }),
    define({
      id: 'canvas.text',
      title: 'Add text',
      keys: ['t'],
      when: canEdit,
      run: () => {
        const { width, height } = boardLimits.textBox
        const { point, isPointed } = getPlaceForNew(model)
        // At the pointer, the text's first letter appears there.
        const box = {
          x: point.x - (isPointed ? textPadding : width / 2),
          y: point.y - height / 2,
          width,
          height,
          rotation: 0,
        }
        view.set({ writing: { id: undefined, box, text: '' } })
      },
    }),
    define({
      id: 'canvas.edit',
      title: 'Edit the text',
      keys: ['enter', 'f2'],
      when: () => canEdit() && (view.get().cropping !== undefined || findText() !== undefined),
      run: async () => {
        if (view.get().cropping !== undefined) return await finishCrop(model)
        const text = findText()
        if (text !== undefined) view.set({ writing: { id: text.id, box: text, text: text.text ?? '' } })
        return undefined
      },
    }),
    define({
      id: 'canvas.duplicate',
      title: 'Duplicate',
      keys: ['mod+d'],
      when: () => canEdit() && hasSelection(),
      run: async () => await duplicateObjects(model, listShifted(model)),
    }),
    define({
      id: 'canvas.delete',
      title: 'Delete from the board',
      keys: ['delete', 'backspace'],
      when: canMove,
      run: async () => {
        const gone = model.getMovable().map(({ id }) => id)
        const result = await model.change({ label: `Delete ${countObjects(gone.length)}`, remove: gone })
        if (result.ok) {
          select(model, [])
          view.set({ focused: undefined, spoken: `${countObjects(gone.length)} deleted` })
          page.focusBoard()
        }
        return result
      },
    }),
    define({
      id: 'canvas.lock',
      title: 'Lock or unlock',
      keys: ['l'],
      when: () => canEdit() && hasSelection(),
      run: async () => {
        const isLocked = model.getSelected().some((item) => !item.isLocked)
        const result = await setAll(model, isLocked ? 'Lock' : 'Unlock', () => ({ isLocked }))
        if (result.ok) view.set({ spoken: isLocked ? 'Locked' : 'Unlocked' })
        return result
      },
    }),
    define({
      id: 'canvas.opacity',
      title: 'Set the opacity',
      keys: ['o'],
      when: canMove,
      args: [
        {
          id: 'opacity',
          placeholder: 'How opaque?',
          options: () => ['100', '75', '50', '25', '10'].map((value) => ({ value, label: `${value} %` })),
        },
      ],
      run: async (_, [percent]) => {
        const opacity = Math.min(1, Math.max(0, Number(percent) / 100))
        return await setAll(model, 'Set opacity', ({ isLocked }) => (isLocked ? {} : { opacity }))
      },
    }),
    define({
      id: 'canvas.group',
      title: 'Group',
      keys: ['mod+g'],
      when: () => canEdit() && view.get().selection.size > 1,
      run: async () => {
        const groupId = model.client.ids.newId<CanvasGroupId>()
        return await setAll(model, 'Group', () => ({ groupId }))
      },
    }),
    define({
      id: 'canvas.ungroup',
      title: 'Ungroup',
      keys: ['mod+shift+g'],
      when: () => canEdit() && model.getSelected().some(({ groupId }) => groupId !== undefined),
      run: async () => await setAll(model, 'Ungroup', () => ({ groupId: undefined })),
    }),
  ]
}

function setAll(model: BoardModel, label: string, fieldsOf: (item: CanvasItemRow) => CanvasFields) {
  return model.change({ label, set: model.getSelected().map((item) => ({ id: item.id, fields: fieldsOf(item) })) })
}

function announce({ view }: BoardModel, done: string, label: string | undefined): void {
  view.set({ spoken: label === undefined ? 'Nothing to do' : `${done}: ${label}` })
}
