import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'

/** The names by which files may refer to a kind of item. */
export type KindNames = Pick<ItemKind, 'name' | 'key'>

// Kinds in Kitsu, ShotGrid, ftrack and AYON, containers included, and the kinds of assets most studios make.
const commonKinds = new Set(
  'shot asset illustration sequence episode season scene folder project library milestone task asset-build character prop set environment location vehicle creature animal crowd costume accessory fx effect matte-painting camera graphic'.split(
    ' ',
  ),
)

/** Tells whether the words in a column are kinds of items: at least half are the studio's or common ones. */
export function looksLikeKinds(texts: readonly string[], kinds: readonly KindNames[]): boolean {
  const own = new Set(kinds.flatMap(({ name, key }) => [foldName(name), foldName(key)]))
  const words = [...new Set(texts.map((text) => foldName(text)))]
  const known = words.filter((word) =>
    [word, word.replace(/s$/, '')].some((each) => own.has(each) || commonKinds.has(each)),
  )
  return words.length > 0 && known.length * 2 >= words.length
}

/** The words in a column, as texts, that may be kinds or values of one of the studio's own fields. */
type Words = { readonly texts: readonly string[]; readonly kinds: readonly KindNames[] }

/**
 * Tells whether a column called `Type` or `Kind` holds kinds of items although the studio has a field of this name: its
 * words are kinds, and not all of them are options of the field.
 */
export function meansKindsDespite({ options }: Pick<FieldDefinition, 'options'>, { texts, kinds }: Words): boolean {
  const names = new Set(options.map(({ name }) => foldName(name)))
  return looksLikeKinds(texts, kinds) && !texts.every((text) => names.has(foldName(text)))
}

/** Why a column called `Type` or `Kind` is not used. */
export const noKinds = 'Its cells do not look like kinds of items; if they are, map it to item kind.'

/**
 * Tells whether a title is used for the kind of item in some programs and otherwise in others: a shot's type may be
 * `Full CG`. A type counts as ambiguous only if another column gives the collection.
 */
export function isAmbiguousKindTitle(title: string, hasPlace: boolean): boolean {
  return title === 'kind' || (title === 'type' && hasPlace)
}
