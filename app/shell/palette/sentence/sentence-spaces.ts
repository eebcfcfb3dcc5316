import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { findRoute } from '#app/routes.ts'
import { syncStore } from '#app/stores/sync-store.ts'

/** How far a sentence reaches: the current space or project, the whole studio, or one space. */
export type SentenceReach = 'here' | 'studio' | SpaceId

/** The spaces a sentence applies to. */
export type SentenceSpaces = {
  /** Their place in words: 'Sequences', 'the whole studio'. */
  readonly where: string
  /** The same as flags of `studio-cli`. */
  readonly flags: readonly string[]
  readonly isWhole: boolean
  readonly rows: readonly Space[]
}

/** Finds the spaces from the address and what is open. */
export function listSentenceSpaces(studio: StudioReplica, reach: SentenceReach, path: string): SentenceSpaces {
  const projects = studio.getProjects().filter(({ isActive }) => isActive)
  const everything = projects.flatMap(({ id }) => studio.getSpaces(id)).filter(({ isActive }) => isActive)
  const here = reach === 'here' ? sentencePlace.find()?.space?.spaceId : reach === 'studio' ? undefined : reach
  const space = here === undefined ? undefined : studio.replica.find('spaces', here)
  const slug = findRoute(path)?.params['projectSlug']
  const project = space
    ? studio.replica.find('projects', space.projectId)
    : projects.find((each) => reach === 'here' && each.slug === slug)
  if (project === undefined) return { where: 'the whole studio', flags: [], isWhole: true, rows: everything }
  const flags = ['--project', project.slug]
  if (space !== undefined)
    return { where: space.name, flags: [...flags, '--space', space.slug], isWhole: false, rows: [space] }
  const rows = everything.filter(({ projectId }) => projectId === project.id)
  return { where: project.name, flags, isWhole: false, rows }
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

/** Returns replicas of the spaces: open ones, those stored on this device, and the others over the network. */
export async function openSentenceSpaces(
  rows: readonly Space[],
  { client, studio }: Place,
): Promise<{ readonly spaces: readonly SpaceReplica[]; readonly missing: number }> {
  const { studioId } = studio
  const open = sentencePlace.find()?.space
  const spaces: SpaceReplica[] = []
  for (const { id: spaceId } of rows) {
    if (open?.spaceId === spaceId) spaces.push(open)
    else {
      const kept = await client.findKeptSpace({ studioId, spaceId })
      const space = kept ?? (syncStore.isOnline ? await findOpened(client.openSpace({ studioId, spaceId })) : undefined)
      if (space !== undefined) spaces.push(space)
    }
  }
  return { spaces, missing: rows.length - spaces.length }
}

/** A space that cannot be opened counts as missing and does not fail the others. */
async function findOpened(opening: Promise<SpaceReplica>): Promise<SpaceReplica | undefined> {
  return await opening.catch(() => undefined)
}
