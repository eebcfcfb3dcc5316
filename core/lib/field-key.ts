import { toSlug } from './slug.ts'

/** Makes a unique key from a name, numbered if taken, and adds it to `taken`. */
export function makeUniqueKey(name: string, taken: Set<string>): string {
  const base = toFieldKey(name)
  let key = base
  for (let n = 2; taken.has(key); n += 1) key = `${base}_${n}`
  taken.add(key)
  return key
}

/** Converts a name to a key: lower-case letters, digits and underscores, at most 36, starting with a letter. */
export function toFieldKey(name: string): string {
  const slug = toSlug(name).replaceAll('-', '_')
  return (/^[a-z]/.test(slug) ? slug : `f_${slug}`).slice(0, 36).replace(/_+$/, '')
}
