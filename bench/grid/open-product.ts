import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Mutation } from '#core/sync/mutators.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { emptyFilter } from '#core/timeline/filter-kinds.ts'
import { emptyGateway } from '#core/gateway/memory/empty-gateway.ts'
import { makeMemoryPresence } from '#core/gateway/memory/memory-presence.ts'
import type { Gateway, PullAnswer } from '#core/gateway/ports.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import type { Online } from '#core/sync/ports.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock, systemIds } from '#core/sync/system.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { toId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { openDexieStore } from '#app/platform/dexie-store.ts'
import { enterSpace, setFilter } from '#app/features/space/space-view-store.ts'
import type { OpenSpace } from '#app/features/space/model/open-space.ts'
import { makeSpaceModel } from '#app/features/space/model/space-model.ts'
import { makeTimeStats } from '#app/features/space/model/time-stats.ts'
import { makeMediaUrls } from '#app/widgets/media-urls.ts'
import { ITEMS } from './content.ts'
import { space, spaceAnswer, spaceId, studioAnswer, studioId } from './product-rows.ts'

const NETWORK_MS = 30

const offline: Online = { isOnline: () => false, subscribe: () => () => undefined }

/** Opens the product's own client on this browser's IndexedDB, with an in-memory server or none. */
export async function openProduct(options: {
  readonly name: string
  readonly items?: number
  readonly fields?: number
  readonly isOffline?: boolean
}): Promise<{
  readonly opened: OpenSpace
  readonly client: StudioClient
  /** Resolves once the device has stored the space's rows. */
  readonly stored: Promise<void>
}> {
  const userId = toId<UserId>(options.name)
  const stored = Promise.withResolvers<void>()
  const store = await openDexieStore(userId)
  const { saveScope } = store
  Object.assign(store, {
    saveScope: async (cached: Parameters<typeof saveScope>[0]) => {
      await saveScope(cached)
      if (cached.scope === `space:${spaceId}`) stored.resolve()
    },
  })
  const client = await makeStudioClient({
    userId,
    gateway:
      options.isOffline === true
        ? deadGateway(userId)
        : makeGateway(userId, options.items ?? ITEMS, options.fields ?? 0),
    store,
    clock: systemClock,
    ids: systemIds,
    online: options.isOffline === true ? offline : alwaysOnline,
    tabs: makeSingleTab(),
  })
  const [studio, replica] = await Promise.all([client.openStudio(studioId), client.openSpace({ studioId, spaceId })])
  enterSpace(spaceId, 'grid')
  setFilter(emptyFilter)
  const opened: OpenSpace = {
    client,
    model: makeSpaceModel({ studio, space: replica, row: space, userId: client.userId }),
    mediaUrls: makeMediaUrls(client.gateway.loadMediaUrls),
    stats: makeTimeStats(async () => await Promise.resolve(new Map())),
  }
  return { opened, client, stored: stored.promise }
}

function deadGateway(userId: UserId): Gateway {
  const fail = async (): Promise<never> =>
    await Promise.reject(new AppError('offline', messages.offline, { retryable: true }))
  return { ...emptyGateway(userId), live, pull: fail, write: fail }
}

const live: Gateway['live'] = {
  watchNotifications: () => () => undefined,
  watchStudio: (_studioId, { onState }) => {
    onState?.('live')
    return () => undefined
  },
  joinSpace: makeMemoryPresence(),
}

/** A server a short distance away: accepts changes of tasks and returns their rows with the next pull. */
function makeGateway(userId: UserId, items: number, fields: number): Gateway {
  const whole = spaceAnswer(items, undefined, fields)
  const tasks = new Map<string, Task>(whole.tables.item_tasks?.map((task) => [task.id, task]))
  let rev = 1
  let changed = new Map<string, Task>()
  const write = (mutation: Mutation): void => {
    if (mutation.kind !== 'update-tasks' || mutation.field !== 'statusId') return
    rev += 1
    changed = new Map()
    for (const [index, id] of mutation.taskIds.entries()) {
      const task = tasks.get(id)
      const statusId = 'all' in mutation.values ? mutation.values.all : mutation.values.each[index]
      if (task !== undefined && typeof statusId === 'string')
        changed.set(id, { ...task, statusId: toId<StatusId>(statusId) })
    }
    for (const [id, task] of changed) tasks.set(id, task)
  }
  return {
    ...emptyGateway(userId),
    live,
    pull: async ({ scope, since }): Promise<PullAnswer> => {
      if (scope.startsWith('studio')) return { ...studioAnswer(fields), rev: since === 0 ? 1 : rev, full: true }
      if (since === 0) return whole
      await wait(NETWORK_MS)
      return { rev, full: false, deleted: {}, tables: { item_tasks: [...changed.values()] } }
    },
    write: async (mutation) => {
      await wait(NETWORK_MS)
      // The grid makes no other changes.
      write(mutation as Mutation)
      return { rev, skipped: [] }
    },
  }
}

async function wait(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
