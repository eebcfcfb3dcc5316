import { avatarColorOf, avatarColors, barColorOf, barColors } from '#core/studios/palette.ts'

let ofSheet: { readonly subject: string; readonly colors: Map<string, string> } | undefined

/**
 * Returns the colour of the pills of an item, or of a person in the studio's sheet (`userId` undefined): its own or the
 * avatar's, or the next free one if another of the sheet has it. Fixed while the sheet is open.
 */
export function pillColorOf(key: string, userId: string | undefined): string {
  const subject = userId ?? ''
  const palette: readonly string[] = userId === undefined ? avatarColors : barColors
  if (ofSheet?.subject !== subject) ofSheet = { subject, colors: new Map() }
  const { colors } = ofSheet
  const known = colors.get(key)
  if (known !== undefined) return known
  const wish = userId === undefined ? avatarColorOf(key) : barColorOf(key)
  const taken = new Set(colors.values())
  const from = palette.indexOf(wish)
  const turned = [...palette.slice(from), ...palette.slice(0, from)]
  const color = turned.find((candidate) => !taken.has(candidate)) ?? wish
  colors.set(key, color)
  return color
}
