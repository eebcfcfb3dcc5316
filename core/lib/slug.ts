const maxSlugLength = 60

// Letters that Unicode does not take apart into a base letter and a mark.
const latinLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' }

/**
 * The address form of a name: lower case, ASCII letters and digits with single dashes between, at most 60 characters;
 * `untitled` where nothing remains. The database's `private.make_slug` follows the same rule.
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
 * What a name comes down to where case, signs and Latin accents do not count: letters and digits of any script with single
 * dashes between; a name of signs alone stays. Unlike slugs it tells names apart that have no ASCII letters.
 */
export function foldName(name: string): string {
  const lower = name.toLowerCase()
  // Most names; a hundred thousand of them are folded when a large studio is opened.
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

/** Of things with names, the one a text means: by its very name, else by one that comes down to the same. */
export function findNamed<Thing>(
  things: readonly Thing[],
  text: string,
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  const wanted = foldName(text)
  return things.find((thing) => nameOf(thing) === text) ?? things.find((thing) => foldName(nameOf(thing)) === wanted)
}

/** The slug of a name that no sibling has: a clash gets -2, -3, … A rename keeps the old slug, so call this on creation only. */
export function uniqueSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = toSlug(name)
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    const candidate = `${slug}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
