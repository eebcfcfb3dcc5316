// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { newRow } from '#core/schema/tables.ts'
import { makeBoardReplica } from '#core/boards/board-replica.ts'
import { newId, toId, type CanvasItemId, type OperationId, type ProjectId, type UserId } from '#core/lib/ids.ts'
import { makeFakeClient } from '#core/testing/fake-client.ts'
import { makeReplica } from '#core/sync/replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { commitDrafts, makeBoardModel } from './board-model.ts'
import { watchDeleted } from './watch-deleted.ts'

const [warm, cold] = [newId<CanvasItemId>(), newId<CanvasItemId>()]
const place = { x: 0, y: 0, width: 200, height: 40, rotation: 0 }
const draft = { ...place, x: 300, fontSize: 16 }
const look = { zIndex: 1, isLocked: false, opacity: 1, fontSize: 16 }
const aText = (id: CanvasItemId, text: string) => newRow('canvas_items', { ...place, ...look, id, type: 'text', text })

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  resetToasts()
})

/** A board with two texts; changes by others arrive when told. */
function aBoard() {
  const projectId = newId<ProjectId>()
  const replica = makeReplica(`board:${projectId}`)
  const items = [aText(warm, 'Warm light'), aText(cold, 'Cold light')]
  replica.merge({ rev: 1, full: true, tables: { canvas_items: items }, deleted: {} }, new Set())
  let writes = 0
  const client = makeFakeClient(replica, async ({ patches }) => {
    replica.addLayer(`write ${(writes += 1)}`, patches)
    return await Promise.resolve({ id: newId<OperationId>(), answered: new Promise(() => undefined) })
  })
  const model = makeBoardModel({
    // Changing a board calls nothing else of either.
    client: { ...client, gateway: {} } as unknown as StudioClient,
    studio: { can: () => true } as unknown as StudioReplica,
    projectId,
    name: 'Board',
    board: makeBoardReplica({ studioId: toId('studio'), ownerId: projectId }, replica),
  })
  stop = watchDeleted(model)
  const somebodyDeletes = (...ids: readonly CanvasItemId[]): void =>
    replica.merge({ rev: 2, full: false, tables: {}, deleted: { canvas_items: ids } }, new Set())
  const isSelectedBy = (name: string, selection: readonly CanvasItemId[]): void => {
    const userId = newId<UserId>()
    model.others.held.set(userId, { userId, name, color: '#22c55e', cursor: undefined, selection })
  }
  const said = () => toastStore.toasts.map(({ text }) => text)
  return { model, somebodyDeletes, isSelectedBy, said, countWrites: () => writes }
}

test('an object someone deletes while it is dragged is released, naming them, and leaves no undo step', async () => {
  const { model, somebodyDeletes, isSelectedBy, said, countWrites } = aBoard()
  model.view.set({ drafts: new Map([[warm, draft]]) })
  isSelectedBy('Ingrid Solberg', [warm])

  somebodyDeletes(warm)

  expect(said()).toEqual(['“Warm light” was deleted by Ingrid Solberg.'])
  expect(model.view.get().spoken).toBe('“Warm light” was deleted by Ingrid Solberg.')
  expect(model.view.get().drafts.size).toBe(0)
  await commitDrafts(model, 'Move')
  expect(countWrites()).toBe(0)
  expect(model.history.canUndo()).toBe(false)
})

test('when one of several dragged objects is deleted, the others move on and only their move is undone', async () => {
  const { model, somebodyDeletes, isSelectedBy, said } = aBoard()
  model.view.set({
    drafts: new Map([
      [warm, draft],
      [cold, draft],
    ]),
  })
  isSelectedBy('Ingrid Solberg', [warm])
  isSelectedBy('Ben Okoro', [warm])

  somebodyDeletes(warm)

  expect(said()).toEqual(['“Warm light” was deleted by somebody else.'])
  await commitDrafts(model, 'Move')
  expect(model.board.find(cold)?.x).toBe(300)
  expect(await model.history.undo()).toBe('Move')
  expect(model.board.find(cold)?.x).toBe(0)
})

test('there is no message for objects that are not dragged, or that the person deletes', async () => {
  const { model, somebodyDeletes, said } = aBoard()
  somebodyDeletes(cold)
  model.view.set({ drafts: new Map([[warm, draft]]) })

  await model.change({ label: 'Delete', remove: [warm] })

  expect(said()).toEqual([])
  expect(model.view.get().drafts.size).toBe(0)
})
