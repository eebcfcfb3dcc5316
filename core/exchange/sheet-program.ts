/** What the titles of a sheet tell about the program it comes from. */
export type SheetProgram = {
  /** In ftrack, links are paths from the project to the item itself: `Kettle / E01 / SQ010 / SH010`. */
  readonly isFtrack: boolean
  /** Whether it lists ShotGrid's tasks, whose link is their item, whatever field the studio calls Link. */
  readonly isOfSteps: boolean
  /** Whether it lists assets by a column of that name, and no shots. */
  readonly isOfAssets: boolean
  /** Whether folders are items, as in AYON. */
  readonly hasFolderPaths: boolean
  /** Whether tasks are in lists and those in folders, as in ClickUp. */
  readonly isOfLists: boolean
  /** Whether tasks have names besides the shots and assets they belong to, in separate columns. */
  readonly hasTaskNames: boolean
}

/** Recognises the program of a sheet by its titles. */
export function readProgram(titles: readonly string[]): SheetProgram {
  const has = (pattern: RegExp): boolean => titles.some((title) => pattern.test(title))
  return {
    isFtrack: titles.includes('object type') && titles.includes('name'),
    isOfSteps: titles.includes('pipeline step') && !has(/^(name|shot|asset)$/),
    isOfAssets: has(/^asset( name)?$/) && !has(/^shot( name| code)?$/),
    hasFolderPaths: titles.includes('folder path'),
    isOfLists: titles.includes('list name'),
    hasTaskNames: ['shot', 'asset', 'task type'].every((title) => titles.includes(title)),
  }
}
