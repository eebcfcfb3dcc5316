import type { StudioClient } from './studio-client.ts'
import type { Done, UndoStep } from '#core/change/context.ts'
import { type Rows, type TableName, rowKey } from '#core/schema/tables.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallOutcome } from '#core/gateway/memory/make-memory-server.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { newRow } from '#core/schema/tables.ts'
import type { CastingReplica } from '#core/casting/casting-replica.ts'
import { changeLinkKind, setCast } from '#core/casting/change-casting.ts'
import { linkKinds } from '#core/schema/item-links.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { newId, toId, type FieldId, type OperationId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { createItems } from '#core/items/create-items.ts'
import { deleteCollection } from '#core/items/delete-collection.ts'
import { deleteItems } from '#core/items/delete-items.ts'
import { deleteTasks } from '#core/tasks/delete-tasks.ts'
import { moveCollections } from '#core/items/move-collections.ts'
import { moveItems } from '#core/items/move-items.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { renameItem } from '#core/items/rename-item.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { makeFakeClock, type FakeClock } from '#core/testing/fake-clock.ts'
import { makeFakeBrowser, type FakeBrowser, type FakeTab } from '#core/testing/fake-tabs.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { makeStudioClient } from './make-client.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import type { LocalStore } from './ports.ts'
import type { WrongScope } from './scope-check.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

const runs = Number(process.env['XSHEET_MODEL_RUNS'] ?? 300)

type Action =
  | { readonly kind: 'status'; readonly task: number; readonly status: number }
  | { readonly kind: 'bulk-status'; readonly status: number }
  | { readonly kind: 'priority'; readonly task: number; readonly value: number }
  | { readonly kind: 'estimate'; readonly task: number; readonly value: number | undefined }
  | { readonly kind: 'comment'; readonly task: number }
  | { readonly kind: 'field'; readonly item: number; readonly key: number; readonly value: number | undefined }
  | { readonly kind: 'add-item' }
  | { readonly kind: 'rename'; readonly item: number }
  | { readonly kind: 'delete-item'; readonly item: number }
  | { readonly kind: 'delete-task'; readonly task: number }
  | { readonly kind: 'delete-collection' | 'add-collection'; readonly collection: number }
  | { readonly kind: 'move-item'; readonly item: number; readonly collection: number; readonly index: number }
  | { readonly kind: 'move-collection'; readonly collection: number; readonly index: number }
  | { readonly kind: 'link'; readonly from: number; readonly to: number; readonly as: number; readonly count: number }
  | { readonly kind: 'link-kind'; readonly item: number; readonly link: number; readonly as: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'offline' | 'online' | 'crash' }
  | { readonly kind: 'wait' | 'set-back'; readonly milliseconds: number }

const aFieldEdit: fc.Arbitrary<Action> = fc.record({
  kind: fc.constant('field'),
  item: fc.nat(2),
  key: fc.nat(2),
  value: fc.option(fc.nat(20), { nil: undefined }),
})

/** Edits links from either side: an item's cast, and where it is used. */
const aLinkEdit: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('link'),
      from: fc.nat(2),
      to: fc.nat(2),
      as: fc.nat(2),
      count: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('link-kind'), item: fc.nat(2), link: fc.nat(3), as: fc.nat(2) }),
  },
)

const anAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 2, arbitrary: aLinkEdit },
  { weight: 3, arbitrary: aFieldEdit },
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
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set-back'), milliseconds: fc.constantFrom(60_000, 3_600_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait'), milliseconds: fc.constantFrom(0, 5, 50, 400, 3000) }),
  },
)

const aFate: fc.Arbitrary<CallOutcome> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<CallOutcome>('ok') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<CallOutcome>('offline', 'fails-before-commit', 'fails-after-commit', 'twice'),
  },
)

/** One access to a device's store: how long it takes, and whether it is refused, as on a full disk. */
type Access = { readonly milliseconds: number; readonly isRefused: boolean }

type Disk = { readonly kind: 'quick' } | { readonly kind: 'slow'; readonly accesses: readonly Access[] }

const anAccess: fc.Arbitrary<Access> = fc.record({ milliseconds: fc.nat(70), isRefused: fc.boolean() })

const aSlowDisk: fc.Arbitrary<Disk> = fc.record({
  kind: fc.constant('slow' as const),
  accesses: fc.array(anAccess, { minLength: 1, maxLength: 30 }),
})

