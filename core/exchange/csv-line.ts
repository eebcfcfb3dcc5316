/** Writes a line of comma-separated values, quoted where needed and guarded against formulas. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(guardFormula(cell))).join(',')}\n`
}

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula (OWASP, CSV injection). Text that already
 * starts with apostrophes gets one more, so that `unguardFormula` restores it exactly.
 */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

/** Restores the text given to `guardFormula`. */
export function unguardFormula(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
