import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rows, Scope, TableName } from '../domain/rows.ts'
import { rowKey } from '../domain/row-key.ts'
import type { Fate } from '../gateway/memory/make-memory-server.ts'
import type { Gateway } from '../gateway/ports.ts'
import { newId, toId, type OperationId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { Done, Step } from '../operations/carry-out.ts'
import { createCollection } from '../operations/create-collection.ts'
import { createItems } from '../operations/create-items.ts'
import { deleteCollection } from '../operations/delete-collection.ts'
import { deleteItems } from '../operations/delete-items.ts'
import { deleteTasks } from '../operations/delete-tasks.ts'
import { moveCollections } from '../operations/move-collections.ts'
import { moveItems } from '../operations/move-items.ts'
import { postComment } from '../operations/post-comment.ts'
import { renameItem } from '../operations/rename-item.ts'
import { setTaskField } from '../operations/set-task-field.ts'
import { setTaskStatus } from '../operations/set-task-status.ts'
import { makeFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { aStudio, type StudioFixture } from '../testing/studio-fixture.ts'
import type { ItemReplica } from './item-replica.ts'
import { makeStudioClient, type StudioClient } from './make-client.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import { makeSingleTab } from './memory/single-tab.ts'
import type { LocalStore } from './ports.ts'
import type { SpaceReplica } from './space-replica.ts'
import type { StudioReplica } from './studio-replica.ts'

const runs = Number(process.env['XSHEET_MODEL_RUNS'] ?? 300)

type Action =
  | { readonly kind: 'status'; readonly task: number; readonly status: number }
  | { readonly kind: 'bulk-status'; readonly status: number }
  | { readonly kind: 'priority'; readonly task: number; readonly value: number }
  | { readonly kind: 'estimate'; readonly task: number; readonly value: number | undefined }
  | { readonly kind: 'comment'; readonly task: number }
  | { readonly kind: 'add-item' }
  | { readonly kind: 'rename'; readonly item: number }
  | { readonly kind: 'delete-item'; readonly item: number }
  | { readonly kind: 'delete-task'; readonly task: number }
  | { readonly kind: 'delete-collection' | 'add-collection'; readonly collection: number }
  | { readonly kind: 'move-item'; readonly item: number; readonly collection: number; readonly index: number }
  | { readonly kind: 'move-collection'; readonly collection: number; readonly index: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'offline' | 'online' | 'crash' }
  | { readonly kind: 'wait'; readonly milliseconds: number }

const anAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('status'), task: fc.nat(9), status: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bulk-status'), status: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('priority'), task: fc.nat(9), value: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('estimate'),
      task: fc.nat(5),
      value: fc.option(fc.nat(20), { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('comment'), task: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add-item') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), item: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete-item'), item: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete-task'), task: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('add-collection', 'delete-collection'), collection: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('move-item'), item: fc.nat(4), collection: fc.nat(2), index: fc.nat(4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move-collection'), collection: fc.nat(2), index: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('offline', 'online', 'crash') }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait'), milliseconds: fc.constantFrom(0, 5, 50, 400, 3000) }),
  },
)

const aFate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fate>('ok') },
  { weight: 4, arbitrary: fc.constantFrom<Fate>('offline', 'fails-before-commit', 'fails-after-commit', 'twice') },
)

/** One person's device: its store outlives crashes of the program that uses it. */
class Device {
  readonly #fixture: StudioFixture
  readonly #clock: FakeClock
  readonly #fates: Fate[]
  readonly #number: number
  readonly store = makeMemoryStore()
  readonly #onlineListeners = new Set<() => void>()
  #isOnline = true
  #life = { isAlive: true }
  #undos: Step[] = []
  client: StudioClient | undefined
  studio: StudioReplica | undefined
  space: SpaceReplica | undefined
  item: ItemReplica | undefined
  /** Writes that were reported safe on the device. */
  readonly kept: { id: OperationId; tasks: readonly string[] }[] = []
  isFaultless = false

  constructor(deps: { fixture: StudioFixture; clock: FakeClock; fates: readonly Fate[]; number: number }) {
    this.#fixture = deps.fixture
    this.#clock = deps.clock
    this.#fates = [...deps.fates]
    this.#number = deps.number
  }

