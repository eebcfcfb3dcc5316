/** Normalises a text for search: lower case, no accents, white space and separators as single spaces. */
export function normalizeSearchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-/.]+/g, ' ')
    .trim()
}
