import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'

/** Returns the error for a change stored on a device in a form that this version cannot carry out. */
export function unreadableChange(what: string): AppError {
  return new AppError('change-unreadable', messages['change-unreadable'](what))
}
