import type { CollectionId } from '#core/lib/ids.ts'
import type { ItemRow } from '../rows.ts'
import { findNamed } from '../slug.ts'
import type { ImportRow } from './import-row.ts'
import { PlanConflict } from './plan-conflict.ts'
import type { SpaceContent } from './space-content.ts'

/** Finds what a space holds by what files call it. */
export type ItemIndex = {
  /** A collection by its name, else one the space had before that differs in case and signs only; the hidden one has no name. */
  readonly findCollection: (name: string) => CollectionId | undefined
  readonly addCollection: (name: string, id: CollectionId) => void
  /** An item by an id elsewhere, by its slug, or by its name in its collection. Fails with a `PlanConflict`. */
  readonly findItem: (row: ImportRow, title: string) => ItemRow | undefined
}

/** Indexes a space's collections and items. */
export function makeItemIndex({ collections, items, isIllustration }: SpaceContent): ItemIndex {
  const byCollection = new Map(collections.map(({ id, name, isDefault }) => [isDefault ? '' : name, id]))
  const bySlug = new Map(items.map((item) => [item.slug, item]))
  const byExternalId = new Map<string, ItemRow>()
  const byName = new Map<string, ItemRow[]>()
  const byTitle = new Map<string, ItemRow[]>()
  for (const item of items) {
    for (const [system, id] of Object.entries(item.externalIds ?? {})) byExternalId.set(`${system}:${id}`, item)
    push(byName, `${item.collectionId}:${item.title}`, item)
    push(byTitle, item.title, item)
  }

  const named = collections.filter(({ isDefault }) => !isDefault)
  const findCollection: ItemIndex['findCollection'] = (name) =>
    byCollection.get(name) ?? findNamed(named, name, (each) => each.name)?.id

  /** Spreadsheets make 1 of 001: a new item that differs in nothing else is somebody's mistake. */
  const refuseStrippedZeros = (title: string): void => {
    if (!/^[1-9]\d*$/.test(title)) return
    const twin = [...byTitle.keys()].find((other) => /^0+\d+$/.test(other) && other.replace(/^0+/, '') === title)
    if (twin !== undefined) throw new PlanConflict(`There is "${twin}": a spreadsheet may have taken the zeros away.`)
  }

  return {
    findCollection,
    addCollection: (name, id) => void byCollection.set(name, id),
    findItem: ({ externalIds, slug, collection }, title) => {
      for (const [system, id] of Object.entries(externalIds)) {
        const known = byExternalId.get(`${system}:${id}`)
        if (known !== undefined) return known
      }
      const ofSlug = slug === undefined ? undefined : bySlug.get(slug)
      if (ofSlug !== undefined) return ofSlug
      const wanted = collection ?? (isIllustration ? '' : undefined)
      const key = wanted === undefined ? undefined : `${findCollection(wanted)}:${title}`
      const [first, second] = (key === undefined ? byTitle.get(title) : byName.get(key)) ?? []
      if (second !== undefined) throw new PlanConflict('Several items have this name: add a slug or an id.')
      if (first === undefined) refuseStrippedZeros(title)
      return first
    },
  }
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
