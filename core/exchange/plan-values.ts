import type { ItemFrames } from '#core/schema/items.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ImportRow } from './import-row.ts'
import { PlanConflict } from './plan-conflict.ts'
import { withPlainLines } from './sheet-text.ts'

/** The same for rows of one collection. */
export function collectionKey({ collection = '', collectionNumber = 1 }: ImportRow): string {
  return `${collectionNumber} ${collection.normalize()}`
}

/** What two rows about one and the same new item share. */
export function newKeys(
  { collection, collectionNumber, slug, externalIds }: ImportRow,
  title: string,
): readonly string[] {
  const ids = Object.entries(externalIds).map(([system, id]) => `${system}:${id}`)
  // Two items of one name in one collection are told apart by their slugs.
  return slug === undefined
    ? [...ids, JSON.stringify([collection?.normalize(), collectionNumber, title.normalize()])]
    : [...ids, `slug ${slug}`]
}

/** Whether a file's text, absent where it has none, is another one than is there: how its lines end makes none. */
export function saysOther(present: string | undefined, text: string | undefined): boolean {
  return text !== undefined && text !== withPlainLines(present ?? '')
}

type Range = { readonly frameIn?: number | null | undefined; readonly frameOut?: number | null | undefined }

/** Fails with a `PlanConflict` for half a range, and one that ends before it begins. */
export function checkFrames({ frameIn = null, frameOut = null }: Range): void {
  if (frameIn === null && frameOut === null) return
  if (frameIn === null || frameOut === null) throw new PlanConflict('A frame range needs a first and a last frame.')
  if (frameOut < frameIn) throw new PlanConflict(`The last frame ${frameOut} is before the first frame ${frameIn}.`)
}

type NewValues = Omit<ImportRow['item'], keyof ItemFrames | 'fields'> & ItemFrames & { readonly fields?: FieldValues }

/** What a row says of a new item. */
export function toNewValues({ fields = {}, ...values }: ImportRow['item']): NewValues {
  const filled = Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  return { ...withoutNull(values), ...(filled.length > 0 && { fields: Object.fromEntries(filled) }) }
}

function withoutNull(values: Omit<ImportRow['item'], 'fields'>): Omit<NewValues, 'fields'> {
  // Only what is not null is kept.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Omit<NewValues, 'fields'>
}
