import { avatarColorOf, avatarColors, barColorOf, barColors } from '#core/studios/palette.ts'

let ofSheet: { readonly subject: string; readonly colors: Map<string, string> } | undefined

/**
 * The colour of an item's or, in the studio's sheet (`undefined`), a person's pills: its own, for people that of their avatar, unless
 * another of the same sheet has that already; then the next one that is free. It stays for as long as the sheet is open.
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
