import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { foldName } from '#core/lib/slug.ts'
import type { Thing } from './reading.ts'

/** Lists the names of a studio and of open spaces for a lexicon, one space after another. */
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
    const items = space.getItems(collectionId)
    const shortNames = isDefault
      ? []
      : listShortNames(
          items.map(({ title }) => title),
          name,
        )
    for (const [at, { id, title, slug }] of items.entries()) {
      const short = shortNames[at]
      yield { kind: 'item', id, name: title, within, aliases: short === undefined ? [slug] : [slug, short] }
    }
  }
}

// Letters before a number: a plain word or number would mean something else in a sentence.
const shotNumber = /^[a-z]+-?\d[a-z\d-]+$/

/**
 * Returns each item's short name within its collection: `sh0010` for `sq010_sh0010` or `sal_sq010_sh0010` in `sq010`.
 */
export function listShortNames(titles: readonly string[], collection: string): readonly (string | undefined)[] {
  const within = foldName(collection)
  const names = titles.map(foldName)
  const taken = new Set(names)
  return names.map((name) => {
    const at = `-${name}`.indexOf(`-${within}-`)
    const short = at < 0 ? '' : name.slice(at + within.length + 1)
    return shotNumber.test(short) && !taken.has(short) ? short : undefined
  })
}