  async start(): Promise<void> {
    const life = { isAlive: true }
    this.#life = life
    const { studioId, spaceId, server, userId, itemIds } = this.#fixture
    const gateway = this.#mortalGateway(
      server.connect(userId(this.#number), () => this.#nextFate()),
      life,
    )
    const client = await makeStudioClient({
      userId: userId(this.#number),
      gateway,
      store: mortalStore(this.store, life),
      clock: { now: this.#clock.now, after: (ms, callback) => this.#clock.after(ms, () => life.isAlive && callback()) },
      ids: { newId, random: () => 0.5 },
      online: {
        isOnline: () => this.#isOnline,
        subscribe: (listener) => {
          this.#onlineListeners.add(listener)
          return () => this.#onlineListeners.delete(listener)
        },
      },
      tabs: makeSingleTab(),
    })
    this.client = client
    this.#undos = []
    const [itemId] = itemIds
    // Without cache and network nothing can be opened yet; the next action tries again.
    const open = async (): Promise<void> => {
      this.studio = await client.openStudio(studioId)
      this.space = await client.openSpace({ studioId, spaceId })
      if (itemId !== undefined) this.item = await client.openItem({ studioId, spaceId, itemId })
    }
    void open().catch(() => undefined)
    await this.#clock.settle()
  }

  async act(action: Action, serial: number): Promise<void> {
    if (action.kind === 'wait') await this.#clock.advance(action.milliseconds)
    else if (action.kind === 'offline' || action.kind === 'online') this.setOnline(action.kind === 'online')
    else if (action.kind === 'crash') {
      this.#life.isAlive = false
      this.#onlineListeners.clear()
      this.studio = undefined
      this.space = undefined
      this.item = undefined
      await this.start()
    } else if (action.kind === 'undo') {
      const step = this.#undos.pop()
      if (step !== undefined) this.#keep(step())
    } else this.#edit(action, serial)
  }

  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline
    for (const listener of this.#onlineListeners) listener()
  }

  #edit(action: Action, serial: number): void {
    const { client, studio, space, item } = this
    if (client === undefined || studio === undefined || space === undefined || item === undefined) return
    const { taskIds, statusIds, itemIds, collectionId } = this.#fixture
    const seenIds = [...space.replica.getRows('item_tasks').keys()].sort()
    const known = action.kind === 'comment' ? taskIds : seenIds
    const taskId =
      'task' in action ? space.replica.find('item_tasks', known[action.task % known.length] ?? '')?.id : undefined
    const itemId = 'item' in action ? itemIds[action.item] : undefined
    const statusId = 'status' in action ? statusIds[action.status] : undefined
    const name = `text ${this.#number}.${serial}`
    if (action.kind === 'bulk-status' && statusId) this.#keep(setTaskStatus({ space, taskIds, statusId }, client))
    if (action.kind === 'add-item')
      this.#keep(createItems({ studio, space, collectionId, items: [{ title: name }] }, client))
    if (action.kind === 'rename' && itemId) this.#keep(renameItem({ space, itemId, title: name }, client))
    if (action.kind === 'delete-item' && itemId) this.#keep(deleteItems({ studio, space, itemIds: [itemId] }, client))
    this.#arrange(action, name)
    if (taskId === undefined) return
    if (action.kind === 'delete-task') this.#keep(deleteTasks({ studio, space, taskIds: [taskId] }, client))
    if (action.kind === 'status' && statusId) this.#keep(setTaskStatus({ space, taskIds: [taskId], statusId }, client))
    if (action.kind === 'comment') this.#keep(postComment({ studio, space, item, taskId, content: name }, client))
    if (action.kind === 'priority') {
      this.#keep(setTaskField({ space, taskIds: [taskId], field: 'priority', values: { all: action.value } }, client))
    }
    if (action.kind === 'estimate') {
      const values = { all: action.value }
      this.#keep(setTaskField({ space, taskIds: [taskId], field: 'estimatedHours', values }, client))
    }
  }

  /** Collections, and who stands where. */
  #arrange(action: Action, name: string): void {
    const { client, studio, space } = this
    if (client === undefined || studio === undefined || space === undefined) return
    const collections = space.getCollections()
    const collectionId = 'collection' in action ? collections[action.collection % collections.length]?.id : undefined
    const items = [...space.replica.getRows('items').keys()].sort()
    const itemId = 'item' in action ? items[action.item % items.length] : undefined
    if (action.kind === 'add-collection') this.#keep(createCollection({ studio, space, name }, client))
    if (collectionId === undefined) return
    if (action.kind === 'delete-collection') this.#keep(deleteCollection({ studio, space, collectionId }, client))
    if (action.kind === 'move-collection') {
      this.#keep(moveCollections({ space, collectionIds: [collectionId], index: action.index }, client))
    }
    if (action.kind === 'move-item' && itemId !== undefined) {
      this.#keep(moveItems({ space, itemIds: [toId(itemId)], collectionId, index: action.index }, client))
    }
  }

  #keep(result: Promise<Result<Done>>): void {
    const life = this.#life
    void result.then((outcome) => {
      if (!outcome.ok || !life.isAlive) return
      const entry = this.client?.outbox.getEntries().find(({ id }) => id === outcome.value.id)
      const tasks = entry?.mutation.kind === 'update-tasks' ? entry.mutation.taskIds : []
      this.kept.push({ id: outcome.value.id, tasks })
      for (const step of outcome.value.undo?.steps ?? []) this.#undos.push(step.revert)
    })
  }

