import { align, alignments, distribute, restack, tidy, type Moves } from '#core/boards/arrange.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import type { BoardModel } from '../board-model.ts'
import type { BoardPage } from '../board-page.ts'
import { group, guardsOf, scope } from './guards.ts'

const heights = [
  { step: 'forward', title: 'Bring forward', keys: [']'] },
  { step: 'backward', title: 'Send backward', keys: ['['] },
  { step: 'front', title: 'Bring to the front', keys: ['shift+]'] },
  { step: 'back', title: 'Send to the back', keys: ['shift+['] },
] as const

/** Commands that arrange objects relative to each other. */
export function makeArrangeCommands({ model }: BoardPage): readonly Command[] {
  const { canMove, hasSeveral, canEdit } = guardsOf(model)
  const define = defineWith({ group, scope })
  return [
    ...heights.map(({ step, title, keys }) =>
      define({
        id: `canvas.${step}`,
        title,
        keys,
        when: canMove,
        run: async () => {
          const chosen = new Set(model.getMovable().map(({ id }) => id))
          const set = [...restack(model.board.getItems(), chosen, step)].map(([id, zIndex]) => ({
            id,
            fields: { zIndex },
          }))
          return await model.change({ label: title, set })
        },
      }),
    ),
    ...alignments.map((side) =>
      define({
        id: `canvas.align-${side}`,
        title: `Align ${side}`,
        when: hasSeveral,
        run: async () => await moveTo(model, `Align ${side}`, align(model.getMovable(), side)),
      }),
    ),
    define({
      id: 'canvas.distribute-across',
      title: 'Distribute horizontally',
      when: () => model.getMovable().length > 2 && canEdit(),
      run: async () => await moveTo(model, 'Distribute', distribute(model.getMovable(), 'x')),
    }),
    define({
      id: 'canvas.distribute-down',
      title: 'Distribute vertically',
      when: () => model.getMovable().length > 2 && canEdit(),
      run: async () => await moveTo(model, 'Distribute', distribute(model.getMovable(), 'y')),
    }),
    define({
      id: 'canvas.tidy',
      title: 'Tidy into a grid',
      keys: ['shift+y'],
      when: () => canEdit() && model.board.getItems().length > 1,
      run: async () => {
        const chosen = model.getMovable()
        const items = chosen.length > 1 ? chosen : model.board.getItems().filter(({ isLocked }) => !isLocked)
        return await moveTo(model, 'Tidy', tidy(items))
      },
    }),
  ]
}

async function moveTo(model: BoardModel, label: string, moves: Moves<CanvasItemId>) {
  return await model.change({ label, set: [...moves].map(([id, fields]) => ({ id, fields })) })
}
