import type { PresetRow } from '../domain/rows.ts'
import { toId, type PresetId, type StageId, type StatusId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows, removeRows, type Patch } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

/** Presets of stages, and presets of statuses. */
export type PresetKind = 'stage' | 'status'

/** A preset with the stages or statuses it names, in order. */
export type NamedPreset = PresetRow & { readonly itemIds: readonly string[] }

// New presets stand last until somebody orders them (document 2, section 9).
const newPresetPosition = 999

const tables = {
  stage: { presets: 'studio_stage_presets', items: 'studio_stage_preset_items' },
  status: { presets: 'studio_status_presets', items: 'studio_status_preset_items' },
} as const

/** A studio's presets of one kind, by position and then name. */
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
  /** Absent for a new one. */
  readonly presetId?: PresetId
  readonly name: string
  readonly itemIds: readonly string[]
}

/** Saves a preset under a name: writes its row, then its items anew. A name and at least one item are needed. */
export async function savePreset(input: SavePresetInput, context: OperationContext): Promise<Result<Done>> {
  const { studio, kind, itemIds } = input
  const { studioId, replica } = studio
  const name = input.name.trim()
  if (name === '' || itemIds.length === 0) return refuse('preset-incomplete')
  const presetId = input.presetId ?? context.ids.newId<PresetId>()
  const { presets: table } = tables[kind]
  const present = replica.find(table, presetId)
  if (present === undefined) {
    const row = { id: presetId, name, description: '', position: newPresetPosition }
    const added = await carryOut(
      context,
      {
        studioId,
        label: 'Save preset',
        mutation: { kind: 'insert', table, rows: [row], extra: { studio_id: studioId } },
        patches: [addRows({ scope: replica.scope, table }, [row])],
      },
      { changedCount: 1 },
    )
    if (!added.ok) return added
  } else if (present.name !== name) {
    const changes = [{ key: presetId, fields: { name } }]
    const renamed = await setRowFields({ studioId, replica, table, label: 'Rename preset', changes }, context)
    if (!renamed.ok) return renamed
  }
  return await replaceItems({ studio, kind, presetId, itemIds }, context)
}

/** Deletes a preset; spaces made with it keep what they have. */
export async function deletePreset(
  input: { readonly studio: StudioReplica; readonly kind: PresetKind; readonly presetId: PresetId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, kind, presetId } = input
  const { studioId, replica } = studio
  if (!studio.can('delete')) return refuse('permission-denied')
  const { presets: table, items } = tables[kind]
  const keys = listItems(replica, kind, presetId).map((id) => `${presetId}:${id}`)
  return await carryOut(
    context,
    {
      studioId,
      label: 'Delete preset',
      mutation: { kind: 'delete', table, keys: [presetId] },
      patches: [
        removeRows({ scope: replica.scope, table: items }, keys),
        removeRows({ scope: replica.scope, table }, [presetId]),
      ],
    },
    { changedCount: 1 },
  )
}

type ReplaceItemsInput = Required<Pick<SavePresetInput, 'studio' | 'kind' | 'presetId' | 'itemIds'>>

async function replaceItems(
  { studio, kind, presetId, itemIds }: ReplaceItemsInput,
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = studio
  const { items: table } = tables[kind]
  const label = 'Save preset'
  const keys = listItems(replica, kind, presetId).map((id) => `${presetId}:${id}`)
  if (keys.length > 0) {
    const patches = [removeRows({ scope: replica.scope, table }, keys)]
    const mutation = { kind: 'delete', table, keys } as const
    const emptied = await carryOut(
      context,
      { studioId, label, mutation, patches, about: [presetId] },
      { changedCount: 0 },
    )
    if (!emptied.ok) return emptied
  }
  const stages = itemIds.map((id, index) => ({ presetId, stageId: toId<StageId>(id), orderIndex: (index + 1) * 10 }))
  const statuses = itemIds.map((id, index) => ({ presetId, statusId: toId<StatusId>(id), orderIndex: index }))
  const { scope } = replica
  const patch: Patch =
    kind === 'stage'
      ? addRows({ scope, table: tables.stage.items }, stages)
      : addRows({ scope, table: tables.status.items }, statuses)
  const mutation =
    kind === 'stage'
      ? ({ kind: 'insert', table: tables.stage.items, rows: stages } as const)
      : ({ kind: 'insert', table: tables.status.items, rows: statuses } as const)
  return await carryOut(
    context,
    { studioId, label, mutation, patches: [patch], about: [presetId] },
    { changedCount: 1 },
  )
}