/** One person's browser storage. It outlives the programs that use it, one or two at once. */
class Home {
  readonly number: number
  readonly store = makeMemoryStore()
  readonly browser: FakeBrowser
  readonly #clock: FakeClock
  readonly #disk: Disk
  readonly #lines = new Map<'scopes' | 'entries', Promise<unknown>>()
  #accesses = 0
  isHealthy = false

  constructor({ number, clock, disk }: { number: number; clock: FakeClock; disk: Disk }) {
    this.number = number
    this.#clock = clock
    this.#disk = disk
    this.browser = makeFakeBrowser((hear) => void clock.after(1, hear))
  }

  /** The store as one program sees it: unfinished writes are lost when it dies. */
  openStore(life: { readonly isAlive: boolean }): LocalStore {
    const { store } = this
    const scopes = async <T>(act: () => Promise<T>): Promise<T> => await this.#access('scopes', life, act)
    const entries = async <T>(act: () => Promise<T>): Promise<T> => await this.#access('entries', life, act)
    return {
      ...store,
      loadScope: async (scope) => await scopes(async () => await store.loadScope(scope)),
      saveScope: async (cached) => {
        const copy = structuredClone(cached)
        await scopes(async () => await store.saveScope(copy))
      },
      deleteScope: async (scope) => await scopes(async () => await store.deleteScope(scope)),
      loadEntries: async () => await entries(async () => await store.loadEntries()),
      saveEntry: async (entry) => {
        const copy = structuredClone(entry)
        await entries(async () => await store.saveEntry(copy))
      },
      deleteEntries: async (ids) => await entries(async () => await store.deleteEntries(ids)),
    }
  }

  /** Runs one access at a time in each of the two tables, as a database does. */
  async #access<T>(
    table: 'scopes' | 'entries',
    life: { readonly isAlive: boolean },
    act: () => Promise<T>,
  ): Promise<T> {
    const before = this.#lines.get(table)
    const run = async (): Promise<T> => {
      await before?.catch(() => undefined)
      const { milliseconds, isRefused } = this.#nextAccess()
      if (milliseconds > 0) {
        await new Promise<void>((resolve) => {
          this.#clock.after(milliseconds, resolve)
        })
      }
      if (!life.isAlive) throw new Error('The program has gone')
      if (isRefused && !this.isHealthy) throw new Error('The disk is full')
      return await act()
    }
    const done = run()
    this.#lines.set(table, done)
    await done.catch(() => undefined)
    // A program that has died receives no answer.
    if (!life.isAlive) return await new Promise<T>(() => undefined)
    return await done
  }

  #nextAccess(): Access {
    const quick = { milliseconds: 0, isRefused: false }
    if (this.#disk.kind === 'quick') return quick
    this.#accesses += 1
    return this.#disk.accesses[this.#accesses % this.#disk.accesses.length] ?? quick
  }
}

/** A program on one person's device, such as a tab; restarted after each crash. */
class Device {
  readonly #fixture: StudioFixture
  readonly #clock: FakeClock
  readonly #fates: CallOutcome[]
  readonly #number: number
  readonly home: Home
  readonly #onlineListeners = new Set<() => void>()
  #isOnline = true
  #life = { isAlive: true }
  #tab: FakeTab | undefined
  #undos: UndoStep[] = []
  client: StudioClient | undefined
  studio: StudioReplica | undefined
  space: SpaceReplica | undefined
  item: ItemReplica | undefined
  casting: CastingReplica | undefined
  /** Rows found to differ from the server's: a check would heal them, but none may occur. */
  readonly wrong: WrongScope[] = []
  /** Writes reported as saved on the device. */
  kept: { readonly id: OperationId; readonly tasks: readonly string[] }[] = []
  isFaultless = false

  constructor(deps: {
    fixture: StudioFixture
    clock: FakeClock
    fates: readonly CallOutcome[]
    home: Home
    number: number
  }) {
    this.#fixture = deps.fixture
    this.#clock = deps.clock
    this.#fates = [...deps.fates]
    this.home = deps.home
    this.#number = deps.number
  }

