/** What an import's questions are called where somebody answers them: in a dialog by its fields, at a command line by flags. */
export type ControlNames = {
  /** What is to be done about a length without a first frame. */
  readonly firstFrame: string
  /** Where one collection is named for all items that name none. */
  readonly collection: string
  /** How a column is said to have the names of items, of these titles. */
  readonly itemNames: (titles: readonly string[]) => string
  /** How another sheet of the workbook is said to be meant. */
  readonly sheet: (names: readonly string[]) => string
  /** Where it is said how clips are named. */
  readonly match: string
  /** What is to be done about a wrong frame rate. */
  readonly rate: string
}

/** As the app's dialog has them. */
export const dialogControls: ControlNames = {
  firstFrame: 'enter the first frame of every shot',
  collection: 'under “Collection for items that name none”',
  itemNames: (titles) => `choose “name” for one of ${titles.join(', ')}`,
  sheet: (names) => `name another sheet: ${names.join(', ')}`,
  match: '“Names of the clips”',
  rate: 'enter the right frame rate of the list',
}
