import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Thing } from './reading.ts'

/** The names of a studio and of opened spaces, for a lexicon of sentences; the content of one space after the other. */
export function* listNames(studio: StudioReplica, spaces: readonly SpaceReplica[]): Generator<Thing> {
  yield* listCatalogue(studio)
  for (const space of spaces) yield* listContent(studio, space)
}

function listCatalogue(studio: StudioReplica): readonly Thing[] {
  const members = studio.getMembers().filter(({ archivedAt }) => archivedAt === undefined)
  return [
    ...studio.getStages().map(({ id, name }) => ({ kind: 'stage', id, name, within: [] }) as const),
    ...studio
      .getStatuses()
      .map(({ id, name, shortCode }) => ({ kind: 'status', id, name, within: [], aliases: [shortCode] }) as const),
    ...members.map(
      ({ userId, displayName, email }) =>
        ({ kind: 'person', id: userId, name: displayName, within: [], aliases: [email] }) as const,
    ),
    ...studio
      .getProjects()
      .flatMap((project) => [
        { kind: 'project', id: project.id, name: project.name, within: [], aliases: [project.slug] } as const,
        ...studio
          .getSpaces(project.id)
          .map(({ id, name, slug }) => ({ kind: 'space', id, name, within: [project.id], aliases: [slug] }) as const),
      ]),
  ]
}

function* listContent(studio: StudioReplica, space: SpaceReplica): Generator<Thing> {
  const { spaceId } = space
  const projectId = studio.replica.find('spaces', spaceId)?.projectId
  const above = projectId === undefined ? [spaceId] : [spaceId, projectId]
  for (const { id: collectionId, name, isDefault } of space.getCollections()) {
    if (!isDefault) yield { kind: 'collection', id: collectionId, name, within: above }
    const within = [collectionId, ...above]
    for (const { id, title, slug } of space.getItems(collectionId))
      yield { kind: 'item', id, name: title, within, aliases: [slug] }
  }
}
