const maxSlugLength = 80

// Letters that Unicode does not take apart into a base letter and a mark.
const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}

/**
 * The address form of a name: lower case, ASCII letters and digits with single dashes between, at most 80 characters.
 * A name with nothing to keep gives the fallback.
 */
export function toSlug(name: string, fallback = 'untitled'): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæœøđðþłħı]/g, (letter) => latinLetters[letter] ?? '')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? fallback : slug
}

/** The slug of a name that no sibling has: a clash gets -2, -3, … A rename keeps the old slug, so call this on creation only. */
export function uniqueSlug(name: string, taken: ReadonlySet<string>, fallback?: string): string {
  const slug = toSlug(name, fallback)
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const candidate = slug.slice(0, maxSlugLength - suffix.length).replace(/-+$/, '') + suffix
    if (!taken.has(candidate)) return candidate
  }
}
