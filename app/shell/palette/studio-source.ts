import { makeSearchIndex, type SearchIndex } from '#core/search/index-names.ts'
import type { PaletteResult, PaletteSource } from '#app/commands/palette-source.ts'
import { links } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { findCurrentStudio, sessionStore, type SessionStudio } from '#app/stores/session-store.ts'

/** Searches studios, and the current one's projects, spaces and people: few enough for the main thread. */
export const studioSource: PaletteSource = makeStudioSource()

type Listed = {
  readonly key: readonly unknown[]
  readonly results: readonly PaletteResult[]
  readonly index: SearchIndex
}

function makeStudioSource(): PaletteSource {
  let listed: Listed | undefined

  // Rebuilt only when something in it changed.
  const list = (): Listed => {
    const key = [clientStore.get().studio, clientStore.get().studio?.replica.getVersion(), sessionStore.studios]
    if (listed !== undefined && listed.key.every((part, at) => part === key[at])) return listed
    const results = listResults()
    const texts = results.map(({ title, detail, kind }) => (kind === 'person' ? `${title} ${detail ?? ''}` : title))
    listed = { key, results, index: makeSearchIndex(texts) }
    return listed
  }

  return {
    id: 'studio',
    search: async (query, { limit, kinds }) => {
      const { results, index } = list()
      const isWanted = ({ kind }: PaletteResult): boolean => kinds?.includes(kind) ?? true
      if (query.trim() === '') return await Promise.resolve(kinds === undefined ? [] : results.filter(isWanted))
      // Filtered by kind before the limit applies.
      const hits = index.search(query, kinds === undefined ? limit : index.size)
      const found = hits.flatMap((hit) => {
        const result = results[hit.index]
        return result !== undefined && isWanted(result) ? [{ ...result, score: hit.score }] : []
      })
      return await Promise.resolve(found.slice(0, limit))
    },
    find: async (ids) => {
      const known = new Map(list().results.map((result) => [result.id, result]))
      return await Promise.resolve(ids.flatMap((id) => known.get(id) ?? []))
    },
  }
}

function listResults(): readonly PaletteResult[] {
  const current = findCurrentStudio(sessionStore)
  const { studio } = clientStore.get()
  const others = sessionStore.studios.filter(({ id }) => id !== current?.id)
  return [
    ...(current === undefined || studio === undefined ? [] : listOfStudio(current.slug, studio)),
    ...others.map(toStudioResult),
  ]
}

function toStudioResult({ id, name, slug }: SessionStudio): PaletteResult {
  return { id: `studio:${id}`, kind: 'studio', title: name, detail: 'Studio', to: links.projects({ studioSlug: slug }) }
}

type OpenStudio = NonNullable<ReturnType<typeof clientStore.get>['studio']>

function listOfStudio(studioSlug: string, studio: OpenStudio): readonly PaletteResult[] {
  const projects = studio.getProjects().filter(({ isActive }) => isActive)
  const people = studio.getMembers().filter(({ archivedAt }) => archivedAt === undefined)
  return [
    ...projects.map(({ id, name, slug }): PaletteResult => {
      const to = links.project({ studioSlug, projectSlug: slug })
      return { id: `project:${id}`, kind: 'project', title: name, detail: 'Project', to }
    }),
    ...projects.flatMap((project) =>
      studio.getSpaces(project.id).map(({ id, name, slug }): PaletteResult => {
        const to = links.space({ studioSlug, projectSlug: project.slug, spaceSlug: slug })
        return { id: `space:${id}`, kind: 'space', title: name, detail: `Space · ${project.name}`, to }
      }),
    ),
    ...people.map(({ userId, displayName, email }): PaletteResult => {
      const to = links.artist({ studioSlug, userId })
      return { id: `person:${userId}`, kind: 'person', title: displayName, detail: email, to }
    }),
  ]
}
