import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { GlobalOptions } from '../global-options.ts'
import { splitList, type Named } from './name-pattern.ts'
import { pickAll } from './pick.ts'

type Place = { readonly project: string; readonly space: string }

/**
 * Whether something the server tells of by the names of its project and space lies where `--project` and `--space` say: by
 * name, slug, id or glob, with commas. Fails where there is no such project or space.
 */
export function makePlaceMatcher(
  studio: StudioReplica,
  { project, space }: Pick<GlobalOptions, 'project' | 'space'>,
): (place: Place) => boolean {
  const projects = studio.getProjects()
  const projectNames = pickNames(projects, project, { one: 'project', many: 'projects' })
  const spaces = projects
    .filter(({ name }) => projectNames?.has(name) ?? true)
    .flatMap(({ id }) => studio.getSpaces(id))
  const spaceNames = pickNames(spaces, space, { one: 'space', many: 'spaces' })
  return (place) => (projectNames?.has(place.project) ?? true) && (spaceNames?.has(place.space) ?? true)
}

function pickNames(
  things: readonly Named[],
  patterns: string | undefined,
  kind: Parameters<typeof pickAll>[2],
): ReadonlySet<string> | undefined {
  if (patterns === undefined) return undefined
  return new Set(splitList(patterns).flatMap((each) => pickAll(things, each, kind).map(({ name }) => name)))
}
