import { foldName } from '#core/lib/slug.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'

/** What tells the studio's kinds by the names that files have for them. */
export type KindNames = Pick<ItemKind, 'name' | 'key'>

// What Kitsu, ShotGrid, ftrack and AYON call items, what items lie in, and the assets that most studios make.
const commonKinds = new Set(
  'shot asset illustration sequence episode season scene folder project library milestone task asset-build character prop set environment location vehicle creature animal crowd costume accessory fx effect matte-painting camera graphic'.split(
    ' ',
  ),
)

/** Whether the words in a column are kinds of items: half of them are the studio's or such as most studios have. */
export function looksLikeKinds(texts: readonly string[], kinds: readonly KindNames[]): boolean {
  const own = new Set(kinds.flatMap(({ name, key }) => [foldName(name), foldName(key)]))
  const words = [...new Set(texts.map((text) => foldName(text)))]
  const known = words.filter((word) =>
    [word, word.replace(/s$/, '')].some((each) => own.has(each) || commonKinds.has(each)),
  )
  return words.length > 0 && known.length * 2 >= words.length
}

/** Why a column called `Type` or `Kind` is not used. */
export const noKinds = 'Its cells do not look like kinds of items; if they are, map it to item kind.'

/**
 * Whether a title is one that some programs have for the kind of an item and others for something else: a shot's type may be
 * `Full CG`. Where nothing else says the collection, a type does.
 */
export function mayBeOtherType(title: string, hasPlace: boolean): boolean {
  return title === 'kind' || (title === 'type' && hasPlace)
}
