import type { PresetId, StageId, StatusId } from '#core/lib/ids.ts'
import { defineTable, initially, number, of, text, type RowOf } from './define-table.ts'

const preset = {
  id: of<PresetId>(),
  name: text,
  description: initially('', text),
  position: initially(0, number),
}

/** Named, ordered selections of stages. */
export const stagePresets = defineTable({ key: ['id'], scopes: ['studio'], fields: preset })

export const stagePresetItems = defineTable({
  key: ['presetId', 'stageId'],
  scopes: ['studio'],
  belongsTo: { table: 'studio_stage_presets', field: 'presetId' },
  fields: { presetId: of<PresetId>(), stageId: of<StageId>(), orderIndex: number },
})

/** Named, ordered selections of statuses. */
export const statusPresets = defineTable({ key: ['id'], scopes: ['studio'], fields: preset })

export const statusPresetItems = defineTable({
  key: ['presetId', 'statusId'],
  scopes: ['studio'],
  belongsTo: { table: 'studio_status_presets', field: 'presetId' },
  fields: { presetId: of<PresetId>(), statusId: of<StatusId>(), orderIndex: number },
})

export type PresetRow = RowOf<typeof stagePresets>
