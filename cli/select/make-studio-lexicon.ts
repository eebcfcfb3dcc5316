import type { SpaceReplica } from '#core/items/space-replica.ts'
import { makeLexicon, type Lexicon, type NamedThing } from '#core/plan/lexicon.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** The names of a studio and of opened spaces, for sentences. */
export function makeStudioLexicon(studio: StudioReplica, spaces: readonly SpaceReplica[]): Lexicon {
  return makeLexicon([...listCatalogue(studio), ...spaces.flatMap((space) => listContent(studio, space))])
}

function listCatalogue(studio: StudioReplica): readonly NamedThing[] {
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

function listContent(studio: StudioReplica, space: SpaceReplica): readonly NamedThing[] {
  const { spaceId } = space
  const projectId = studio.replica.find('spaces', spaceId)?.projectId
  const above = projectId === undefined ? [spaceId] : [spaceId, projectId]
  return space
    .getCollections()
    .flatMap((collection) => [
      ...(collection.isDefault
        ? []
        : [{ kind: 'collection', id: collection.id, name: collection.name, within: above } as const]),
      ...space
        .getItems(collection.id)
        .map(
          ({ id, title, slug }) =>
            ({ kind: 'item', id, name: title, within: [collection.id, ...above], aliases: [slug] }) as const,
        ),
    ])
}
