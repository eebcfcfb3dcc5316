import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { PresetRow } from '#core/schema/presets.ts'
import { toId, type PresetId, type StageId, type StatusId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from './studio-replica.ts'
import { deleteRows, insertRows, updateRows } from '#core/change/row-mutators.ts'

/** The kinds of presets: of stages, and of statuses. */
export type PresetKind = 'stage' | 'status'

/** A preset with the stages or statuses it names, in order. */
export type NamedPreset = PresetRow & { readonly itemIds: readonly string[] }

// New presets come last until somebody reorders them (document 2, section 9).
const newPresetPosition = 999

const tables = {
  stage: { presets: 'studio_stage_presets', items: 'studio_stage_preset_items' },
  status: { presets: 'studio_status_presets', items: 'studio_status_preset_items' },
} as const

/** Lists a studio's presets of one kind, by position and then name. */
export function listPresets({ replica }: StudioReplica, kind: PresetKind): readonly NamedPreset[] {
  return [...replica.getRows(tables[kind].presets).values()]
    .map((preset) => ({ ...preset, itemIds: listItems(replica, kind, preset.id) }))
    .sort((first, second) => first.position - second.position || first.name.localeCompare(second.name))
}

type Replica = StudioReplica['replica']

function listItems(replica: Replica, kind: PresetKind, presetId: PresetId): readonly string[] {
  const items =
    kind === 'stage'
      ? replica.getUnder(tables.stage.items, presetId).map((row) => ({ id: row.stageId, order: row.orderIndex }))
      : replica.getUnder(tables.status.items, presetId).map((row) => ({ id: row.statusId, order: row.orderIndex }))
  return items.sort((first, second) => first.order - second.order).map(({ id }) => id)
}

type SavePresetInput = {
  readonly studio: StudioReplica
  readonly kind: PresetKind
  /** Absent for a new preset. */
  readonly presetId?: PresetId
  readonly name: string
  readonly itemIds: readonly string[]
}

/** Saves a preset under a name: writes its row, then replaces its items. Requires a name and at least one item. */
export async function savePreset(input: SavePresetInput, context: ChangeContext): Promise<Result<Done>> {
  const { studio, kind, itemIds } = input
  const { studioId, replica } = studio
  const name = input.name.trim()
  if (name === '' || itemIds.length === 0) return refuse('preset-incomplete')
  const presetId = input.presetId ?? context.ids.newId<PresetId>()
  const { presets: table } = tables[kind]
  const present = replica.find(table, presetId)
  if (present === undefined) {
    const rows = [{ id: presetId, name, description: '', position: newPresetPosition }]
    const insert = { table, rows, extra: { studio_id: studioId }, label: 'Save preset' }
    const added = await context.mutate(insertRows, insert, studio)
    if (!added.ok) return added
  } else if (present.name !== name) {
    const changes = [{ key: presetId, fields: { name } }]
    const renamed = await context.mutate(updateRows, { table, changes, label: 'Rename preset' }, studio)
    if (!renamed.ok) return renamed
  }
  return await replaceItems({ studio, kind, presetId, itemIds }, context)
}

/** Deletes a preset; spaces made with it keep their stages or statuses. */
export async function deletePreset(
  {
    studio,
    kind,
    presetId,
  }: { readonly studio: StudioReplica; readonly kind: PresetKind; readonly presetId: PresetId },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: tables[kind].presets, keys: [presetId] }, studio)
}

type ReplaceItemsInput = Required<Pick<SavePresetInput, 'studio' | 'kind' | 'presetId' | 'itemIds'>>

async function replaceItems(
  { studio, kind, presetId, itemIds }: ReplaceItemsInput,
  context: ChangeContext,
): Promise<Result<Done>> {
  const { items: table } = tables[kind]
  const label = 'Save preset'
  const keys = listItems(studio.replica, kind, presetId).map((id) => `${presetId}:${id}`)
  if (keys.length > 0) {
    const emptied = await context.mutate(deleteRows, { table, keys, label }, studio)
    if (!emptied.ok) return emptied
  }
  const rows = itemIds.map((id, index) =>
    kind === 'stage'
      ? { presetId, stageId: toId<StageId>(id), orderIndex: (index + 1) * 10 }
      : { presetId, statusId: toId<StatusId>(id), orderIndex: index },
  )
  return await context.mutate(insertRows, { table, rows, label }, studio)
}
