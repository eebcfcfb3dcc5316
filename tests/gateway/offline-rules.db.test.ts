import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Fetch } from '#core/gateway/http.ts'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import { toId, type SpaceId, type StatusId, type StudioId, type TaskId } from '#core/lib/ids.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio, aTask, call, insert } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'

let host: TestHost

beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host?.close())

/** Creates a studio with a rule, run by the host each second, that starts the next stage when one is done. */
async function aRuledStudio() {
  const studio = await aStudio(host)
  const shot = await aTask(studio)
  const { client } = studio.owner
  const next = { stage_id: shot.spareStage.id, status_id: shot.status.id }
  const tasks: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const item = await insert(client, 'items', { collection_id: shot.collection.id, title: `sh${n}` })
    const task = await insert(client, 'item_tasks', { ...next, item_id: item.id, stage_id: shot.stage.id })
    await insert(client, 'item_tasks', { ...next, item_id: item.id })
    tasks.push(task.id)
  }
  const { data } = await client.from('task_statuses').select('id').eq('studio_id', studio.id).eq('is_done', true)
  await call(client, 'save_rule', {
    p_studio_id: studio.id,
    p_id: randomUUID(),
    p_name: 'Next stage',
    p_trigger: { kind: 'status_changed', status: 'done' },
    p_condition: '',
    p_actions: [{ do: 'start_next', status: shot.spareStatus.id }],
    p_is_active: true,
  })
  const ids = tasks.map((id) => toId<TaskId>(id))
  return { studio, shot, ids, done: toId<StatusId>(data?.[0]?.id), started: toId<StatusId>(shot.spareStatus.id) }
}

type World = Awaited<ReturnType<typeof aRuledStudio>>

/** Starts the app of a person looking at the space, whose connection can be cut. */
async function anApp({ studio, shot }: World, { email, password, id }: TestUser) {
  let isCut = false
  const listeners = new Set<() => void>()
  const sockets = new Set<WebSocket>()
  const fetch: Fetch = async (input, init) => {
    if (isCut) throw new TypeError('fetch failed')
    const answer = await globalThis.fetch(input, init)
    // A response in flight is lost too.
    if (isCut) throw new TypeError('fetch failed')
    return answer
  }
  class Line extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(isCut ? 'ws://127.0.0.1:1/' : address, protocols)
      sockets.add(this)
    }
  }
  const values = new Map<string, string>()
  const gateway = makeGateway({
    url: host.url,
    publishableKey: host.keys.publishableKey,
    autoRefresh: false,
    fetch,
    webSocket: Line,
    sessionStorage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, text) => void values.set(key, text),
      removeItem: (key) => void values.delete(key),
    },
  })
  await gateway.session.signInWithPassword({ email, password })
  const client = await makeStudioClient({
    userId: toId(id),
    gateway,
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: {
      isOnline: () => !isCut,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    tabs: makeSingleTab(),
  })
  onTestFinished(async () => {
    await client.close()
    await gateway.close()
  })
  const place = { studioId: toId<StudioId>(studio.id), spaceId: toId<SpaceId>(String(shot.space.id)) }
  const space = await client.openSpace(place)
  return {
    client,
    setLine: (isWhole: boolean): void => {
      isCut = !isWhole
      if (isCut) for (const socket of sockets) socket.close()
      for (const listener of listeners) listener()
    },
    setStatus: async (taskId: TaskId, statusId: StatusId): Promise<void> => {
      const changed = await setTaskStatus({ on: space, taskIds: [taskId], statusId }, client)
      if (!changed.ok) throw changed.error
    },
    /** Returns each task's status, by id. */
    statuses: (): Record<string, string> =>
      Object.fromEntries([...space.replica.getRows('item_tasks').values()].map((row) => [row.id, row.statusId])),
  }
}

const kept = async ({ studio, shot }: World): Promise<Record<string, string>> => {
  const { data } = await studio.owner.client.from('item_tasks').select('id, status_id').eq('space_id', shot.space.id)
  return Object.fromEntries((data ?? []).map((row) => [row.id, row.status_id]))
}

test('somebody offline while rules fired ends up with the same state as those online, and their changes fire rules too', async () => {
  const world = await aRuledStudio()
  const [online, offline] = [await anApp(world, world.studio.lead), await anApp(world, world.studio.member)]
  const [first, second, third] = world.ids
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are six tasks')

  offline.setLine(false)
  await offline.setStatus(second, world.done)
  // Both change the same; the later write of the one who was offline wins.
  await offline.setStatus(third, world.done)
  await online.setStatus(first, world.done)
  await online.setStatus(third, world.started)
  const before = offline.statuses()
  await expect.poll(() => Object.values(online.statuses()).filter((id) => id === world.started)).toHaveLength(2)
  expect(offline.statuses()).toEqual(before)
  expect(before[second]).toBe(world.done)

  offline.setLine(true)
  offline.client.flush()
  // Three are done, and the next stage of each has started.
  const isSettled = (statuses: Record<string, string>): boolean =>
    [world.done, world.started].every((id) => Object.values(statuses).filter((status) => status === id).length === 3)
  await expect.poll(async () => isSettled(await kept(world)), { timeout: 20_000 }).toBe(true)
  const rows = await kept(world)
  await expect.poll(() => offline.statuses(), { timeout: 20_000 }).toEqual(rows)
  await expect.poll(() => online.statuses(), { timeout: 20_000 }).toEqual(rows)
  const late = await anApp(world, world.studio.admin)
  await expect.poll(() => late.statuses()).toEqual(rows)
})
