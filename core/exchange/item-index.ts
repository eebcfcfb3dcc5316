import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { findNamed, foldName } from '#core/lib/slug.ts'
import type { ImportRow } from './import-row.ts'
import { PlanConflict } from './plan-conflict.ts'
import type { SpaceContent } from './space-content.ts'

/** Finds a space's collections and items by the names files use. */
export type ItemIndex = {
  /**
   * Finds a collection by name, and by its number among those of that name; else one that the space had before and
   * whose name differs only in case and punctuation. The hidden collection has no name.
   */
  readonly findCollection: (name: string, number?: number) => CollectionId | undefined
  /** Adds a new collection, and warns of another one if only case and punctuation differ. */
  readonly addCollection: (id: CollectionId, name: string, number?: number) => readonly string[]
  /** Finds an item by external id, slug, or Unicode-normalised name in its collection. Fails with a `PlanConflict`. */
  readonly findItem: (row: ImportRow, title: string) => ItemRow | undefined
  /** Warns of another item in a new one's collection, before it or made before, if only case and punctuation differ. */
  readonly warnOfAlike: (collectionId: CollectionId, title: string) => readonly string[]
}

/** Indexes a space's collections and items for the rows of a file. */
export function makeItemIndex(
  { collections, items, isIllustration }: SpaceContent,
  rows: readonly Pick<ImportRow, 'collection'>[],
): ItemIndex {
  const bySlug = new Map(items.map((item) => [item.slug, item]))
  const byExternalId = new Map<string, ItemRow>()
  const byName = new Map<string, ItemRow[]>()
  const byTitle = new Map<string, ItemRow[]>()
  for (const item of items) {
    for (const [system, id] of Object.entries(item.externalIds ?? {})) byExternalId.set(`${system}:${id}`, item)
    push(byName, `${item.collectionId}:${item.title.normalize()}`, item)
    push(byTitle, item.title.normalize(), item)
  }
  const padded = new Map([...byTitle.keys()].flatMap((title) => (/^0+\d+$/.test(title) ? [[title.replace(/^0+/, ''), title]] : []))) // prettier-ignore

  const named = collections.filter(({ isDefault }) => !isDefault)
  const { findCollection, addCollection } = makeCollectionIndex(collections, named)

  const own = new Set(rows.flatMap(({ collection }) => collection ?? []))
  const ownIds = new Set([...own].map((name) => findCollection(name)))
  /** Finds an item in a collection the file does not name: a heading above its row does not move it. */
  const findElsewhere = (title: string): ItemRow | undefined => {
    const [one, other] = byTitle.get(title)?.filter(({ collectionId }) => !ownIds.has(collectionId)) ?? []
    return other === undefined ? one : undefined
  }

  /** Finds an item for Kitsu's casting, which names no episode: its SQ010 was imported as `E01 SQ010`. */
  const findInEpisodes = (wanted: string, title: string): ItemRow | undefined => {
    const [one, other] = named
      .filter(({ name, episode }) => episode !== undefined && foldName(name) === foldName(`${episode} ${wanted}`))
      .flatMap(({ id }) => byName.get(`${id}:${title}`) ?? [])
    if (other !== undefined) throw new PlanConflict('This name exists in several episodes. Add an Episode column.')
    return one
  }

  return {
    findCollection,
    warnOfAlike: makeAlikeWarner(items),
    addCollection,
    findItem: ({ externalIds, slug, collection, collectionNumber, isCastOnly, isPlacedByOthers }, written) => {
      const title = written.normalize()
      for (const [system, id] of Object.entries(externalIds)) {
        const known = byExternalId.get(`${system}:${id}`)
        if (known !== undefined) return known
      }
      const ofSlug = slug === undefined ? undefined : bySlug.get(slug)
      if (ofSlug !== undefined) return ofSlug
      const wanted = collection ?? (isIllustration ? '' : undefined)
      const known = wanted === undefined ? undefined : findCollection(wanted, collectionNumber)
      if (isCastOnly === true && wanted !== undefined && known === undefined) return findInEpisodes(wanted, title)
      const [first, second] = (wanted === undefined ? byTitle.get(title) : byName.get(`${known}:${title}`)) ?? []
      if (second !== undefined) throw new PlanConflict('Several items have this name: add a slug or an id.')
      const found = first ?? (isPlacedByOthers === true ? findElsewhere(title) : undefined)
      if (found === undefined) refuseStrippedZeros(padded.get(title))
      return found
    },
  }
}

function makeCollectionIndex(
  collections: readonly CollectionRow[],
  named: readonly CollectionRow[],
): Pick<ItemIndex, 'findCollection' | 'addCollection'> {
  const byCollection = new Map(
    numberCollections(collections).map(({ collection, name, number }) => [toKey(name, number), collection.id]),
  )
  const findCollection: ItemIndex['findCollection'] = (name, number = 1) => {
    const key = toKey(name, number)
    const id = byCollection.get(key) ?? (number === 1 ? findNamed(named, name, (each) => each.name)?.id : undefined)
    // Cached, since a sheet names the same collection in many rows.
    if (id !== undefined) byCollection.set(key, id)
    return id
  }

  const folded = new Map(named.map(({ name }) => [foldName(name), { name, says: 'already exists' }]))
  const addCollection: ItemIndex['addCollection'] = (id, name, number = 1) => {
    byCollection.set(toKey(name, number), id)
    const twin = folded.get(foldName(name))
    if (twin === undefined) folded.set(foldName(name), { name, says: 'is a new collection too' })
    if (twin === undefined || twin.name.normalize() === name.normalize()) return []
    return [`"${twin.name}" ${twin.says}: if you mean that collection, spell its name the same way.`]
  }
  return { findCollection, addCollection }
}

function makeAlikeWarner(items: readonly ItemRow[]): ItemIndex['warnOfAlike'] {
  const known = new Map(items.map(({ collectionId, title }) => [`${collectionId}:${foldName(title)}`, title]))
  const made = new Map<string, string>()
  return (collectionId, title) => {
    const key = `${collectionId}:${foldName(title)}`
    const [before, twin] = [known.get(key), made.get(key)]
    made.set(key, twin ?? title)
    const says = before === undefined ? `"${twin ?? ''}" is a new item too` : `"${before}" already exists`
    return (before ?? twin) === undefined ? [] : [`${says}: if you mean that item, spell its name the same way.`]
  }
}

/** Refuses a new item named like an existing one without leading zeros: spreadsheets turn 001 into 1. */
function refuseStrippedZeros(twin: string | undefined): void {
  if (twin !== undefined) throw new PlanConflict(`"${twin}" exists: a spreadsheet may have dropped the zeros.`)
}

/** Returns collections with the name files give them, and each one's number among those of the same name. */
export function numberCollections(collections: readonly CollectionRow[]) {
  const counts = new Map<string, number>()
  return collections.map((collection) => {
    const name = collection.isDefault ? '' : collection.name
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    return { collection, name, number }
  })
}

function toKey(name: string, number: number): string {
  return `${number} ${name.normalize()}`
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
