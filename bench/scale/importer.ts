// The importing person of import.ts, in a separate process: one import, then its undo, each when told to continue.
import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import { applyImport, undoImportedChanges } from '#core/exchange/apply-import.ts'
import { toReverse, type ImportChanges } from '#core/exchange/import-changes.ts'
import { newId, toId } from '#core/lib/ids.ts'
import type { CollectionId, ItemId, OperationId, SpaceId, StageId, StudioId, TaskId } from '#core/lib/ids.ts'

export type Import = {
  url: string
  apiKey: string
  token: string
  studio: string
  space: string
  items: number
  stageIds: readonly string[]
}

process.once('message', (asked: Import) => void run(asked))

async function run({ url, apiKey, token, studio, space, items, stageIds }: Import): Promise<void> {
  const client = createClient(url, apiKey, { global: { headers: { authorization: `Bearer ${token}` } } })
  const gateway = {
    call: async (name: string, request?: Readonly<Record<string, unknown>>): Promise<unknown> =>
      (await client.rpc(name, request).throwOnError()).data,
    pull: async () => await Promise.reject(new Error('Nothing here makes fields')),
  }
  const changes = makeChanges(items, stageIds)
  const place = { studioId: toId<StudioId>(studio), spaceId: toId<SpaceId>(space) }
  process.send?.('ready')
  await once(process, 'message')
  await applyImport(gateway, { ...place, operationId: newId<OperationId>(), changes, onConflict: 'refuse' })
  process.send?.('imported')
  await once(process, 'message')
  await undoImportedChanges(gateway, { ...place, operationId: newId<OperationId>(), reverse: toReverse(changes) })
  process.send?.('taken back')
}

/** New items, a hundred per collection, each with a task for every stage. */
function makeChanges(count: number, stageIds: readonly string[]): ImportChanges {
  const collections = Array.from({ length: Math.ceil(count / 100) }, (_, at) => {
    return { id: newId<CollectionId>(), name: `SQ${at}`, isDefault: false }
  })
  const frames = { frameIn: 1001, frameOut: 1048, handleIn: undefined, handleOut: undefined, frameRate: undefined }
  const items = Array.from({ length: count }, (_, at) => {
    const collectionId = collections[Math.floor(at / 100)]?.id ?? newId<CollectionId>()
    return { id: newId<ItemId>(), collectionId, title: `SH${at}`, externalIds: {}, ...frames }
  })
  const absent = { statusId: undefined, assigneeId: undefined, dueDate: undefined, estimatedHours: undefined }
  const rest = { ...absent, priority: undefined, isDisabled: undefined }
  const tasks = items.flatMap((item) =>
    stageIds.map((stage) => ({ id: newId<TaskId>(), itemId: item.id, stageId: toId<StageId>(stage), ...rest })),
  )
  return { collections, items, tasks, itemChanges: [], taskChanges: [], deletions: undefined }
}
