/** Widths in em of letters that are wider or narrower than most in the interface's font. */
const letterWidths = [
  { letters: /[WŒÆ]/u, em: 1 },
  { letters: /M/u, em: 0.9 },
  { letters: /[IJ1]/u, em: 0.35 },
  { letters: /[\u{1100}-\u{11ff}\u{2e80}-\u{d7ff}\u{f900}-\u{faff}\u{ff00}-\u{ff60}]/u, em: 1 },
] as const
const plainEm = 0.74
/** The room in em in a circle of 20 px, for letters of 9 px and, on phones, of 11 px. */
const mostEm = 1.7

/** Tells whether initials are too wide for their avatar and need smaller letters: `WM`, `田中`. */
export function areWideInitials(initials: string): boolean {
  const widths = Array.from(
    initials,
    (letter) => letterWidths.find(({ letters }) => letters.test(letter))?.em ?? plainEm,
  )
  return widths.reduce((sum, em) => sum + em, 0) > mostEm
}
