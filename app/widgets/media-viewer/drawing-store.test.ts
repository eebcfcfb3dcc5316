import { beforeEach, expect, test } from 'vitest'
import { newId, type MediaId, type TaskId } from '#core/lib/ids.ts'
import {
  beginShape,
  chooseColor,
  chooseTool,
  clearDrawing,
  drawingStore,
  endShape,
  endText,
  extendShape,
  moveCursor,
  openDrawing,
  pressCursor,
  undoDrawing,
} from './drawing-store.ts'

const kinds = () => drawingStore.get()?.shapes.map(({ kind }) => kind)

beforeEach(() => {
  const target = { kind: 'draft', taskId: newId<TaskId>() } as const
  openDrawing({ mediaId: newId<MediaId>(), frame: 20, shapes: [], target, onDone: () => undefined })
  chooseTool('pen')
  chooseColor('#ffffff')
})

function drag(): void {
  beginShape({ x: 0.2, y: 0.2 })
  extendShape({ x: 0.4, y: 0.6 })
  endShape()
}

test('a drag draws a shape with the chosen tool and colour', () => {
  drag()
  chooseTool('arrow')
  chooseColor('#4da6ff')
  drag()

  expect(drawingStore.get()?.shapes).toMatchObject([
    { kind: 'pen', color: '#ffffff' },
    { kind: 'arrow', color: '#4da6ff', from: { x: 0.2, y: 0.2 }, to: { x: 0.4, y: 0.6 } },
  ])
})

test('a press without a drag is a dot with the pen, and nothing with the box', () => {
  beginShape({ x: 0.2, y: 0.2 })
  endShape()
  chooseTool('box')
  beginShape({ x: 0.2, y: 0.2 })
  endShape()

  expect(kinds()).toEqual(['pen'])
})

test('a word is placed where the picture was pressed, and an empty one is dropped', () => {
  chooseTool('text')
  beginShape({ x: 0.5, y: 0.5 })
  endText(' softer ')
  beginShape({ x: 0.6, y: 0.5 })
  endText(' ')

  expect(drawingStore.get()?.shapes).toMatchObject([{ kind: 'text', text: 'softer', at: { x: 0.5, y: 0.5 } }])
})

test('the eraser removes the shape under it, and every change can be undone', () => {
  drag()
  chooseTool('eraser')
  beginShape({ x: 0.3, y: 0.4 })
  expect(kinds()).toEqual([])

  undoDrawing()
  expect(kinds()).toEqual(['pen'])
  clearDrawing()
  expect(kinds()).toEqual([])
  undoDrawing()
  undoDrawing()
  undoDrawing()
  expect(kinds()).toEqual([])
})

test('keys move the pencil, press it and lift it', () => {
  chooseTool('box')
  moveCursor({ x: -0.1, y: -0.1 })
  pressCursor()
  moveCursor({ x: 0.2, y: 0.3 })
  pressCursor()
  moveCursor({ x: 0.9, y: 0.9 })

  expect(drawingStore.get()?.shapes).toEqual([
    { kind: 'box', color: '#ffffff', from: { x: 0.4, y: 0.4 }, to: { x: 0.6, y: 0.7 } },
  ])
  expect(drawingStore.get()?.cursor).toEqual({ x: 1, y: 1 })
})
