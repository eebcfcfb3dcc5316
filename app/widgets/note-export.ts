import { noteExport } from '#core/events/note-export.ts'
import { getStudio } from './get-studio.ts'

/** Notes in the audit log that somebody saves rows of the current studio as a file. */
export function noteSaved(what: string, count: number): void {
  const { client, studio } = getStudio()
  // What lies on this device can be saved without a network; then it is not noted.
  void noteExport({ studioId: studio.studioId, what, count }, client).catch(() => undefined)
}