  async start(): Promise<void> {
    const life = { isAlive: true }
    this.#life = life
    this.#tab?.end()
    this.#tab = this.home.browser.open()
    this.client = undefined
    this.#undos = []
    // If the store, or both the network and the cache, cannot be read, nothing opens; a later start tries again.
    this.#open(life, this.#tab).catch(() => undefined)
    await this.#clock.settle()
    await this.#clock.settle()
  }

  async #open(life: { readonly isAlive: boolean }, tabs: FakeTab): Promise<void> {
    const { studioId, projectId, spaceId, server, userId, itemIds } = this.#fixture
    const gateway = this.#mortalGateway(
      server.connect(userId(this.home.number), () => this.#nextFate()),
      life,
    )
    const client = await makeStudioClient({
      userId: userId(this.home.number),
      gateway,
      store: this.home.openStore(life),
      clock: { ...this.#clock, after: (ms, callback) => this.#clock.after(ms, () => life.isAlive && callback()) },
      ids: { newId, random: () => 0.5 },
      online: {
        isOnline: () => this.#isOnline,
        subscribe: (listener) => {
          this.#onlineListeners.add(listener)
          return () => this.#onlineListeners.delete(listener)
        },
      },
      tabs,
      onWrong: (wrong) => this.wrong.push(wrong),
    })
    const [itemId] = itemIds
    this.client = client
    this.studio = await client.openStudio(studioId)
    this.space = await client.openSpace({ studioId, spaceId })
    this.casting = await client.openCasting({ studioId, projectId })
    if (itemId !== undefined) this.item = await client.openItem({ studioId, spaceId, itemId })
  }

  async act(action: Action, serial: number): Promise<void> {
    if (action.kind === 'wait') await this.#clock.advance(action.milliseconds)
    else if (action.kind === 'set-back') this.#clock.setBack(action.milliseconds)
    else if (action.kind === 'offline' || action.kind === 'online') this.setOnline(action.kind === 'online')
    else if (action.kind === 'crash') {
      // Writes that the device refused to store are lost with the program, as the person was told.
      const lost = new Set(this.client?.outbox.listUnkept())
      this.kept = this.kept.filter(({ id }) => !lost.has(id))
      this.#life.isAlive = false
      this.#onlineListeners.clear()
      this.studio = undefined
      this.space = undefined
      this.casting = undefined
      this.item = undefined
      await this.start()
    } else if (action.kind === 'undo') {
      const step = this.#undos.pop()
      if (step !== undefined && this.client !== undefined) this.#keep(this.client.carryOut(step))
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
    if (action.kind === 'bulk-status' && statusId) this.#keep(setTaskStatus({ on: space, taskIds, statusId }, client))
    if (action.kind === 'add-item')
      this.#keep(createItems({ studio, space, collectionId, items: [{ title: name }] }, client))
    if (action.kind === 'rename' && itemId) this.#keep(renameItem({ space, itemId, title: name }, client))
    if (action.kind === 'delete-item' && itemId) this.#keep(deleteItems({ studio, space, itemIds: [itemId] }, client))
    if (action.kind === 'field' && itemId) {
      const values = { [`field_${action.key}`]: action.value ?? null }
      this.#keep(changeFields({ of: 'item', within: space, changes: [{ id: itemId, values }] }, client))
    }
    this.#arrange(action, name)
    this.#link(action)
    if (taskId === undefined) return
    if (action.kind === 'delete-task') this.#keep(deleteTasks({ studio, space, taskIds: [taskId] }, client))
    if (action.kind === 'status' && statusId)
      this.#keep(setTaskStatus({ on: space, taskIds: [taskId], statusId }, client))
    if (action.kind === 'comment') this.#keep(postComment({ studio, space, item, taskId, content: name }, client))
    if (action.kind === 'priority') {
      this.#keep(setTaskField({ space, taskIds: [taskId], field: 'priority', values: { all: action.value } }, client))
    }
    if (action.kind === 'estimate') {
      const values = { all: action.value }
      this.#keep(setTaskField({ space, taskIds: [taskId], field: 'estimatedHours', values }, client))
    }
  }

  /** Creates, deletes and moves collections, and moves items. */
  #arrange(action: Action, name: string): void {
    const { client, studio, space } = this
    if (client === undefined || studio === undefined || space === undefined) return
    const collections = space.getCollections()
    const collectionId = 'collection' in action ? collections[action.collection % collections.length]?.id : undefined
    const items = [...space.replica.getRows('items').keys()].sort()
    const itemId = 'item' in action ? items[action.item % items.length] : undefined
    if (action.kind === 'add-collection') this.#keep(createCollection({ space, name }, client))
    if (collectionId === undefined) return
    if (action.kind === 'delete-collection') this.#keep(deleteCollection({ studio, space, collectionId }, client))
    if (action.kind === 'move-collection') {
      this.#keep(moveCollections({ space, collectionIds: [collectionId], index: action.index }, client))
    }
    if (action.kind === 'move-item' && itemId !== undefined) {
      this.#keep(moveItems({ space, itemIds: [toId(itemId)], collectionId, index: action.index }, client))
    }
  }

