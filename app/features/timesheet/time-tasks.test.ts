import { afterEach, expect, test } from 'vitest'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { findTask, listTasks } from './time-tasks.ts'

let open: StudioClient | undefined
afterEach(async () => {
  resetClient()
  await open?.close()
})

const away = async (): Promise<never> =>
  await Promise.reject(new AppError('offline', 'The server cannot be reached', { retryable: true }))

/** The gateway of a device without a network. */
const withoutNetwork = (gateway: Gateway): Gateway => ({
  ...gateway,
  pull: away,
  write: away,
  call: away,
  feeds: { ...gateway.feeds, loadAssignments: away },
})

test('without a network time can be added to tasks of every kept space: one’s own, and those found by name', async () => {
  const { server, studioId, spaceId, userId, taskIds } = aStudio()
  const store = makeMemoryStore()
  const ana = userId(1)
  const start = async (gateway: Gateway): Promise<StudioClient> => {
    const parts = { store, clock: systemClock, ids: { newId, random: () => 0.5 }, online: alwaysOnline }
    return await makeStudioClient({ ...parts, userId: ana, gateway, tabs: makeSingleTab() })
  }
  const before = await start(server.connect(ana))
  await before.openStudio(studioId)
  const space = await before.openSpace({ studioId, spaceId })
  const [mine = newId()] = taskIds
  const done = await setTaskField({ space, taskIds: [mine], field: 'assigneeId', values: { all: ana } }, before)
  if (done.ok) await done.value.answered
  await before.close()

  open = await start(withoutNetwork(server.connect(ana)))
  setClient(open)
  setStudio(await open.openStudio(studioId))
  const own = await listTasks('')
  const found = await listTasks('shot 1')

  expect(own.map(({ value }) => value)).toEqual([mine])
  expect(found.map(({ label }) => label)).toEqual(['Shot 1 · ', 'Shot 1 · '])
  expect(found[0]?.detail).toBe('Project / Space')
  expect(findTask(found[0]?.value ?? '')).toMatchObject({ itemName: 'Shot 1', spaceId })
})
