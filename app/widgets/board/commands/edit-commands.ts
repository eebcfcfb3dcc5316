import type { CanvasFields } from '#core/domain/mutations.ts'
import { normalAngle } from '#core/domain/board-geometry.ts'
import { boardLimits } from '#core/domain/board-limits.ts'
import type { CanvasItemRow } from '#core/domain/rows.ts'
import type { CanvasGroupId, CanvasItemId } from '#core/lib/ids.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { countThings, select, type BoardModel } from '../board-model.ts'
import type { BoardPage } from '../board-page.ts'
import { follows, frameOf } from '../board-stage.ts'
import { middleOfView, nextHeight } from '../lay-files.ts'
import { group, guardsOf, scope } from './guards.ts'

const duplicateOffset = 20

/** Changing things one by one or together. */
// oxlint-disable-next-line max-lines-per-function -- a list of declarations
export function makeEditCommands(page: BoardPage): readonly Command[] {
  const { model } = page
  const { view, history } = model
  const { hasSelection, canMove, canEdit } = guardsOf(model)
  const base = { group, scope } as const
  const findText = (): CanvasItemRow | undefined => model.getMovable().find(({ type }) => type === 'text')
  return [
    defineCommand({
      ...base,
      id: 'canvas.undo',
      title: 'Undo on this board',
      keys: ['mod+z'],
      shadows: ['history.undo'],
      run: async () => speak(model, 'Undone', await history.undo()),
    }),
    defineCommand({
      ...base,
      id: 'canvas.redo',
      title: 'Redo on this board',
      keys: ['mod+shift+z'],
      shadows: ['history.redo'],
      run: async () => speak(model, 'Redone', await history.redo()),
    }),
    defineCommand({
      ...base,
      id: 'canvas.text',
      title: 'Add text',
      keys: ['t'],
      when: canEdit,
      run: () => {
        const { width, height } = boardLimits.textBox
        const at = middleOfView(model)
        const box = { x: at.x - width / 2, y: at.y - height / 2, width, height, rotation: 0 }
        view.set({ writing: { id: undefined, box, text: '' } })
      },
    }),
    defineCommand({
      ...base,
      id: 'canvas.edit',
      title: 'Edit the text',
      keys: ['enter', 'f2'],
      when: () => canEdit() && findText() !== undefined,
      run: () => {
        const text = findText()
        if (text !== undefined) view.set({ writing: { id: text.id, box: text, text: text.text ?? '' } })
      },
    }),
    defineCommand({
      ...base,
      id: 'canvas.duplicate',
      title: 'Duplicate',
      keys: ['mod+d'],
      when: () => canEdit() && hasSelection(),
      run: async () => await duplicate(model),
    }),
    defineCommand({
      ...base,
      id: 'canvas.delete',
      title: 'Delete from the board',
      keys: ['delete', 'backspace'],
      when: canMove,
      run: async () => {
        const gone = model.getMovable().map(({ id }) => id)
        const result = await model.change({ label: `Delete ${countThings(gone.length)}`, remove: gone })
        if (result.ok) {
          select(model, [])
          view.set({ focused: undefined, spoken: `${countThings(gone.length)} deleted` })
          page.focusBoard()
        }
        return result
      },
    }),
    defineCommand({
      ...base,
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
    defineCommand({
      ...base,
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
    defineCommand({
      ...base,
      id: 'canvas.group',
      title: 'Group',
      keys: ['mod+g'],
      when: () => canEdit() && view.get().selection.size > 1,
      run: async () => {
        const groupId = model.client.ids.newId<CanvasGroupId>()
        return await setAll(model, 'Group', () => ({ groupId }))
      },
    }),
    defineCommand({
      ...base,
      id: 'canvas.ungroup',
      title: 'Ungroup',
      keys: ['mod+shift+g'],
      when: () => canEdit() && model.getSelected().some(({ groupId }) => groupId !== undefined),
      run: async () => await setAll(model, 'Ungroup', () => ({ groupId: undefined })),
    }),
    ...makeShapeCommands(model),
  ]
}

/** Larger, smaller, turned, moved: what handles do for a pointer. */
function makeShapeCommands(model: BoardModel): readonly Command[] {
  const { canMove } = guardsOf(model)
  const base = { group, scope, when: canMove, isRepeatable: true } as const
  const nudges = [
    ['left', -1, 0],
    ['right', 1, 0],
    ['up', 0, -1],
    ['down', 0, 1],
  ] as const
  return [
    ...nudges.flatMap(([side, x, y]) => [
      defineCommand({
        ...base,
        id: `canvas.nudge-${side}`,
        title: `Move ${side} by 1`,
        keys: [side],
        run: async () => await move(model, x, y),
      }),
      defineCommand({
        ...base,
        id: `canvas.nudge-${side}-far`,
        title: `Move ${side} by 20`,
        keys: [`shift+${side}`],
        run: async () => await move(model, x * boardLimits.snapGrid, y * boardLimits.snapGrid),
      }),
    ]),
    defineCommand({
      ...base,
      id: 'canvas.larger',
      title: 'Larger',
      keys: ['='],
      run: async () => await scale(model, 1.1),
    }),
    defineCommand({
      ...base,
      id: 'canvas.smaller',
      title: 'Smaller',
      keys: ['-'],
      run: async () => await scale(model, 1 / 1.1),
    }),
    defineCommand({
      ...base,
      id: 'canvas.rotate',
      title: 'Rotate by 15°',
      keys: ['r'],
      run: async () => await rotate(model, 15),
    }),
    defineCommand({
      ...base,
      id: 'canvas.rotate-back',
      title: 'Rotate back by 15°',
      keys: ['shift+r'],
      run: async () => await rotate(model, -15),
    }),
  ]
}

function setAll(model: BoardModel, label: string, fieldsOf: (item: CanvasItemRow) => CanvasFields) {
  return model.change({ label, set: model.getSelected().map((item) => ({ id: item.id, fields: fieldsOf(item) })) })
}

function move(model: BoardModel, x: number, y: number) {
  const set = model.getMovable().map((item) => ({ id: item.id, fields: { x: item.x + x, y: item.y + y } }))
  return model.change({ label: 'Move', set })
}

function scale(model: BoardModel, factor: number) {
  const items = model.getMovable()
  const from = frameOf(items, new Map())
  if (from === undefined) return undefined
  const [width, height] = [from.width * factor, from.height * factor]
  const to = { ...from, x: from.x - (width - from.width) / 2, y: from.y - (height - from.height) / 2, width, height }
  return model.change({
    label: 'Resize',
    set: items.map((item) => ({ id: item.id, fields: follows(item, { from, to }) })),
  })
}

function rotate(model: BoardModel, degrees: number) {
  const items = model.getMovable()
  const from = frameOf(items, new Map())
  if (from === undefined) return undefined
  const to = { ...from, rotation: normalAngle(from.rotation + degrees) }
  return model.change({
    label: 'Rotate',
    set: items.map((item) => ({ id: item.id, fields: follows(item, { from, to }) })),
  })
}

async function duplicate(model: BoardModel) {
  const groups = new Map<CanvasGroupId, CanvasGroupId>()
  const height = nextHeight(model)
  const add = model.getSelected().map((item, index): CanvasItemRow => {
    const { groupId } = item
    if (groupId !== undefined && !groups.has(groupId)) groups.set(groupId, model.client.ids.newId())
    return {
      ...item,
      id: model.client.ids.newId<CanvasItemId>(),
      x: item.x + duplicateOffset,
      y: item.y + duplicateOffset,
      zIndex: height + index,
      isLocked: false,
      groupId: groupId === undefined ? undefined : groups.get(groupId),
    }
  })
  const result = await model.change({ label: 'Duplicate', add })
  if (result.ok)
    select(
      model,
      add.map(({ id }) => id),
    )
  return result
}

function speak({ view }: BoardModel, done: string, label: string | undefined): void {
  view.set({ spoken: label === undefined ? 'Nothing to do' : `${done}: ${label}` })
}