  #nextFate(): Fate {
    if (this.isFaultless) return 'ok'
    return this.#isOnline ? (this.#fates.shift() ?? 'ok') : 'offline'
  }

  /** Calls take time, there and back, and a program that has died hears no answer. */
  #mortalGateway(gateway: Gateway, life: { readonly isAlive: boolean }): Gateway {
    const travel = async <T>(call: () => Promise<T>): Promise<T> => {
      await this.#pause(3, life)
      const outcome = await call().then(
        (value) => () => value,
        (error: unknown) => () => {
          throw error
        },
      )
      await this.#pause(4, life)
      return outcome()
    }
    return {
      ...gateway,
      pull: async (request) => await travel(async () => await gateway.pull(request)),
      write: async (mutation, operationId) => await travel(async () => await gateway.write(mutation, operationId)),
    }
  }

  async #pause(milliseconds: number, life: { readonly isAlive: boolean }): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#clock.after(milliseconds, () => life.isAlive && resolve())
    })
  }
}

/** A store that forgets what was not written when its program died. */
function mortalStore(store: LocalStore, life: { readonly isAlive: boolean }): LocalStore {
  const guard = async <T>(act: () => Promise<T>): Promise<T> => {
    await Promise.resolve()
    if (!life.isAlive) return await new Promise<T>(() => undefined)
    return await act()
  }
  return {
    ...store,
    loadScope: async (scope) => await guard(async () => await store.loadScope(scope)),
    saveScope: async (cached) => await guard(async () => await store.saveScope(structuredClone(cached))),
    loadEntries: async () => await guard(async () => await store.loadEntries()),
    saveEntry: async (entry) => await guard(async () => await store.saveEntry(structuredClone(entry))),
    deleteEntries: async (ids) => await guard(async () => await store.deleteEntries(ids)),
  }
}

function sortedRows<Name extends TableName>(table: Name, rows: Iterable<Rows[Name]>): Rows[Name][] {
  return [...rows].sort((first, second) => (rowKey(table, first) < rowKey(table, second) ? -1 : 1))
}

async function playToTheEnd(devices: readonly Device[], clock: FakeClock): Promise<void> {
  for (const device of devices) {
    device.isFaultless = true
    device.setOnline(true)
  }
  for (let round = 0; round < 4; round += 1) {
    await clock.advance(60_000)
    for (const device of devices) {
      // What could not be opened without network and cache is opened now; an item may be gone by then.
      if (device.item === undefined && round < 3) await device.act({ kind: 'crash' }, 0)
      device.client?.refresh()
    }
  }
  await clock.advance(60_000)
}

