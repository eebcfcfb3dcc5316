import { findColumn } from '#core/items/space-columns.ts'
import { readViewForm } from '#core/items/view-form.ts'
import { assetColumnIds, readListViewForm, taskColumnIds } from '#core/projects/list-view-form.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { SpaceView } from '#core/schema/space-views.ts'
import type { ProjectView } from '#core/schema/project-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'

/** Converts a saved view to the row every command prints. */
export function toViewRow(studio: StudioReplica, { id, name, ownerId, form }: SpaceView, space: string) {
  const { sort, group, filter, layout } = readViewForm(form)
  const nameOf = (column: string | undefined): string => findColumn(studio, column)?.name ?? ''
  const source = { ...makeSource(studio), stages: studio.getStages() }
  return {
    id,
    name,
    space,
    of: ownerId === undefined ? 'studio' : 'you',
    layout,
    filter: summarizeFilter(filter, 'grid', source).map(({ label, values }) => `${label} ${values}`),
    sort: sort === undefined ? '' : `${nameOf(sort.fieldId)}${sort.isDown ? ' (down)' : ''}`,
    group: nameOf(group),
  }
}

/** Converts a saved view of a project's tasks or assets, with the same columns. */
export function toProjectViewRow(
  studio: StudioReplica,
  { id, name, page, ownerId, form }: ProjectView,
  project: ProjectRow,
) {
  const { sort, group, filter } = readListViewForm(form)
  const source = { ...makeSource(studio), spaces: studio.getSpaces(project.id), stages: studio.getStages() }
  return {
    id,
    name,
    space: `${page} of ${project.name}`,
    of: ownerId === undefined ? 'studio' : 'you',
    layout: page,
    filter: summarizeFilter(filter, 'tasks', source).map(({ label, values }) => `${label} ${values}`),
    sort: sort === undefined ? '' : `${nameColumn(studio, sort.columnId)}${sort.isDown ? ' (down)' : ''}`,
    group: group === undefined ? '' : nameColumn(studio, group),
  }
}

function nameColumn(studio: StudioReplica, column: string): string {
  const plain = [...taskColumnIds, ...assetColumnIds, 'item'].find((id) => id === column)
  const field = studio.getAllFields().find(({ id }) => id === column)
  return plain ?? field?.name ?? studio.replica.find('stages', column)?.name ?? ''
}

/** Collections and items are counted instead of named: a list opens no spaces. */
function makeSource(studio: StudioReplica) {
  return {
    projects: [],
    spaces: [],
    stages: [],
    collections: [],
    items: [],
    statuses: studio.getStatuses(),
    artists: studio.getMembers().map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    fields: studio.getAllFields(),
    kinds: studio.getKinds(),
    waitedFor: studio.getStages(),
    isPartial: true,
  }
}
