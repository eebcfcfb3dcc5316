import type { ItemFrames } from '#core/schema/items.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ImportRow } from './import-row.ts'
import { PlanConflict } from './plan-conflict.ts'
import { withPlainLines } from './sheet-text.ts'

/** Returns a key shared by all rows of one collection. */
export function collectionKey({ collection = '', collectionNumber = 1 }: ImportRow): string {
  return `${collectionNumber} ${collection.normalize()}`
}

/** Returns the keys that two rows about the same new item share. */
export function newKeys(
  { collection, collectionNumber, slug, externalIds }: ImportRow,
  title: string,
): readonly string[] {
  const ids = Object.entries(externalIds).map(([system, id]) => `${system}:${id}`)
  // Two items of one name in one collection differ in their slugs.
  return slug === undefined
    ? [...ids, JSON.stringify([collection?.normalize(), collectionNumber, title.normalize()])]
    : [...ids, `slug ${slug}`]
}

/** Tells whether a file's text, if any, differs from the present one, ignoring line endings. */
export function isDifferentText(present: string | undefined, text: string | undefined): boolean {
  return text !== undefined && text !== withPlainLines(present ?? '')
}

type Range = { readonly frameIn?: number | null | undefined; readonly frameOut?: number | null | undefined }

/** Fails with a `PlanConflict` for half a range, and for one that ends before it begins. */
export function checkFrames({ frameIn = null, frameOut = null }: Range): void {
  if (frameIn === null && frameOut === null) return
  if (frameIn === null || frameOut === null) throw new PlanConflict('A frame range needs a first and a last frame.')
  if (frameOut < frameIn) throw new PlanConflict(`The last frame ${frameOut} is before the first frame ${frameIn}.`)
}

type NewValues = Omit<ImportRow['item'], keyof ItemFrames | 'fields'> & ItemFrames & { readonly fields?: FieldValues }

/** Returns a row's values for a new item. */
export function toNewValues({ fields = {}, ...values }: ImportRow['item']): NewValues {
  const filled = Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  return { ...withoutNull(values), ...(filled.length > 0 && { fields: Object.fromEntries(filled) }) }
}

function withoutNull(values: Omit<ImportRow['item'], 'fields'>): Omit<NewValues, 'fields'> {
  // Nulls are filtered out.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Omit<NewValues, 'fields'>
}
