import { sentencePlace } from '#app/commands/sentence-place.ts'
import type { KnownCommand } from '#app/commands/known-commands.ts'
import type { Scope } from '#app/commands/scopes.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toTaskAddress, withPopup } from '#app/lib/popup-address.ts'
import { findRoute, links } from '#app/routes.ts'
import { placesStore } from '#app/stores/places-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { scoreCommand, type PaletteGroup, type PaletteRow } from './palette-rows.ts'

/** A screen whose commands can be found, with its name and address. */
export type Screen = {
  readonly name: string
  readonly to: string
  /** What must be opened or created there before the command can act. */
  readonly needs?: 'a task' | 'a space' | 'a project'
}

/**
 * The screens by scope. `project` is for spaces, which are created and changed on a project's page; that page shares
 * the scope `list` with the page of all projects.
 */
export type Screens = Partial<Record<Scope | 'project', Screen>>

/** Finds where commands of screens that are not open act: the places visited last, else the first available. */
export function findScreens(studio: StudioReplica, path: string): Screens {
  const studioSlug = findCurrentStudio(sessionStore)?.slug ?? ''
  const userId = sessionStore.user?.id ?? ''
  const been = [path, ...placesStore.recent].flatMap((place) => [findRoute(place)?.params ?? []].flat())
  const projects = studio.getProjects().filter(({ isActive }) => isActive)
  const project =
    been.flatMap((params) => projects.find(({ slug }) => slug === params['projectSlug']) ?? [])[0] ?? projects[0]
  const spaces = project === undefined ? [] : studio.getSpaces(project.id)
  const space = been.flatMap((params) => spaces.find(({ slug }) => slug === params['spaceSlug']) ?? [])[0] ?? spaces[0]
  const inProject = { studioSlug, projectSlug: project?.slug ?? '' }
  const list: Screen = { name: 'Projects', to: links.projects({ studioSlug }) }
  const projectScreen: Screen =
    project === undefined ? { ...list, needs: 'a project' } : { name: project.name, to: links.project(inProject) }
  const spaceScreen: Screen =
    space === undefined
      ? { ...projectScreen, needs: 'a space' }
      : { name: space.name, to: links.space({ ...inProject, spaceSlug: space.slug }) }
  const taskScreen = findTaskScreen(studio, studioSlug) ?? { ...spaceScreen, needs: 'a task' }
  const own: Screens = {
    timesheet: { name: 'My timesheet', to: links.timesheet({ studioSlug, userId }) },
    feed: { name: 'My updates', to: links.artist({ studioSlug, userId }) },
    activity: { name: 'Activity', to: links.studioActivity({ studioSlug }) },
    popup: taskScreen,
    viewer: taskScreen,
  }
  // Most commands of the other screens write, which a viewer may not.
  if (!studio.can('create')) return own
  return {
    ...own,
    timeline: { name: 'Timeline', to: links.timeline({ studioSlug }) },
    list,
    project: projectScreen,
    ...(project === undefined ? eachOfProject(projectScreen) : screensOf(project.name, inProject)),
    grid: spaceScreen,
    kanban: spaceScreen,
  }
}

function eachOfProject(screen: Screen): Screens {
  return { canvas: screen, casting: screen, assets: screen, tasks: screen, review: screen }
}

function screensOf(name: string, inProject: { readonly studioSlug: string; readonly projectSlug: string }): Screens {
  return {
    canvas: { name: `Moodboard of ${name}`, to: links.moodboard(inProject) },
    casting: { name: `Casting of ${name}`, to: links.casting(inProject) },
    assets: { name: `Assets of ${name}`, to: links.section({ ...inProject, section: 'assets' }) },
    tasks: { name: `Tasks of ${name}`, to: links.section({ ...inProject, section: 'tasks' }) },
    review: { name: `Reviews of ${name}`, to: links.section({ ...inProject, section: 'reviews' }) },
  }
}

/** Finds the popup of the task selected in the current place. */
function findTaskScreen(studio: StudioReplica, studioSlug: string): Screen | undefined {
  const [selected] = sentencePlace.find()?.getSelected() ?? []
  const task = selected?.task
  const item = selected?.space.replica.find('items', selected.task.itemId)
  const space = selected && studio.replica.find('spaces', selected.space.spaceId)
  const project = space && studio.replica.find('projects', space.projectId)
  const stage = task && studio.replica.find('stages', task.stageId)
  if (item === undefined || space === undefined || project === undefined) return undefined
  const path = links.space({ studioSlug, projectSlug: project.slug, spaceSlug: space.slug })
  const popup = { item: item.slug === '' ? item.id : item.slug, task: stage && toTaskAddress(stage.name) }
  return { name: `${item.title}${stage === undefined ? '' : ` ${stage.name}`}`, to: `${path}${withPopup('', popup)}` }
}

const shortestQuery = 2
const most = 12

/** Finds commands of other screens that match the query, best first, each with the screen it opens. */
export function findElsewhereGroup(commands: readonly KnownCommand[], query: string, screens: Screens): PaletteGroup {
  const found =
    query.trim().length < shortestQuery
      ? []
      : commands
          .filter(({ isKeyOnly }) => isKeyOnly !== true)
          .flatMap((command) => {
            const screen = screens[placeOf(command)]
            const score = scoreCommand(command, query)
            return screen === undefined || score === 0 ? [] : [{ command, screen, score }]
          })
          .toSorted((one, other) => other.score - one.score)
          .slice(0, most)
  return { heading: 'On another screen', rows: found.map(({ command, screen }) => toRow(command, screen)) }
}

function placeOf({ id, scope }: KnownCommand): keyof Screens {
  return scope === 'list' && id.startsWith('space.') ? 'project' : scope
}

function toRow({ id, title }: KnownCommand, { name, to, needs }: Screen): PaletteRow {
  const target = { kind: 'elsewhere', commandId: id, to, needs } as const
  const detail = needs === undefined ? `goes to ${name}` : `needs ${needs} · goes to ${name}`
  return { id: `elsewhere:${id}`, title, detail, keys: undefined, icon: undefined, target }
}
