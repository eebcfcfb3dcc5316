const maxSlugLength = 60

// Letters that Unicode does not decompose into a base letter and a mark.
const latinLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' }

/**
 * Converts a name to its address form: lower-case ASCII letters and digits joined by single dashes, at most 60
 * characters; `untitled` if nothing remains. The database's `private.make_slug` follows the same rule.
 */
export function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[ßæøł]/g, (letter) => latinLetters[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '')
  return slug === '' ? 'untitled' : slug
}

/**
 * Folds a name for comparison without case, punctuation and Latin accents: letters and digits of any script, joined by
 * single dashes; a name of punctuation alone stays. Unlike slugs, it keeps names without ASCII letters apart.
 */
export function foldName(name: string): string {
  const lower = name.toLowerCase()
  // The fast path for most names: opening a large studio folds a hundred thousand.
  const folded = /^[ -~]*$/.test(lower) ? lower.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') : foldLetters(lower)
  return folded === '' ? name.trim() : folded
}

function foldLetters(name: string): string {
  return name
    .replace(/[ßæøł]/g, (letter) => latinLetters[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/** Finds the thing that a text names: exactly, else by its folded name. */
export function findNamed<Thing>(
  things: readonly Thing[],
  text: string,
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  const wanted = foldName(text)
  return things.find((thing) => nameOf(thing) === text) ?? things.find((thing) => foldName(nameOf(thing)) === wanted)
}

/**
 * Makes a slug that no sibling has: clashes get -2, -3, … A rename keeps the old slug, so call this on creation only.
 */
export function uniqueSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = toSlug(name)
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    const candidate = `${slug}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
