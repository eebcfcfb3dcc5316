import type { StudioClient } from '#core/sync/studio-client.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { expect, test } from 'vitest'
import { makeBoardReplica } from '#core/boards/board-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { makeFakeClient } from '#core/testing/fake-client.ts'
import { toId, type CanvasItemId, type OperationId, type ProjectId, type StudioId } from '#core/lib/ids.ts'
import { makeBoardModel } from './board-model.ts'

const id = toId<CanvasItemId>('thing')
const thing: CanvasItemRow = {
  id, type: 'text', mediaId: undefined, text: 'Warm light', x: 0, y: 0, width: 200, height: 40, rotation: 0, zIndex: 1,
  groupId: undefined, isLocked: false, opacity: 1, fontSize: 16, color: undefined, crop: undefined,
} // prettier-ignore

/** A board whose changes show at once but are stored on the device only when told. */
function aBoard() {
  const projectId = toId<ProjectId>('project')
  const replica = makeReplica(`board:${projectId}`)
  replica.merge({ rev: 1, full: true, tables: { canvas_items: [thing] }, deleted: {} }, new Set())
  const waiting: (() => void)[] = []
  let count = 0
  const countWrites = () => count
  const client = makeFakeClient(replica, async ({ patches }) => {
    replica.addLayer(`write ${(count += 1)}`, patches)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { id: toId<OperationId>(`write ${count}`), answered: new Promise(() => undefined) }
  })
  const board = makeBoardReplica({ studioId: toId<StudioId>('studio'), ownerId: projectId }, replica)
  const model = makeBoardModel({
    // Changing a board calls nothing else of either.
    client: { ...client, gateway: {} } as unknown as StudioClient,
    studio: { can: () => true } as unknown as StudioReplica,
    projectId,
    name: 'Board',
    board,
  })
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) {
      waiting.shift()?.()
      await new Promise((resolve) => {
        setTimeout(resolve, 0)
      })
    }
  }
  return { model, board, settle, countWrites }
}

test('undo pressed before a change is stored undoes that change, and two undos undo two', async () => {
  const { model, board, settle } = aBoard()
  const moving = [10, 20, 30].map(async (x) => await model.change({ label: 'Move', set: [{ id, fields: { x } }] }))
  expect(board.find(id)?.x).toBe(30)

  const undoing = model.history.undo()
  await settle()
  await Promise.all(moving)

  expect(await undoing).toBe('Move')
  expect(board.find(id)?.x).toBe(20)
  const twice = [model.history.undo(), model.history.undo()]
  await settle()
  expect(await Promise.all(twice)).toEqual(['Move', 'Move'])
  expect(board.find(id)?.x).toBe(0)
})

test('a held arrow key is one write and one step, undone and redone as a whole while under way', async () => {
  const { model, board, settle, countWrites } = aBoard()
  model.view.set({ selection: new Set([id]) })

  for (let press = 0; press < 40; press += 1) model.nudge({ x: 1, y: 0 })
  expect(model.view.get().drafts.get(id)?.x).toBe(40)
  expect(countWrites()).toBe(0)
  expect(model.history.canUndo()).toBe(true)
  const steps = [model.history.undo(), model.history.redo(), model.history.undo(), model.history.redo()]
  await settle()
  await settle()

  expect(await Promise.all(steps)).toEqual(['Move', 'Move', 'Move', 'Move'])
  expect(board.find(id)?.x).toBe(40)
  expect(model.view.get().drafts.size).toBe(0)
  expect(model.history.get().past).toHaveLength(1)
})

test('other actions start from where the arrow keys moved an object', async () => {
  const { model, board, settle, countWrites } = aBoard()
  model.view.set({ selection: new Set([id]) })
  for (let press = 0; press < 5; press += 1) model.nudge({ x: 20, y: 0 })

  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
  expect(countWrites()).toBe(0)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }))

  expect(model.getMovable()[0]?.x).toBe(100)
  await settle()
  expect(countWrites()).toBe(1)
  expect(board.find(id)?.x).toBe(100)
})
