import type { ImportFileOptions } from '../read-import-file.ts'

/** What a file is read with where nobody says how. */
export const nothingSaid = {
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