/** Every pending change of a task, the last one of each field, is what the replica shows. */
function expectOwnChangesOnScreen(space: SpaceReplica, client: StudioClient): void {
  const shown = new Map<string, [unknown, unknown]>()
  for (const { state, mutation } of client.outbox.getEntries()) {
    if (state !== 'pending' || mutation.kind !== 'update-tasks' || mutation.field === 'estimatedHours') continue
    for (const [index, taskId] of mutation.taskIds.entries()) {
      const task = space.replica.find('item_tasks', taskId)
      const meant = 'all' in mutation.values ? mutation.values.all : mutation.values.each[index]
      if (task !== undefined) shown.set(`${taskId} ${mutation.field}`, [task[mutation.field], meant])
    }
  }
  for (const [seen, meant] of shown.values()) expect(seen).toBe(meant)
}

const spaceTables = ['collections', 'items', 'item_tasks', 'task_estimations'] as const

test(
  'clients that edit, go offline, crash and hear errors and repeats lose nothing, double nothing and converge',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ device: fc.nat(2), action: anAction }), { minLength: 5, maxLength: 40 }),
        fc.array(aFate, { maxLength: 30 }),
        async (script, fates) => {
          // Given three devices of three people on one studio.
          const clock = makeFakeClock()
          const fixture = aStudio({ now: clock.now })
          const devices = [1, 2, 3].map((number) => new Device({ fixture, clock, fates, number }))
          for (const device of devices) await device.start()
          await clock.advance(100)

          // When they act, each with its own luck, and then have time and a network.
          // Until the server has answered, what a person did is what they see.
          for (const [serial, { device, action }] of script.entries()) {
            await devices[device]?.act(action, serial)
            for (const { space, client } of devices) if (space && client) expectOwnChangesOnScreen(space, client)
          }
          await playToTheEnd(devices, clock)

          // Then each sees exactly what the server has, and so does its cache.
          const { server, spaceId, studioId, itemIds } = fixture
          const scope: Scope = `space:${spaceId}`
          for (const device of devices) {
            const cached = await device.store.loadScope(scope)
            for (const table of spaceTables) {
              const expected = sortedRows(table, server.list(table))
              expect(sortedRows(table, device.space?.replica.getRows(table).values() ?? [])).toEqual(expected)
              expect(sortedRows(table, cached?.tables[table] ?? [])).toEqual(expected)
            }
            const [itemId] = itemIds
            const isThere = server.list('items').some(({ id }) => id === itemId)
            const ofItem = server.list('item_tasks').filter((task) => task.itemId === itemId)
            const comments = server.list('comments').filter(({ taskId }) => ofItem.some(({ id }) => id === taskId))
            const seen = device.item?.replica.getRows('comments').values() ?? []
            if (isThere) {
              expect(
                sortedRows('comments', seen).filter(({ taskId }) => ofItem.some(({ id }) => id === taskId)),
              ).toEqual(sortedRows('comments', comments))
            }
            expect(device.studio?.replica.find('studios', studioId)).toBeDefined()
          }

          const committed = new Set(server.getCommits())
          // And each write that was reported safe reached the server once, or waits with its refusal; nothing else waits.
          for (const device of devices) {
            const left = device.client?.outbox.getEntries() ?? []
            expect(left.filter((entry) => entry.state !== 'refused')).toEqual([])
            for (const { id } of device.kept)
              expect(committed.has(id) || left.some((entry) => entry.id === id)).toBe(true)
            expect((await device.store.loadEntries()).map(({ id }) => id)).toEqual(left.map(({ id }) => id))
          }
          const texts = server.list('comments').flatMap(({ content }) => (content === '' ? [] : [content]))
          expect(new Set(texts).size).toBe(texts.length)
          const titles = server.list('items').map(({ title }) => title)
          expect(new Set(titles).size).toBe(titles.length)

          // And one person's changes of one task arrived in the order they were made.
          for (const device of devices) {
            for (const taskId of fixture.taskIds) {
              const made = device.kept.filter(({ tasks }) => tasks.includes(taskId)).map(({ id }) => id)
              const landed = [...committed].filter((id) => made.includes(id))
              expect(landed).toEqual(made.filter((id) => committed.has(id)))
            }
          }
          await Promise.all(devices.map(async (device) => await device.client?.close()))
        },
      ),
      { numRuns: runs, verbose: 1 },
    )
  },
)
