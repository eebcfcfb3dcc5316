import { barColorOf, barColors } from '#core/studios/palette.ts'

let ofSheet: { readonly subject: string; readonly colors: Map<string, string> } | undefined

/**
 * The colour of an item's or a person's pills: its own, unless another of the same sheet has that already; then the next one that
 * is free. It stays the same for as long as the sheet is open.
 */
export function pillColorOf(key: string, subject: string): string {
  if (ofSheet?.subject !== subject) ofSheet = { subject, colors: new Map() }
  const { colors } = ofSheet
  const known = colors.get(key)
  if (known !== undefined) return known
  const wish = barColorOf(key)
  const taken = new Set(colors.values())
  const from = barColors.findIndex((color) => color === wish)
  const turned = [...barColors.slice(from), ...barColors.slice(0, from)]
  const color = turned.find((candidate) => !taken.has(candidate)) ?? wish
  colors.set(key, color)
  return color
}
