import { readCastText, writeCastText } from '#core/casting/cast-text.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'

/** An item of a project, with every name a sheet may use for it. */
export type CastItem = {
  readonly id: ItemId
  readonly title: string
  readonly slug: string
  readonly collection: string
  /** Its space's slug. */
  readonly space: string
  readonly isAsset: boolean
}

/** The items of a project and their casts. */
export type CastContent = {
  readonly items: readonly CastItem[]
  readonly getCast: (itemId: ItemId) => readonly ItemLink[]
  /** The slug of the space imported into or exported. */
  readonly space: string
}

export type CastIndex = {
  /** Finds an item by name, assets first (shots if wanted), then this space's; returns why if none or several match. */
  readonly find: (name: string, wanted?: 'assets' | 'shots') => CastItem | string
  /** Returns the shortest name that finds the item again in a cast; undefined for items outside the project. */
  readonly nameOf: (itemId: ItemId) => string | undefined
}

/** Indexes items by name, slug, `collection/name` and `space/slug`. */
export function makeCastIndex({ items, space }: Pick<CastContent, 'items' | 'space'>): CastIndex {
  const byName = new Map<string, Set<CastItem>>()
  const add = (name: string, item: CastItem): void => {
    const key = fold(name)
    byName.set(key, (byName.get(key) ?? new Set()).add(item))
  }
  for (const item of items) for (const name of listNames(item)) add(name, item)
  const find: CastIndex['find'] = (name, wanted = 'assets') => {
    const found = [...(byName.get(fold(name)) ?? [])]
    const isWanted = ({ isAsset }: CastItem): boolean => isAsset === (wanted === 'assets')
    const isNear = (item: CastItem): boolean => item.space === space
    const ranks = [
      found.filter((item) => isWanted(item) && isNear(item)),
      found.filter(isWanted),
      found.filter(isNear),
      found,
    ]
    const [first, ...others] = ranks.find(({ length }) => length > 0) ?? []
    if (first === undefined) return `There is no "${name}" in this project.`
    if (others.length === 0) return first
    const paths = [first, ...others].slice(0, 3).map((item) => `${item.space}/${item.slug}`)
    return `"${name}" could be several items: write ${paths.join(' or ')}.`
  }
  const byId = new Map(items.map((item) => [item.id, item]))
  const names = new Map<ItemId, string>()
  const toName = (item: CastItem): string => {
    const isPlain = (name: string): boolean =>
      [1, 2].every((count) => {
        const [word, more] = readCastText(writeCastText([{ name, count }])).words
        return word?.name === name && word.count === count && more === undefined
      })
    return listNames(item).find((name) => find(name) === item && isPlain(name)) ?? `${item.space}/${item.slug}`
  }
  const nameOf = (itemId: ItemId): string | undefined => {
    const item = byId.get(itemId)
    const name = names.get(itemId) ?? (item && toName(item))
    if (name !== undefined) names.set(itemId, name)
    return name
  }
  return { find, nameOf }
}

function listNames({ title, slug, collection, space }: CastItem): readonly string[] {
  return [title, slug, `${collection}/${title}`, `${space}/${slug}`].filter((name) => name !== '')
}

function fold(name: string): string {
  return name.normalize().trim().toLowerCase()
}
