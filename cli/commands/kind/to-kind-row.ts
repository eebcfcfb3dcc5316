import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Converts a kind of item to the row every command prints. */
export const toKindRow = (studio: StudioReplica, { id, key, name, itemType, icon, stageIds, fieldIds }: ItemKind) => ({
  id,
  key,
  name,
  type: itemType,
  icon,
  stages: stageIds.flatMap((stageId) => studio.replica.find('stages', stageId)?.name ?? []),
  fields: fieldIds.flatMap((fieldId) => studio.replica.find('field_definitions', fieldId)?.name ?? []),
  spaces: [...studio.replica.getRows('spaces').values()].flatMap((space) =>
    space.kindIds.includes(id) ? [space.name] : [],
  ),
})