  /** Casts items. */
  #link(action: Action): void {
    const { client, casting } = this
    const { itemIds } = this.#fixture
    if (client === undefined || casting === undefined) return
    const kind = 'as' in action ? linkKinds[action.as] : undefined
    if (action.kind === 'link') {
      const [fromItemId, toItemId] = [itemIds[action.from], itemIds[action.to]]
      if (fromItemId === undefined || toItemId === undefined || kind === undefined) return
      const label = action.count > 1 ? `by ${this.#number}` : ''
      this.#keep(setCast({ casting, changes: [{ fromItemId, toItemId, kind, count: action.count, label }] }, client))
    } else if (action.kind === 'link-kind') {
      const itemId = itemIds[action.item]
      const all = itemId === undefined ? [] : [...casting.getCast(itemId), ...casting.getUses(itemId)]
      const link = all[action.link % all.length]
      if (link !== undefined && kind !== undefined) this.#keep(changeLinkKind({ casting, link, kind }, client))
    }
  }

  #keep(result: Promise<Result<Done>>): void {
    const life = this.#life
    void result.then((outcome) => {
      if (!outcome.ok || !life.isAlive) return
      const entry = this.client?.outbox.getEntries().find(({ id }) => id === outcome.value.id)
      const tasks = entry?.mutation.kind === 'update-tasks' ? entry.mutation.taskIds : []
      this.kept.push({ id: outcome.value.id, tasks })
      this.#undos.push(...(outcome.value.undo?.steps ?? []))
    })
  }

  #nextFate(): CallOutcome {
    if (this.isFaultless) return 'ok'
    return this.#isOnline ? (this.#fates.shift() ?? 'ok') : 'offline'
  }

  /** Calls take time in both directions, and a program that has died receives no answer. */
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
      check: async (request) => await travel(async () => await gateway.check(request)),
      write: async (...request) => await travel(async () => await gateway.write(...request)),
    }
  }

  async #pause(milliseconds: number, life: { readonly isAlive: boolean }): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#clock.after(milliseconds, () => life.isAlive && resolve())
    })
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
      // Opens what could not be opened without network and cache; an item may be gone by then.
      if (device.item === undefined && round < 3) await device.act({ kind: 'crash' }, 0)
      device.client?.refresh()
    }
  }
  await clock.advance(60_000)
}

/** Expects the replica to show every pending change of a task, the last one of each field. */
function expectOwnChangesOnScreen(space: SpaceReplica, client: StudioClient): void {
  const shown = new Map<string, [unknown, unknown]>()
  for (const { state, mutation } of client.outbox.getEntries()) {
    if (state === 'pending' && mutation.kind === 'set-fields') {
      for (const { id: itemId, values } of mutation.changes) {
        const item = space.replica.find('items', itemId)
        for (const [key, meant] of Object.entries(values)) {
          if (item !== undefined) shown.set(`${itemId} ${key}`, [item.fields?.[key] ?? null, meant])
        }
      }
    }
    if (state !== 'pending' || mutation.kind !== 'update-tasks' || mutation.field === 'estimatedHours') continue
    for (const [index, taskId] of mutation.taskIds.entries()) {
      const task = space.replica.find('item_tasks', taskId)
      const meant = 'all' in mutation.values ? mutation.values.all : mutation.values.each[index]
      if (task !== undefined) shown.set(`${taskId} ${mutation.field}`, [task[mutation.field], meant])
    }
  }
  for (const [seen, meant] of shown.values()) expect(seen).toBe(meant)
}

