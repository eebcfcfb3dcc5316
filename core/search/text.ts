/** A text as it is searched: lower case, without accents, white space and dashes as single spaces. */
export function normalizeSearchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-/.]+/g, ' ')
    .trim()
}

/** Whether a text holds every word of a query, in any order and anywhere in its words. */
export function matchesSearch(text: string, query: string): boolean {
  const searched = normalizeSearchText(text)
  return normalizeSearchText(query)
    .split(' ')
    .every((word) => searched.includes(word))
}
