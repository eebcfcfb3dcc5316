/**
 * Rows of a copied range. A cell with quotes around it may hold line breaks and tabs, and doubles its own quotes; the line break
 * that spreadsheets put at the end is not a row.
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

/** A cell in quotes up to where it ends, else whatever stands there; then a tab, a line's end or the text's. */
const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g

/** A text as one cell of a copied range. */
export function writeTsvCell(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
