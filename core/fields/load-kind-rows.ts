import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { isFieldOf, type FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { KindRow } from './change-kind.ts'

/** Returns every row that may have a field, with its title; opens the spaces that hold them. */
export async function loadKindRows(
  studio: StudioReplica,
  field: FieldDefinition,
  openSpace: (spaceId: SpaceId) => Promise<SpaceReplica>,
): Promise<readonly KindRow[]> {
  if (field.of === 'project') return studio.getProjects().map((project) => ({ ...project, title: project.name }))
  const rows = [...studio.replica.getRows('spaces').values()].filter((space) => isFieldOf(field, space))
  const spaces = await Promise.all(rows.map(async ({ id }) => await openSpace(id)))
  if (field.of === 'item') return spaces.flatMap(({ replica }) => [...replica.getRows('items').values()])
  return spaces.flatMap(({ replica }) =>
    [...replica.getRows('item_tasks').values()].map((task) => {
      const stage = studio.replica.find('stages', task.stageId)?.name ?? ''
      return { ...task, title: `${replica.find('items', task.itemId)?.title ?? ''} ${stage}`.trim() }
    }),
  )
}
