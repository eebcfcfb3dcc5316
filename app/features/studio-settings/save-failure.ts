import type { Mutation } from '#core/sync/mutators.ts'
import type { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'

/** The texts shown when the server refuses a part of the settings; `suggestion` is the server's own reason. */
export type SaveFailure = { readonly text: string; readonly suggestion?: string }

/** Returns the specification's text for a refused write, by its subject and reason. */
export function toSaveFailure({ code, message }: AppError, mutation: Mutation | undefined): SaveFailure {
  // The server's text already says what is wrong with a deletion.
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
