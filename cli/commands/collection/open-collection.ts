import type { StudioClient } from '#core/sync/studio-client.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { printChange } from '#cli/change/print-change.ts'
import type { Context } from '#cli/context.ts'
import { flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickSpace } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import { toCollectionRow } from './to-collection-row.ts'

export type CollectionOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly name?: string
  readonly episode?: string
  readonly which?: string
}

/** Splits a collection's path as it is printed; any other text is a name, which may contain slashes. */
export function splitPath(which: string): { readonly space?: string; readonly name: string } {
  const [project, space, name] = which.split('/')
  const isPath = name !== undefined && which.split('/').length === 3
  return isPath ? { space: `${project}/${space}`, name } : { name: which }
}

export const episodeFlag = flag('--episode <name>', 'its episode, if its space holds several')

export function pick(space: SpaceReplica, { which = '' }: CollectionOptions): CollectionRow {
  return pickOne(space.getCollections(), splitPath(which).name, { one: 'collection', many: 'collections' })
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly space: SpaceReplica }

type ChangedCollection = Pick<Place, 'studio' | 'space'> & {
  readonly collection: CollectionRow
  readonly operation: string | null
  /** A further column shown to people. */
  readonly field?: 'episode'
}

/** Prints a changed collection and how to undo it; JSON has the same fields as a list. */
export function printCollection(changed: ChangedCollection, context: Context): void {
  const { studio, space, collection, operation, field } = changed
  const row = { ...toCollectionRow(studio, space, collection), operation }
  printChange(row, context, ['id', 'name', ...(field === undefined ? [] : [field]), 'operation'])
}

export async function open({ project, which = '', ...options }: CollectionOptions, context: Context): Promise<Place> {
  const wanted = splitPath(which).space ?? options.space
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const { id: spaceId } = pickSpace(studio, {
    ...(wanted !== undefined && { space: wanted }),
    ...(project !== undefined && { project }),
  })
  return { client, studio, space: await client.openSpace({ studioId: studio.studioId, spaceId }) }
}
