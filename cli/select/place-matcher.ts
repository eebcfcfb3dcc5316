import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { GlobalOptions } from '../global-options.ts'
import { listSpaces } from './load-tasks.ts'
import { splitList, type Named } from './name-pattern.ts'
import { pickAll } from './pick.ts'

type Place = { readonly project: string; readonly space: string }

/**
 * Returns whether a row that names its project and space is within `--project` and `--space`, given by name, slug, id
 * or glob, separated by commas. Throws if there is no such project or space.
 */
export function makePlaceMatcher(
  studio: StudioReplica,
  { project, space }: Pick<GlobalOptions, 'project' | 'space'>,
): (place: Place) => boolean {
  const projects = studio.getProjects()
  const projectNames = pickNames(projects, project, { one: 'project', many: 'projects' })
  const chosen = projects.filter(({ name }) => projectNames?.has(name) ?? true)
  const all = chosen.flatMap(({ id }) => studio.getSpaces(id))
  // A space may be given as a path.
  const spaces =
    space === undefined
      ? undefined
      : splitList(space).flatMap((each) =>
          each.includes('/')
            ? listSpaces(studio, { space: each })
            : pickAll(all, each, { one: 'space', many: 'spaces' }),
        )
  const nameOf = ({ projectId, name }: Space): string => toKey(studio.replica.find('projects', projectId)?.name, name)
  const keys = spaces && new Set(spaces.map(nameOf))
  return (place) => (projectNames?.has(place.project) ?? true) && (keys?.has(toKey(place.project, place.space)) ?? true)
}

const toKey = (project: string | undefined, space: string): string => JSON.stringify([project, space])

function pickNames(
  things: readonly Named[],
  patterns: string | undefined,
  kind: Parameters<typeof pickAll>[2],
): ReadonlySet<string> | undefined {
  if (patterns === undefined) return undefined
  return new Set(splitList(patterns).flatMap((each) => pickAll(things, each, kind).map(({ name }) => name)))
}
