/** A line of comma-separated values, none of which a spreadsheet takes for a formula; texts are quoted where they must be. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(guardFormula(cell))).join(',')}\n`
}

/**
 * A text with an apostrophe before what a spreadsheet would take for a formula (OWASP, CSV injection). A text that has
 * apostrophes there already gets one more, so that `unguardFormula` finds it as it was.
 */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

/** The text that `guardFormula` was given. */
export function unguardFormula(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
