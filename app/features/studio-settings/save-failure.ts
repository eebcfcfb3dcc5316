import type { Mutation } from '#core/sync/mutators.ts'
import type { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'

/** What the person reads when the server refuses a part of the settings; `suggestion` is the server's own reason. */
export type SaveFailure = { readonly text: string; readonly suggestion?: string }

/** The specification's words for what was refused: by what the write was about, and why. */
export function toSaveFailure({ code, message }: AppError, mutation: Mutation | undefined): SaveFailure {
  // A refused deletion says by itself what is wrong.
  if (/^Cannot delete (stage|status): /.test(message)) return { text: message }
  if (mutation?.kind === 'reorder-statuses') return { text: messages['statuses-reorder-failed'], suggestion: message }
  const table = mutation !== undefined && 'table' in mutation ? mutation.table : undefined
  const isCatalogue = table === 'stages' || table === 'task_statuses'
  if (mutation?.kind === 'delete' && isCatalogue) {
    return { text: messages['stage-or-status-delete-failed'], suggestion: message }
  }
  if (mutation?.kind === 'insert' && isCatalogue) {
    return { text: messages[table === 'stages' ? 'stage-create-failed' : 'status-create-failed'](message) }
  }
  const reason = code === 'permission-denied' ? messages['studio-save-no-rows'] : message
  return { text: messages['settings-save-failed'](reason) }
}
