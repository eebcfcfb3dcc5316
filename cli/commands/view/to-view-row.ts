import { findColumn } from '#core/items/space-columns.ts'
import { readViewForm } from '#core/items/view-form.ts'
import type { SpaceView } from '#core/schema/space-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'

/** A saved view as every command prints it. */
export function toViewRow(studio: StudioReplica, { id, name, ownerId, form }: SpaceView, space: string) {
  const { sort, group, filter, layout } = readViewForm(form)
  const nameOf = (column: string | undefined): string => findColumn(studio, column)?.name ?? ''
  // Collections and items are named by their ids: the space is not opened for a list.
  const source = {
    projects: [],
    spaces: [],
    stages: studio.getStages(),
    collections: [],
    items: [],
    statuses: studio.getStatuses(),
    artists: studio.getMembers().map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    fields: [...studio.getFields(), ...studio.getTaskFields()],
    waitedFor: studio.getStages(),
  }
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
