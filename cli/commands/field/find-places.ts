import type { ProjectId, SpaceId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickAll } from '#cli/select/pick.ts'

type Places = { readonly project?: string; readonly space?: string }

/** The projects or spaces that a field is narrowed to; none where it is of all. */
export function findPlaces(studio: StudioReplica, { project, space }: Places): readonly (ProjectId | SpaceId)[] {
  if (space !== undefined)
    return listSpaces(studio, { space, ...(project !== undefined && { project }) }).map(({ id }) => id)
  if (project === undefined) return []
  return pickAll(studio.getProjects(), project, { one: 'project', many: 'projects' }).map(({ id }) => id)
}

/** The places of a field once those that are named have it, too, or all have; undefined where nothing is said of them. */
export function addPlaces(
  studio: StudioReplica,
  { placeIds }: FieldDefinition,
  { add = false, everywhere = false, ...places }: Places & { readonly add?: boolean; readonly everywhere?: boolean },
): FieldDefinition['placeIds'] | undefined {
  if (everywhere) return []
  if (!add) return undefined
  const more = findPlaces(studio, places)
  if (more.length === 0) throw usageError('Which project or space?', 'Name it with --project or --space.')
  // A field of every project has nothing to add.
  return placeIds.length === 0 ? [] : [...new Set([...placeIds, ...more])]
}