/** Expects each device that could start to show the server's rows and to have nothing pending. */
function expectSameOnScreen(devices: readonly Device[], { server, studioId, itemIds }: StudioFixture): void {
  const [itemId] = itemIds
  const isThere = server.list('items').some(({ id }) => id === itemId)
  const ofItem = server.list('item_tasks').filter((task) => task.itemId === itemId)
  const isOfItem = ({ taskId }: Rows['comments']): boolean => ofItem.some(({ id }) => id === taskId)
  const comments = sortedRows('comments', server.list('comments').filter(isOfItem))
  for (const { client, studio, space, casting, item, home } of devices) {
    // If the store cannot be read, the client does not start, and reports that.
    if (client === undefined && !home.isHealthy) continue
    for (const table of spaceTables) {
      expect(sortedRows(table, space?.replica.getRows(table).values() ?? [])).toEqual(
        sortedRows(table, server.list(table)),
      )
    }
    expect(sortedRows('item_links', casting?.replica.getRows('item_links').values() ?? [])).toEqual(
      sortedRows('item_links', server.list('item_links')),
    )
    const seen = item?.replica.getRows('comments').values() ?? []
    if (isThere) expect(sortedRows('comments', [...seen].filter(isOfItem))).toEqual(comments)
    expect(studio?.replica.find('studios', studioId)).toBeDefined()
    const left = client?.outbox.getEntries() ?? []
    expect(left.filter((entry) => entry.state === 'pending')).toEqual([])
  }
}

/** Expects each device to store the server's rows and, of its writes, only the refused ones. */
async function expectSameOnDevice(
  devices: readonly Device[],
  { server, projectId, spaceId }: StudioFixture,
): Promise<void> {
  for (const { client, home } of devices) {
    const cached = await home.store.loadScope(`space:${spaceId}`)
    for (const table of spaceTables) {
      expect(sortedRows(table, cached?.tables[table] ?? [])).toEqual(sortedRows(table, server.list(table)))
    }
    const links = (await home.store.loadScope(`casting:${projectId}`))?.tables.item_links ?? []
    expect(sortedRows('item_links', links)).toEqual(sortedRows('item_links', server.list('item_links')))
    const left = client?.outbox.getEntries() ?? []
    expect(left.filter((entry) => entry.state !== 'refused')).toEqual([])
    const kept = await home.store.loadEntries()
    expect(kept.map(({ id }) => id).toSorted()).toEqual(left.map(({ id }) => id).toSorted())
  }
}

const spaceTables = ['collections', 'items', 'item_tasks', 'task_estimations'] as const

/** Adds number fields for items. */
function seedFields({ server, studioId }: StudioFixture): void {
  const fields = [0, 1, 2].map((at) =>
    newRow('field_definitions', { id: newId<FieldId>(), key: `field_${at}`, name: `Field ${at}`, kind: 'number' }),
  )
  server.seed('field_definitions', fields, `studio:${studioId}`)
}

/** The setup of a run: whose program each device is, and how their disks behave. */
type World = {
  readonly people: readonly number[]
  readonly anAct: fc.Arbitrary<Action>
  readonly aDisk: fc.Arbitrary<Disk>
  /** How long they wait after each action. */
  readonly aPause: fc.Arbitrary<number>
  /** The fewest and the most actions. */
  readonly shortest?: number
  readonly length?: number
  /** How many actions of these kinds all runs must contain in total, at least. */
  readonly atLeast?: { readonly kinds: readonly Action['kind'][]; readonly count: number }
}

const aQuickDisk: fc.Arbitrary<Disk> = fc.constant({ kind: 'quick' })
/** Makes actions overlap with slow store accesses, especially while programs start. */
const slow = {
  aDisk: aSlowDisk,
  aPause: fc.nat(15),
  anAct: fc.oneof({ weight: 6, arbitrary: anAction }, { weight: 1, arbitrary: fc.constant<Action>({ kind: 'crash' }) }),
}

