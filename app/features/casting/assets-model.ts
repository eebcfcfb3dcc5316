import type { Key } from '#core/fields/sort-items.ts'
import { makeIsNameShared } from '#core/items/shared-names.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import {
  isAsset,
  kindOf,
  listItems,
  placeOfKind,
  type ProjectItem,
} from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import {
  describePlace,
  gatherRows,
  groupByValue,
  keyOfValue,
  readItemValue,
  sortRows,
  type Grouped,
} from '#app/widgets/project-list/list-values.ts'
import { layOutRows, type ListedRows } from '#app/widgets/project-list/list-lines.ts'
import { listLanguages } from '#app/widgets/project-content/project-languages.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'
import { makeAssetTest } from './assets-filter.ts'
import { assetsStore } from './assets-store.ts'
import { listAssetFields } from './asset-values.ts'

/** An asset with its stages' statuses and the number of items it is used in. */
export type AssetRow = {
  readonly place: ProjectItem
  /** Its space and collection, if neither its name nor its group distinguishes it. */
  readonly where: string | undefined
  readonly uses: number
  readonly stages: readonly { readonly stage: StageRow; readonly status: StatusRow }[]
}

/** The assets that pass the filter, sorted and grouped. */
export type ShownAssets = ListedRows<AssetRow> & { readonly allCount: number }

let known: { readonly seen: readonly unknown[]; readonly shown: ShownAssets } | undefined

/** Returns the assets of the open project as the page shows them; recomputed only when something changes. */
export function getShownAssets(content: ProjectContent): ShownAssets {
  const { view, query, collapsed, languageVersion } = assetsStore
  const languages = listLanguages(content, listAssetFields(content))
  const version = languages.reduce((sum, language) => sum + language.getVersion(), 0)
  const today = dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { studio, casting, version: changed } = content
  const seen = [studio, casting, changed, version, today, view, query, collapsed, languageVersion]
  if (known?.seen.every((each, at) => each === seen[at]) === true) return known.shown
  const shown = showAssets(content)
  known = { seen, shown }
  return shown
}

/** Drops the cached rows of the last project. */
export function forgetShownAssets(): void {
  known = undefined
}

function showAssets(content: ProjectContent): ShownAssets {
  const { view, query, collapsed } = assetsStore
  const all = listItems(content).filter(({ item }) => isAsset(content, item))
  const passes = makeAssetTest(content, view.filter)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isNameShared = makeIsNameShared(all.map(({ item }) => item))
  const toWhere = (place: ProjectItem) =>
    view.group !== 'place' && isNameShared(place.item) ? describePlace(place) : undefined
  const found = all
    .filter((place) => isNamed(place, words) && passes(place))
    .map((place) => ({ ...toRow(content, place), where: toWhere(place) }))
  const keyOf = findKey(content)
  const rows = view.sort === undefined ? found : sortRows(found, keyOf, view.sort.isDown)
  const groupOf = findGroup(content)
  const groups = groupOf && gatherRows(rows, groupOf)
  return { allCount: all.length, ...layOutRows({ rows, groups, collapsed, idOf: ({ place }) => place.item.id }) }
}

function isNamed({ item, collection, space }: ProjectItem, words: readonly string[]): boolean {
  const text = `${item.title} ${collection.name} ${space.name}`.toLowerCase()
  return words.every((word) => text.includes(word))
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

function findKey(content: ProjectContent): (row: AssetRow) => Key {
  const { studio } = content
  const columnId = assetsStore.view.sort?.columnId
  const field = listAssetFields(content).find(({ id }) => id === columnId)
  if (field !== undefined) {
    const members = studio.getMembers()
    return ({ place }) => keyOfValue(field, readItemValue(content, field, place), members)
  }
  if (columnId === 'uses') return ({ uses }) => uses
  const kinds = studio.getKinds()
  if (columnId === 'kind') return ({ place: { item } }) => placeOfKind(item, kinds)
  return ({ place }) => place.item.title
}

/**
 * Returns how rows are grouped: by place, kind or field; undefined without groups. Assets without a kind come last, by
 * space.
 */
function findGroup(content: ProjectContent): ((row: AssetRow) => Grouped) | undefined {
  const { studio, spaces } = content
  const { group } = assetsStore.view
  if (group === 'place') {
    const order = new Map<string, number>()
    for (const { replica } of spaces) for (const { id } of replica.getCollections()) order.set(id, order.size)
    return ({ place }) => {
      const { id } = place.collection
      return { key: id, name: describePlace(place), order: order.get(id) }
    }
  }
  const kinds = studio.getKinds()
  if (group === 'kind')
    return ({ place: { item, space } }) => {
      const kind = kindOf(content, item)
      return kind === undefined
        ? { key: `space ${space.id}`, name: space.name, order: undefined }
        : { key: kind.id, name: kind.name, order: placeOfKind(item, kinds) }
    }
  const field = listAssetFields(content).find(({ id }) => id === group)
  if (field === undefined) return undefined
  const members = studio.getMembers()
  return ({ place }) => groupByValue(field, readItemValue(content, field, place), members)
}
