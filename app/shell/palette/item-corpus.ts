import { pictureOf, type ItemRow } from '#core/schema/items.ts'
import { makeSearchIndex, type SearchIndex } from '#core/search/index-names.ts'
import { normalizeSearchText } from '#core/search/text.ts'
import type { ItemId, ItemKindId, MediaId, SpaceId } from '#core/lib/ids.ts'

/** An item as the palette shows it; with `stage`, one of its tasks. */
export type FoundItem = {
  readonly id: ItemId
  readonly spaceId: SpaceId
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly pictureId: MediaId | undefined
  readonly stage: string | undefined
  /** The name of an asset's kind; absent for other items. */
  readonly kind?: string | undefined
  readonly kindId: ItemKindId | undefined
  /** How well it matches, 0 best. */
  readonly score: number
}

type IndexedItem = Omit<FoundItem, 'stage' | 'score' | 'kind'>

/** The searchable items, by space. */
export interface ItemCorpus {
  readonly has: (spaceId: SpaceId) => boolean
  readonly put: (spaceId: SpaceId, items: readonly ItemRow[]) => void
  /** Forgets all other spaces. */
  readonly retain: (spaceIds: ReadonlySet<SpaceId>) => void
  readonly setStages: (names: readonly string[]) => void
  /** Sets the names of asset kinds, by id. */
  readonly setKinds: (names: ReadonlyMap<string, string>) => void
  /**
   * Finds items by name, description and kind, and tasks where a word of the query starts a stage's name: 'anim
   * sh0030'.
   */
  readonly search: (query: string, limit: number) => readonly FoundItem[]
  readonly find: (ids: readonly string[]) => readonly FoundItem[]
}

// Too many words start with the same two letters.
const SHORTEST_STAGE = 3

export function makeItemCorpus(): ItemCorpus {
  const bySpace = new Map<SpaceId, readonly IndexedItem[]>()
  let stages: readonly string[] = []
  let kinds: Kinds = new Map()
  let built: { readonly items: readonly IndexedItem[]; readonly index: SearchIndex } | undefined

  const build = () => {
    if (built !== undefined) return built
    const items = [...bySpace.values()].flat()
    const texts = items.map((item) => [item.title, item.description, nameKind(item.kindId, kinds) ?? ''].join(' '))
    built = { items, index: makeSearchIndex(texts) }
    return built
  }
  const searchItems = (query: string, limit: number): readonly FoundItem[] => {
    const { items, index } = build()
    return index.search(query, limit).flatMap((hit) => {
      const item = items[hit.index]
      return item === undefined ? [] : [{ ...toFound(item, kinds), score: hit.score }]
    })
  }
  const searchTasks = (query: string, limit: number): readonly FoundItem[] => {
    const split = splitStage(query, stages)
    if (split === undefined) return []
    return searchItems(split.rest, limit).map((item) => ({ ...item, stage: split.stage }))
  }

  return {
    has: (spaceId) => bySpace.has(spaceId),
    put: (spaceId, items) => {
      bySpace.set(
        spaceId,
        items.map((item) => {
          const { id, title, slug, description, kindId } = item
          return { id, spaceId, title, slug, description, kindId, pictureId: pictureOf(item) }
        }),
      )
      built = undefined
    },
    retain: (spaceIds) => {
      for (const spaceId of bySpace.keys()) {
        if (spaceIds.has(spaceId)) continue
        bySpace.delete(spaceId)
        built = undefined
      }
    },
    setStages: (names) => {
      stages = names
    },
    setKinds: (names) => {
      if (isSameMap(names, kinds)) return
      kinds = names
      built = undefined
    },
    search: (query, limit) => [...searchItems(query, limit), ...searchTasks(query, limit)].slice(0, limit),
    find: (ids) => {
      const wanted = new Set(ids)
      return build().items.flatMap((item) => (wanted.has(item.id) ? [toFound(item, kinds)] : []))
    },
  }
}

type Kinds = ReadonlyMap<string, string>

function nameKind(kindId: ItemKindId | undefined, kinds: Kinds): string | undefined {
  return kindId === undefined ? undefined : kinds.get(kindId)
}

function toFound(item: IndexedItem, kinds: Kinds): FoundItem {
  const kind = nameKind(item.kindId, kinds)
  return { ...item, ...(kind !== undefined && { kind }), stage: undefined, score: 0 }
}

function isSameMap(one: Kinds, other: Kinds): boolean {
  return one.size === other.size && [...one].every(([id, name]) => other.get(id) === name)
}

/** Splits off the stage whose name the query's last or first word starts. */
function splitStage(query: string, stages: readonly string[]): { stage: string; rest: string } | undefined {
  const words = normalizeSearchText(query).split(' ')
  if (words.length < 2) return undefined
  for (const at of [words.length - 1, 0]) {
    const word = words[at] ?? ''
    const stage = stages.find((name) => word.length >= SHORTEST_STAGE && normalizeSearchText(name).startsWith(word))
    if (stage !== undefined) return { stage, rest: words.toSpliced(at, 1).join(' ') }
  }
  return undefined
}
