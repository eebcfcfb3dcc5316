import { recordExport } from '#core/events/record-export.ts'
import { getStudio } from './get-studio.ts'

/** Records in the audit log that someone saved rows of the current studio to a file. */
export function recordSavedExport(what: string, count: number): void {
  const { client, studio } = getStudio()
  // Local data can be saved without a network; the export is not recorded then.
  void recordExport({ studioId: studio.studioId, what, count }, client).catch(() => undefined)
}
