// A spreadsheet's text for a failed formula.
const errorCell = /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|ERROR!|SPILL!)$/i

/** Tells whether a cell shows a spreadsheet's formula error. */
export function isErrorCell(cell: string): boolean {
  return errorCell.test(cell.trim())
}
