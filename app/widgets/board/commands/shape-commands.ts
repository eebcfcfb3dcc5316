import { normalAngle } from '#core/boards/geometry.ts'
import { boardLimits } from '#core/boards/limits.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import type { BoardPage } from '../board-page.ts'
import { cropStep, trimCrop } from '../cropping.ts'
import { heightOfText } from '../lay-out-text.ts'
import { follows, frameOf } from '../shape-objects.ts'
import { group, guardsOf, scope } from './guards.ts'

type Shaping = Pick<BoardPage, 'model' | 'brush'>

/** Commands that resize, turn and move objects, as the handles do for a pointer. */
// oxlint-disable-next-line max-lines-per-function -- a list of declarations
export function makeShapeCommands({ model, brush }: BoardPage): readonly Command[] {
  const { canMove } = guardsOf(model)
  const page = { model, brush }
  const define = defineWith({ group, scope, when: canMove, isRepeatable: true })
  const isCropping = (): boolean => model.view.get().cropping !== undefined
  const hasText = (): boolean => canMove() && model.getMovable().some(({ type }) => type === 'text')
  const nudges = [
    // While a picture is cropped, an arrow trims the side it comes from, and with Shift restores the side it points to.
    ['left', -1, 0, 'right', 'left'],
    ['right', 1, 0, 'left', 'right'],
    ['up', 0, -1, 'bottom', 'top'],
    ['down', 0, 1, 'top', 'bottom'],
  ] as const
  return [
    ...nudges.flatMap(([side, x, y, cut, giveBack]) => [
      define({
        id: `canvas.nudge-${side}`,
        title: `Move ${side} by 1`,
        keys: [side],
        run: () => (isCropping() ? trimCrop(model, cut, cropStep) : model.nudge({ x, y })),
      }),
      define({
        id: `canvas.nudge-${side}-far`,
        title: `Move ${side} by 20`,
        keys: [`shift+${side}`],
        run: () =>
          isCropping()
            ? trimCrop(model, giveBack, -cropStep)
            : model.nudge({ x: x * boardLimits.snapGrid, y: y * boardLimits.snapGrid }),
      }),
    ]),
    define({
      id: 'canvas.larger',
      title: 'Larger',
      keys: ['='],
      run: async () => await scale(page, 1.1),
    }),
    define({
      id: 'canvas.smaller',
      title: 'Smaller',
      keys: ['-'],
      run: async () => await scale(page, 1 / 1.1),
    }),
    define({
      id: 'canvas.wider',
      title: 'Wider text box',
      keys: ['.'],
      when: hasText,
      run: async () => await widen(page, boardLimits.snapGrid),
    }),
    define({
      id: 'canvas.narrower',
      title: 'Narrower text box',
      keys: [','],
      when: hasText,
      run: async () => await widen(page, -boardLimits.snapGrid),
    }),
    define({
      id: 'canvas.rotate',
      title: 'Rotate by 15°',
      keys: ['r'],
      run: async () => await rotate(page, 15),
    }),
    define({
      id: 'canvas.rotate-back',
      title: 'Rotate back by 15°',
      keys: ['shift+r'],
      run: async () => await rotate(page, -15),
    }),
  ]
}

function scale({ model, brush }: Shaping, factor: number) {
  const items = model.getMovable()
  const from = frameOf(items, new Map())
  if (from === undefined) return undefined
  const heightOf = heightOfText(brush.palette.font)
  const [width, height] = [from.width * factor, from.height * factor]
  const to = { ...from, x: from.x - (width - from.width) / 2, y: from.y - (height - from.height) / 2, width, height }
  return model.change({
    label: 'Resize',
    set: items.map((item) => ({ id: item.id, fields: follows(item, { from, to, heightOf }) })),
  })
}

function rotate({ model, brush }: Shaping, degrees: number) {
  const items = model.getMovable()
  const from = frameOf(items, new Map())
  if (from === undefined) return undefined
  const heightOf = heightOfText(brush.palette.font)
  const to = { ...from, rotation: normalAngle(from.rotation + degrees) }
  return model.change({
    label: 'Rotate',
    set: items.map((item) => ({ id: item.id, fields: follows(item, { from, to, heightOf }) })),
  })
}

/** Changes the width of each text's box, keeping its left side in place. */
function widen({ model, brush }: Shaping, by: number) {
  const heightOf = heightOfText(brush.palette.font)
  const texts = model.getMovable().filter(({ type }) => type === 'text')
  return model.change({
    label: 'Resize',
    set: texts.map((item) => {
      const to = { ...item, width: Math.max(boardLimits.leastTextSide, item.width + by) }
      return { id: item.id, fields: follows(item, { from: item, to, heightOf }) }
    }),
  })
}
