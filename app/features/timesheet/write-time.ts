import { messages } from '#core/lib/messages.ts'
import { changeTime } from '#core/timesheet/change-time.ts'
import type { TimeEdit } from '#core/timesheet/edits.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { reload } from './load-timesheet.ts'

/** Changes logged time, undoable as one step. */
export async function writeTime(label: string, edits: readonly TimeEdit[], doneText?: string) {
  const { client, studio } = getStudio()
  const change = changeTime({ studioId: studio.studioId, label, edits }, client)
  const onRefused = (): void => void reload()
  return await perform(change, { client, failedText: messages['time-update-failed'], doneText, onRefused })
}
