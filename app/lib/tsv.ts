/**
 * Parses the rows of a copied range. A quoted cell may hold line breaks and tabs, and doubles its own quotes; the line
 * break that spreadsheets append is no row.
 */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.replace(/\r\n?/g, '\n').replace(/\n$/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"').trim())
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  return rows
}

/** A quoted cell up to its closing quote, else plain text; then a tab, a line's end or the text's. */
const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g

/** Writes a text as one cell of a copied range. */
export function writeTsvCell(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
