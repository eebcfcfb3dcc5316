import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { showToast } from '#app/stores/toast-store.ts'

/** Shows what went wrong: an expected failure in its own words, a bug in general ones and in the browser's log. */
export function reportFailure(caught: unknown, onRetry?: () => void): void {
  if (caught instanceof AppError) {
    if (caught.code === 'cancelled') return
    const action = caught.retryable && onRetry !== undefined ? { label: 'Retry', run: onRetry } : undefined
    showToast({ kind: 'error', text: caught.message, suggestion: caught.suggestion, ...(action && { action }) })
    return
  }
  showToast({ kind: 'error', text: messages.unexpected })
  globalThis.reportError(caught)
}
