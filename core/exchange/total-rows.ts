import { textAt } from './section-text.ts'

const words = String.raw`(?:(?:grand|sub|overall)?[ -]?totals?|(?:sous-)?total(?: général)?|totale|sum|suma|(?:gesamt|zwischen)?summe|(?:ins)?gesamt|somme)`
// With a count: `Total: 12`, `Total (12 shots)`.
const total = new RegExp(String.raw`^${words}\s*:?(?:\s*\(?\d+(?: \p{L}+)?\)?)?$`, 'iu')
const totalOfGroup = new RegExp(String.raw`^${words}[\s:]`, 'iu')
const count = /^\d+(?: \p{L}+)?$/u

/** Tells whether a line is a total: in its name, in the column of collections (`Total SQ010`) or before both. */
export function isTotalRow(
  cells: readonly string[],
  { nameAt, placeAt }: { readonly nameAt: number; readonly placeAt: number },
): boolean {
  const [name, place] = [textAt(cells, nameAt), textAt(cells, placeAt)]
  if (place === '' && total.test(name)) return true
  if (total.test(place) && (name === '' || count.test(name))) return true
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const isOfGroup = totalOfGroup.test(place) || /\S\s+total:?$/i.test(place)
  return name === '' && (total.test(said[0] ?? '') || (said.length > 1 && isOfGroup))
}
