// What a spreadsheet shows where a formula cannot be calculated.
const errorCell = /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|ERROR!|SPILL!)$/i

/** Whether a cell shows that its formula cannot be calculated. */
export function isErrorCell(cell: string): boolean {
  return errorCell.test(cell.trim())
}
