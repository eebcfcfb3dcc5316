import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { newId, type UserId } from '#core/lib/ids.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { openClient } from './open-client.ts'

test('a browser that stores nothing says so, and the session goes on', async () => {
  const { server, studioId, spaceId, taskIds, statusIds } = aStudio()
  const userId = newId<UserId>()
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.')
  })
  let isTold = false

  const listener = { onNothingKept: () => (isTold = true), onWrong: () => undefined }
  const client = await openClient(server.connect(userId), userId, listener)
  const space = await client.openSpace({ studioId, spaceId })
  const [, statusId = newId()] = statusIds
  const done = await setTaskStatus({ on: space, taskIds, statusId }, client)

  expect(isTold).toBe(true)
  expect(done.ok && (await done.value.answered).ok).toBe(true)
  expect(new Set(server.list('item_tasks').map((task) => task.statusId))).toEqual(new Set([statusId]))
  await client.close()
  open.mockRestore()
})

test.each([
  ['outbox', 'writes'],
  ['entries', 'files'],
])(
  'a browser that opens its store but cannot read it (%s: pending %s) says so, and the session goes on',
  async (table) => {
    const { server, studioId, spaceId, taskIds, statusIds } = aStudio()
    const userId = newId<UserId>()
    // oxlint-disable-next-line typescript/unbound-method -- called with its object
    const { getAll } = IDBObjectStore.prototype
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function refuse(
      this: IDBObjectStore,
      ...query
    ) {
      if (this.name === table) throw new DOMException('Internal error opening backing store', 'UnknownError')
      return getAll.apply(this, query)
    })
    let isTold = false

    const listener = { onNothingKept: () => (isTold = true), onWrong: () => undefined }
    const client = await openClient(server.connect(userId), userId, listener)
    const space = await client.openSpace({ studioId, spaceId })
    const [, statusId = newId()] = statusIds
    const done = await setTaskStatus({ on: space, taskIds, statusId }, client)

    expect(isTold).toBe(true)
    expect(done.ok && (await done.value.answered).ok).toBe(true)
    read.mockRestore()
    await client.clear()
    expect(await indexedDB.databases()).toEqual([])
  },
)
