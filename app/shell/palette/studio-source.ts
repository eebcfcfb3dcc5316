import { matchText } from '#app/commands/match-text.ts'
import type { PaletteResult, PaletteSource } from '#app/commands/palette-source.ts'
import { links } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'

/** Studios, and the current one's projects, spaces and people: few enough to be looked through at each key. */
export const studioSource: PaletteSource = {
  id: 'studio',
  search: async (query, { limit }) => {
    const found = listResults()
      .map((result) => ({ result, score: matchText(query, result.title) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
    return await Promise.resolve(found.slice(0, limit).map(({ result }) => result))
  },
  find: async (ids) => {
    const known = new Map(listResults().map((result) => [result.id, result]))
    return await Promise.resolve(ids.flatMap((id) => known.get(id) ?? []))
  },
}

function listResults(): readonly PaletteResult[] {
  const current = findCurrentStudio(sessionStore)
  const { studio } = clientStore.get()
  const others = sessionStore.studios.filter(({ id }) => id !== current?.id)
  return [
    ...(current === undefined || studio === undefined ? [] : listOfStudio(current.slug, studio)),
    ...others.map(({ id, name, slug }) =>
      toResult({ kind: 'studio', id, title: name, detail: 'Studio', to: links.projects({ studioSlug: slug }) }),
    ),
  ]
}

type OpenStudio = NonNullable<ReturnType<typeof clientStore.get>['studio']>

function listOfStudio(studioSlug: string, studio: OpenStudio): readonly PaletteResult[] {
  const projects = studio.getProjects().filter(({ isActive }) => isActive)
  return [
    ...projects.map(({ id, name, slug }) =>
      toResult({
        kind: 'project',
        id,
        title: name,
        detail: 'Project',
        to: links.project({ studioSlug, projectSlug: slug }),
      }),
    ),
    ...projects.flatMap((project) =>
      studio.getSpaces(project.id).map(({ id, name, slug }) => {
        const to = links.space({ studioSlug, projectSlug: project.slug, spaceSlug: slug })
        return toResult({ kind: 'space', id, title: name, detail: `Space · ${project.name}`, to })
      }),
    ),
    ...studio
      .getMembers()
      .filter(({ archivedAt }) => archivedAt === undefined)
      .map(({ userId, displayName, email }) =>
        toResult({
          kind: 'person',
          id: userId,
          title: displayName,
          detail: email,
          to: links.artist({ studioSlug, userId }),
        }),
      ),
  ]
}

function toResult(result: Required<PaletteResult>): PaletteResult {
  return { ...result, id: `${result.kind}:${result.id}` }
}
