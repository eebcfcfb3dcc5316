/** The names of an import's options in messages: fields in the dialog, flags at the command line. */
export type ControlNames = {
  /** How to give the first frame for a length without one. */
  readonly firstFrame: string
  /** Where to name the collection of items that name none. */
  readonly collection: string
  /** How to take the collection from names such as `sq010_sh0010`, which stay whole: existing items may be named so. */
  readonly itemMatch: string
  /** How to map one of these titles to the names of items. */
  readonly itemNames: (titles: readonly string[]) => string
  /** How to choose another sheet of the workbook. */
  readonly sheet: (names: readonly string[]) => string
  /** Where to say how clips are named. */
  readonly match: string
  /** How to correct a wrong frame rate. */
  readonly rate: string
  /** How to give the frame rate of a sheet's timecodes. */
  readonly sheetRate: string
}

/** The names in the app's dialog. */
export const dialogControls: ControlNames = {
  firstFrame: 'enter the first frame of every shot',
  collection: 'under “Collection for items that name none”',
  itemMatch: 'enter {collection}_* under “Names of the items”',
  itemNames: (titles) => `choose “name” for one of ${titles.join(', ')}`,
  sheet: (names) => `name another sheet: ${names.join(', ')}`,
  match: '“Names of the clips”',
  rate: 'enter the right frame rate of the list',
  sheetRate: 'give it in a column FPS, or enter it under “Frame rate of the sheet”',
}

/** Asks for the collection of an item; one whose name may begin with it is told how to use that. */
export function askCollection(title: string | undefined, controls: ControlNames = dialogControls): string {
  const inName = /[^_-]_[^_-]/.test(title ?? '') ? `; if the item’s name begins with it, ${controls.itemMatch}` : ''
  return `Which collection? Name one in the file, or ${controls.collection}${inName}.`
}
