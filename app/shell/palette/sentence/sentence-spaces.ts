import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { findRoute } from '#app/routes.ts'
import { syncStore } from '#app/stores/sync-store.ts'

/** How far a sentence looks: the space or the project somebody is in, everything, or one space. */
export type SentenceReach = 'here' | 'studio' | SpaceId

/** The spaces a sentence is about. */
export type SentenceSpaces = {
  /** Where they are, in words: 'Sequences', 'the whole studio'. */
  readonly where: string
  /** As `studio-cli` is told. */
  readonly flags: readonly string[]
  readonly isWhole: boolean
  readonly rows: readonly Space[]
}

/** Which spaces those are, from the address and what is open. */
export function listSentenceSpaces(studio: StudioReplica, reach: SentenceReach, path: string): SentenceSpaces {
  const projects = studio.getProjects().filter(({ isActive }) => isActive)
  const everything = projects.flatMap(({ id }) => studio.getSpaces(id)).filter(({ isActive }) => isActive)
  const here = reach === 'here' ? sentencePlace.find()?.space.spaceId : reach === 'studio' ? undefined : reach
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

/** Spaces with their rows: those open, those this device keeps, and over the network the others. */
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

/** One that cannot be opened now is told as missing, and does not take the others along. */
async function findOpened(opening: Promise<SpaceReplica>): Promise<SpaceReplica | undefined> {
  return await opening.catch(() => undefined)
}
