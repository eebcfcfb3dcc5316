import { dateInZone } from '#core/lib/calendar-date.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fieldName, type Filter, type FilterSource } from '#core/timeline/filter-kinds.ts'
import { makeFilterTest } from '#core/timeline/filter-rows.ts'

/** Lists a studio's fields of projects. */
export function listProjectFields(studio: StudioReplica | undefined): readonly FieldDefinition[] {
  return studio?.getAllFields().filter(({ of }) => of === 'project') ?? []
}

/** Lists the fields that a filter has conditions on. */
export function listAskedFields(studio: StudioReplica, filter: Filter): readonly FieldDefinition[] {
  return listProjectFields(studio).filter((field) => filter.some((condition) => condition.field === fieldName(field)))
}

/** Compiles a filter to a test of projects; conditions on deleted fields hide nothing. */
export function makeProjectTest(
  studio: StudioReplica,
  { filter, me }: { readonly filter: Filter; readonly me: UserId },
): (project: ProjectRow) => boolean {
  const passes = makeFilterTest(filter, 'projects', {
    me,
    today: () => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone),
    fields: listProjectFields(studio),
    valueOf: ({ key }, { fields }) => fields?.[key],
  })
  return ({ id, fields }) => passes({ projectId: id, fields })
}

/** Returns what the projects filter offers and names. */
export function readProjectFilterSource(studio: StudioReplica): FilterSource {
  const artists = studio.getMembers().map(({ userId, displayName }) => ({ id: userId, name: displayName }))
  const fields = listProjectFields(studio)
  return { projects: [], spaces: [], collections: [], items: [], stages: [], statuses: [], artists, fields }
}
