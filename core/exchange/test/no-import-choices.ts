import type { ImportFileOptions } from '../read-import-file.ts'

/** Import options when a person gives none. */
export const noImportChoices = {
  encoding: undefined,
  sheet: undefined,
  mapping: [],
  isBlankClear: false,
  collection: undefined,
  rate: undefined,
  firstFrame: undefined,
  handles: undefined,
  match: undefined,
} as const satisfies Partial<ImportFileOptions>
