import { makeIsNameShared } from '#core/items/shared-names.ts'
import { formatField } from '#core/fields/field-text.ts'
import { compareKeys, toPlain, toValueKey, type Key } from '#core/fields/sort-items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { isAsset, kindOf, listItems, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'
import { makeAssetTest } from './assets-filter.ts'
import { assetsStore } from './assets-store.ts'
import { listAssetFields, readValue } from './asset-values.ts'

/** An asset with the state of its stages, and in how many items it is used. */
export type AssetRow = {
  readonly place: ProjectItem
  /** Its space and collection, if neither its name nor its group tells it apart. */
  readonly where: string | undefined
  readonly uses: number
  readonly stages: readonly { readonly stage: StageRow; readonly status: StatusRow }[]
}

/** Assets under one heading: of one kind, unless they are put together otherwise. */
export type AssetGroup = { readonly key: string; readonly name: string; readonly rows: readonly AssetRow[] }

/** The assets as they are looked at. */
export type ShownAssets = {
  readonly allCount: number
  readonly rows: readonly AssetRow[]
  readonly groups: readonly AssetGroup[]
}

/** What assets are put together by, besides the studio's own fields. */
export const assetGroups = { kind: 'Kind', place: 'Collection', none: 'Nothing' } as const

/** The assets of a project as the page shows them. */
export function listAssets(content: ProjectContent): ShownAssets {
  const { view, query } = assetsStore
  const all = listItems(content).filter(({ item }) => isAsset(content, item))
  const passes = makeAssetTest(content, view.filter)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isNameShared = makeIsNameShared(all.map(({ item }) => item))
  const toWhere = (place: ProjectItem) =>
    view.group !== 'place' && isNameShared(place.item) ? describePlace(place) : undefined
  const found = all
    .filter((place) => isNamed(place, words) && passes(place))
    .map((place) => ({ ...toRow(content, place), where: toWhere(place) }))
  const groups = groupRows(content, sortRows(content, found))
  return { allCount: all.length, groups, rows: groups.flatMap(({ rows }) => rows) }
}

function isNamed({ item, collection, space }: ProjectItem, words: readonly string[]): boolean {
  const text = `${item.title} ${collection.name} ${space.name}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function describePlace({ collection: { name, isDefault }, space }: ProjectItem): string {
  return isDefault ? space.name : `${space.name} · ${name}`
}

function toRow({ studio, casting }: ProjectContent, place: ProjectItem): Omit<AssetRow, 'where'> {
  const statuses = studio.replica.getRows('task_statuses')
  return {
    place,
    uses: casting.getUses(place.item.id).length,
    stages: activeStages(studio, place.space.id).flatMap((stage) => {
      const task = place.replica.findTask(place.item.id, stage.id)
      const status = task && !task.isDisabled ? statuses.get(task.statusId) : undefined
      return status === undefined ? [] : [{ stage, status }]
    }),
  }
}

function sortRows(content: ProjectContent, rows: readonly AssetRow[]): readonly AssetRow[] {
  const { sort } = assetsStore.view
  if (sort === undefined) return rows
  const { columnId, isDown } = sort
  const field = listAssetFields(content).find(({ id }) => id === columnId)
  const keyOf = ({ place, uses }: AssetRow): Key => {
    if (field !== undefined) return keyOfField(content, field, place)
    return columnId === 'uses' ? uses : place.item.title
  }
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => compareKeys(one.key, other.key, isDown ? -1 : 1))
    .map(({ row }) => row)
}

function keyOfField(content: ProjectContent, field: FieldDefinition, place: ProjectItem): Key {
  if (field.kind === 'formula') return toPlain(readValue(content, field, place))
  const members = content.studio.getMembers()
  return toValueKey(field, place.item.fields, (id) => members.find(({ userId }) => userId === id)?.displayName ?? '')
}

type Grouped = { readonly key: string; readonly name: string; readonly order: Key }

function groupRows(content: ProjectContent, rows: readonly AssetRow[]): readonly AssetGroup[] {
  const groupOf = makeGroupOf(content)
  const groups = new Map<string, Grouped & { readonly rows: AssetRow[] }>()
  for (const row of rows) {
    const grouped = groupOf(row.place)
    const known = groups.get(grouped.key)
    if (known === undefined) groups.set(grouped.key, { ...grouped, rows: [row] })
    else known.rows.push(row)
  }
  return [...groups.values()].sort((one, other) => compareKeys(one.order, other.order, 1))
}

/** Kinds in the studio's order; assets of none by their spaces, last. */
function makeGroupOf(content: ProjectContent): (place: ProjectItem) => Grouped {
  const { studio, spaces } = content
  const { group } = assetsStore.view
  if (group === 'none') return () => ({ key: '', name: 'Assets', order: undefined })
  if (group === 'place') {
    const order = new Map<string, number>()
    for (const { replica } of spaces) for (const { id } of replica.getCollections()) order.set(id, order.size)
    return (place) => {
      const { id } = place.collection
      return { key: id, name: describePlace(place), order: order.get(id) }
    }
  }
  const field = listAssetFields(content).find(({ id }) => id === group)
  if (field !== undefined) return (place) => groupByField(content, field, place)
  const kinds = studio.getKinds()
  return ({ item, space }) => {
    const kind = kindOf(content, item)
    return kind === undefined
      ? { key: `space ${space.id}`, name: space.name, order: undefined }
      : { key: kind.id, name: kind.name, order: kinds.findIndex(({ id }) => id === kind.id) }
  }
}

function groupByField(content: ProjectContent, field: FieldDefinition, place: ProjectItem): Grouped {
  const value = readValue(content, field, place)
  if (value === undefined) return { key: '', name: `No ${field.name.toLowerCase()}`, order: undefined }
  const order = keyOfField(content, field, place)
  if (typeof value === 'boolean') return { key: String(value), name: value ? field.name : `Not ${field.name}`, order }
  // What is stored, or what a formula gives, is a value of fields.
  const name = formatField(field, value as FieldValue, content.studio.getMembers())
  return { key: JSON.stringify(value), name, order }
}
