import type { KnownCommand } from '#app/commands/known-commands.ts'
import type { Scope } from '#app/commands/scopes.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findRoute, links } from '#app/routes.ts'
import { placesStore } from '#app/stores/places-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { scoreCommand, type PaletteGroup, type PaletteRow } from './palette-rows.ts'

/** A screen on which commands are found: its name and its address. */
export type Screen = { readonly name: string; readonly to: string }

/** Where the commands of screens that are not open act: the places somebody was at last, else the first there are. */
export function findScreens(studio: StudioReplica, path: string): Partial<Record<Scope, Screen>> {
  const studioSlug = findCurrentStudio(sessionStore)?.slug ?? ''
  const userId = sessionStore.user?.id ?? ''
  const been = [path, ...placesStore.recent].flatMap((place) => [findRoute(place)?.params ?? []].flat())
  const projects = studio.getProjects().filter(({ isActive }) => isActive)
  const project =
    been.flatMap((params) => projects.find(({ slug }) => slug === params['projectSlug']) ?? [])[0] ?? projects[0]
  const spaces = project === undefined ? [] : studio.getSpaces(project.id)
  const space = been.flatMap((params) => spaces.find(({ slug }) => slug === params['spaceSlug']) ?? [])[0] ?? spaces[0]
  const projectSlug = project?.slug ?? ''
  const inProject = { studioSlug, projectSlug }
  const spaceScreen =
    space === undefined ? undefined : { name: space.name, to: links.space({ ...inProject, spaceSlug: space.slug }) }
  const own = {
    timesheet: { name: 'My timesheet', to: links.timesheet({ studioSlug, userId }) },
    feed: { name: 'My updates', to: links.artist({ studioSlug, userId }) },
  }
  // Most commands of the other screens write.
  if (!studio.can('create')) return own
  return {
    ...own,
    timeline: { name: 'Timeline', to: links.timeline({ studioSlug }) },
    list: { name: 'Projects', to: links.projects({ studioSlug }) },
    ...(project !== undefined && {
      canvas: { name: `Moodboard of ${project.name}`, to: links.moodboard(inProject) },
      review: { name: `Reviews of ${project.name}`, to: links.section({ ...inProject, section: 'reviews' }) },
    }),
    ...(spaceScreen !== undefined && { grid: spaceScreen, kanban: spaceScreen }),
  }
}

const shortestQuery = 2
const most = 12

/** The commands of other screens that fit what was typed, best first, each with the screen it leads to. */
export function findElsewhereGroup(
  commands: readonly KnownCommand[],
  query: string,
  screens: Partial<Record<Scope, Screen>>,
): PaletteGroup {
  const found =
    query.trim().length < shortestQuery
      ? []
      : commands
          .filter(({ isKeyOnly, id }) => isKeyOnly !== true && !id.startsWith('space.create'))
          .flatMap((command) => {
            const screen = screens[command.scope]
            const score = scoreCommand(command, query)
            return screen === undefined || score === 0 ? [] : [{ command, screen, score }]
          })
          .toSorted((one, other) => other.score - one.score)
          .slice(0, most)
  return { heading: 'On another screen', rows: found.map(({ command, screen }) => toRow(command, screen)) }
}

function toRow({ id, title }: KnownCommand, { name, to }: Screen): PaletteRow {
  const target = { kind: 'elsewhere', commandId: id, to } as const
  return { id: `elsewhere:${id}`, title, detail: `goes to ${name}`, keys: undefined, icon: undefined, target }
}
