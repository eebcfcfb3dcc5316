import { toSlug } from './slug.ts'

/** A key made of a name, with a number where it is taken; it is taken from then on. */
export function freeKey(name: string, taken: Set<string>): string {
  const base = toFieldKey(name)
  let key = base
  for (let n = 2; taken.has(key); n += 1) key = `${base}_${n}`
  taken.add(key)
  return key
}

/** A name as a key: small letters, digits and low lines, at most 36, with a letter first. */
export function toFieldKey(name: string): string {
  const slug = toSlug(name).replaceAll('-', '_')
  return (/^[a-z]/.test(slug) ? slug : `f_${slug}`).slice(0, 36).replace(/_+$/, '')
}
