/** Normalises a text for search: lower case, no accents, white space and separators as single spaces. */
export function normalizeSearchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-/.]+/g, ' ')
    .trim()
}

/** Tells whether a text contains every word of a query, in any order and anywhere within words. */
export function matchesSearch(text: string, query: string): boolean {
  const searched = normalizeSearchText(text)
  return normalizeSearchText(query)
    .split(' ')
    .every((word) => searched.includes(word))
}
