import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { deleteRows, insertRows, updateRows } from '#core/change/row-mutators.ts'
import { makeUniqueKey } from '#core/lib/field-key.ts'
import type { FieldId, ItemKindId, SpaceId, StageId, StageNeedId } from '#core/lib/ids.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemType } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

export type NewKind = {
  readonly id?: ItemKindId | undefined
  readonly name: string
  readonly itemType?: ItemType | undefined
  readonly icon?: string | undefined
  /** The stages in which a new item of this kind gets tasks; all of its space where absent. */
  readonly stageIds?: readonly StageId[] | undefined
  /** The fields asked for on its items; all of their space where absent. */
  readonly fieldIds?: readonly FieldId[] | undefined
}

/**
 * Adds a kind of item after the studio's others; undo deletes it. Its key is derived from its name and immutable. Fails
 * with `conflict` if the name is taken.
 */
export async function createKind(
  input: { readonly studio: StudioReplica; readonly kind: NewKind },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, kind } = input
  const present = studio.getKinds()
  const name = kind.name.trim()
  if (name === '') return refuse('name-missing')
  const twin = findTwin(studio, { name })
  if (twin !== undefined) return refuseTwin(twin)
  const row = {
    id: kind.id ?? context.ids.newId<ItemKindId>(),
    key: makeUniqueKey(name, new Set(present.map(({ key }) => key))),
    name,
    itemType: kind.itemType ?? 'asset',
    icon: kind.icon ?? '',
    stageIds: kind.stageIds ?? [],
    fieldIds: kind.fieldIds ?? [],
    position: Math.max(0, ...present.map(({ position }) => position)) + 1,
  }
  const extra = { studio_id: studio.studioId }
  return await context.mutate(insertRows, { table: 'item_kinds', rows: [row], extra, label: 'Create kind' }, studio)
}

/** The fields of a kind that can change; its key and item type are immutable. */
export type KindEdit = Partial<Pick<ItemKind, 'name' | 'icon' | 'stageIds' | 'fieldIds'>>

/**
 * Changes a kind. Existing items keep what they have: the kind's stages apply to new items. Fails with `conflict` if
 * another kind has the name.
 */
export async function editKind(
  input: { readonly studio: StudioReplica; readonly kind: ItemKind; readonly edit: KindEdit },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, kind } = input
  const { name = kind.name, ...rest } = input.edit
  if (name.trim() === '') return refuse('name-missing')
  const twin = findTwin(studio, { id: kind.id, name })
  if (twin !== undefined) return refuseTwin(twin)
  const fields: KindEdit = { ...rest, name: name.trim() }
  const { icon, stageIds, fieldIds } = kind
  const expected = {
    name: kind.name,
    ...('icon' in rest && { icon }),
    ...('stageIds' in rest && { stageIds }),
    ...('fieldIds' in rest && { fieldIds }),
  }
  const changes = [{ key: kind.id, fields, expected }]
  return await context.mutate(updateRows, { table: 'item_kinds', changes, label: 'Change kind' }, studio)
}

/** Finds another kind with the same name in any case. */
function findTwin(studio: StudioReplica, { id, name }: Pick<NewKind, 'id' | 'name'>): ItemKind | undefined {
  const wanted = name.trim().toLowerCase()
  return studio.getKinds().find((each) => each.id !== id && each.name.trim().toLowerCase() === wanted)
}

function refuseTwin({ name }: ItemKind): Result<Done> {
  return err(new AppError('conflict', `There is already a kind "${name}"`))
}

/** Returns the first of `New kind`, `New kind 2` and so on that no kind of the studio has as its name. */
export function freeKindName(studio: StudioReplica, name: string): string {
  for (let number = 2, free = name; ; number += 1) {
    if (findTwin(studio, { name: free }) === undefined) return free
    free = `${name} ${number}`
  }
}

/** Reorders kinds. */
export async function reorderKinds(
  input: { readonly studio: StudioReplica; readonly ids: readonly ItemKindId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const changes = input.ids.map((key, index) => ({ key, fields: { position: index + 1 } }))
  return await context.mutate(updateRows, { table: 'item_kinds', changes, label: 'Reorder kinds' }, input.studio)
}

/** Deletes a kind, with the stage needs that concern only it; its items stay, without a kind. */
export async function deleteKind(
  input: { readonly studio: StudioReplica; readonly id: ItemKindId },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'item_kinds', keys: [input.id] }, input.studio)
}

/** Sets which spaces use a kind, in one step: added after a space's other kinds, or removed. */
export async function setSpacesOfKind(
  input: { readonly studio: StudioReplica; readonly kindId: ItemKindId; readonly spaceIds: readonly SpaceId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, kindId } = input
  const wanted = new Set(input.spaceIds)
  const changes = [...studio.replica.getRows('spaces').values()].flatMap(({ id, kindIds }) => {
    if (kindIds.includes(kindId) === wanted.has(id)) return []
    const next = wanted.has(id) ? [...kindIds, kindId] : kindIds.filter((each) => each !== kindId)
    return [{ key: id, fields: { kindIds: next }, expected: { kindIds } }]
  })
  if (changes.length === 0) return refuse('not-found')
  return await context.mutate(updateRows, { table: 'spaces', changes, label: 'Set the spaces of a kind' }, studio)
}

/** A need of a stage: another stage of everything cast, or of things of one kind. */
export type NewNeed = {
  readonly stageId: StageId
  readonly needsStageId: StageId
  readonly kindId?: ItemKindId | undefined
}

/** Makes a stage wait for another; fails with `conflict` if it already does. */
export async function addNeed(
  input: { readonly studio: StudioReplica; readonly need: NewNeed },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, need } = input
  if (findNeed(studio, need) !== undefined) return refuse('conflict')
  const rows = [{ id: context.ids.newId<StageNeedId>(), ...need }]
  return await context.mutate(insertRows, { table: 'stage_needs', rows, label: 'Make a stage wait' }, studio)
}

/** Removes a stage's need. */
export async function removeNeed(
  input: { readonly studio: StudioReplica; readonly id: StageNeedId },
  context: ChangeContext,
): Promise<Result<Done>> {
  const given = { table: 'stage_needs', keys: [input.id], label: 'Delete what a stage waits for' } as const
  return await context.mutate(deleteRows, given, input.studio)
}

/** Finds an identical need. */
export function findNeed({ getNeeds }: Pick<StudioReplica, 'getNeeds'>, need: NewNeed) {
  const { stageId, needsStageId, kindId } = need
  return getNeeds().find(
    (each) => each.stageId === stageId && each.needsStageId === needsStageId && each.kindId === kindId,
  )
}