const worlds: readonly (readonly [string, World])[] = [
  ['', { people: [1, 2, 3], anAct: anAction, aDisk: aQuickDisk, aPause: fc.constant(0) }],
  [
    ', which is true of ten thousand edits of fields',
    {
      people: [1, 2, 3],
      anAct: fc.oneof({ weight: 4, arbitrary: aFieldEdit }, { weight: 1, arbitrary: anAction }),
      aDisk: aQuickDisk,
      aPause: fc.constant(0),
      shortest: 50,
      length: 80,
      atLeast: { kinds: ['field'], count: 10_000 },
    },
  ],
  [
    ', which is true of a thousand edits of links',
    {
      people: [1, 2],
      anAct: fc.oneof({ weight: 4, arbitrary: aLinkEdit }, { weight: 1, arbitrary: anAction }),
      aDisk: aQuickDisk,
      aPause: fc.constant(0),
      length: 80,
      atLeast: { kinds: ['link', 'link-kind'], count: 1000 },
    },
  ],
  [', on stores that are slow and refuse at random', { ...slow, people: [1, 2] }],
  [', in two tabs that share such a store', { ...slow, people: [1, 1, 2] }],
]

test.each(worlds)(
  'clients that edit, go offline, crash and meet errors and repeats lose nothing, duplicate nothing and converge%s',
  { timeout: Math.max(300_000, runs * 200) },
  async (_where, { people, anAct, aDisk, aPause, shortest = 5, length = 40, atLeast }) => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ device: fc.nat(people.length - 1), action: anAct, pauseMs: aPause }), {
          minLength: shortest,
          maxLength: length,
        }),
        fc.array(aFate, { maxLength: 30 }),
        aDisk,
        async (script, fates, disk) => {
          counted += script.filter(({ action }) => atLeast?.kinds.includes(action.kind) === true).length
          // Given several programs on one studio, each person's on a device of their own.
          const clock = makeFakeClock()
          const fixture = aStudio({ now: clock.now })
          seedFields(fixture)
          const homes = new Map(people.map((number) => [number, new Home({ number, clock, disk })]))
          const devices = people.flatMap((person, index) => {
            const home = homes.get(person)
            return home === undefined ? [] : [new Device({ fixture, clock, fates, home, number: index + 1 })]
          })
          for (const device of devices) await device.start()
          await clock.advance(100)

          // When they act, each with its own faults, and then have time and a network. Until the server has answered,
          // people see their own changes.
          const isAlone = homes.size === devices.length
          for (const [serial, { device, action, pauseMs }] of script.entries()) {
            await devices[device]?.act(action, serial)
            if (pauseMs > 0) await clock.advance(pauseMs)
            for (const { space, client } of devices) {
              if (isAlone && space && client) expectOwnChangesOnScreen(space, client)
            }
          }
          await playToTheEnd(devices, clock)

          // Then each shows exactly what the server has, whatever its store refused, and so does its cache.
          expectSameOnScreen(devices, fixture)
          if (disk.kind === 'slow') {
            for (const home of homes.values()) home.isHealthy = true
            await playToTheEnd(devices, clock)
            expectSameOnScreen(devices, fixture)
          }
          await expectSameOnDevice(devices, fixture)

          // And each write reported as saved reached the server once, or remains with its refusal; nothing else is
          // pending.
          const { server } = fixture
          const committed = new Set(server.getCommits())
          for (const device of devices) {
            const left = device.client?.outbox.getEntries() ?? []
            for (const { id } of device.kept)
              expect(committed.has(id) || left.some((entry) => entry.id === id)).toBe(true)
          }
          const texts = server.list('comments').flatMap(({ content }) => (content === '' ? [] : [content]))
          expect(new Set(texts).size).toBe(texts.length)
          const titles = server.list('items').map(({ title }) => title)
          expect(new Set(titles).size).toBe(titles.length)

          // And one person's changes to one task arrived in the order they were made.
          for (const device of devices) {
            for (const taskId of fixture.taskIds) {
              const made = device.kept.filter(({ tasks }) => tasks.includes(taskId)).map(({ id }) => id)
              const landed = [...committed].filter((id) => made.includes(id))
              expect(landed).toEqual(made.filter((id) => committed.has(id)))
            }
          }

          // And what the devices have stored is enough to start from.
          if (disk.kind === 'slow') {
            for (const device of devices) await device.act({ kind: 'crash' }, 0)
            await playToTheEnd(devices, clock)
            expectSameOnScreen(devices, fixture)
            await expectSameOnDevice(devices, fixture)
          }
          expect(devices.flatMap(({ wrong }) => wrong)).toEqual([])
          await Promise.all(devices.map(async (device) => await device.client?.close()))
        },
      ),
      { numRuns: runs, verbose: 1 },
    )
    if (atLeast !== undefined) expect(counted).toBeGreaterThanOrEqual((atLeast.count * runs) / 300)
  },
)
