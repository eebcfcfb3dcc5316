import { dateInZone } from '#core/lib/calendar-date.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fieldName, type Filter, type FilterSource } from '#core/timeline/filter-kinds.ts'
import { makeFilterTest } from '#core/timeline/filter-rows.ts'

/** The fields that the projects of a studio have. */
export function listProjectFields(studio: StudioReplica | undefined): readonly FieldDefinition[] {
  return studio?.getAllFields().filter(({ of }) => of === 'project') ?? []
}

/** The fields that a filter asks of. */
export function listAskedFields(studio: StudioReplica, filter: Filter): readonly FieldDefinition[] {
  return listProjectFields(studio).filter((field) => filter.some((condition) => condition.field === fieldName(field)))
}

/** A test of projects by a filter of their fields; a condition of a field that is gone hides nothing. */
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

/** What the filter of projects offers and names. */
export function readProjectFilterSource(studio: StudioReplica): FilterSource {
  const artists = studio.getMembers().map(({ userId, displayName }) => ({ id: userId, name: displayName }))
  const fields = listProjectFields(studio)
  return { projects: [], spaces: [], collections: [], items: [], stages: [], statuses: [], artists, fields }
}
