import type { ControlNames } from '#core/exchange/control-names.ts'

/** The command line's names for an import's questions: its flags. */
export const flagControls: ControlNames = {
  firstFrame: 'give the first frame of every shot (--first-frame)',
  collection: 'with --collection',
  itemMatch: "pass --match '{collection}_*'",
  itemNames: (titles) => `map one of ${titles.join(', ')} with --map name=…`,
  sheet: (names) => `name another sheet with --sheet: ${names.join(', ')}`,
  match: '--match',
  rate: 'pass the right --rate',
  sheetRate: 'give it in a column FPS, or pass --rate',
}
