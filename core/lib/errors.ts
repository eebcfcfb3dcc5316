/**
 * The code of every expected failure. The message shown for each is in `messages.ts`, in the specification's words
 * where it gives any.
 */
export const errorCodes = [
  // General
  'offline',
  'timeout',
  'rate-limited',
  'server-unavailable',
  'unexpected',
  'cancelled',
  'invalid-input',
  'too-long',
  'not-of-type',
  'not-found',
  'permission-denied',
  'conflict',
  'changed-by-someone-else',
  'change-unreadable',
  // Session
  'not-authenticated',
  'no-active-session',
  'session-not-found',
  'token-invalid',
  'token-expired',
  'password-weak',
  'password-wrong',
  'email-domain-refused',
  // Studios, members, invites
  'studio-create-failed',
  'studio-switch-create-failed',
  'studio-join-failed',
  'studio-name-missing',
  'studio-not-loaded',
  'studio-id-invalid',
  'studio-save-no-rows',
  'settings-save-failed',
  'invite-link-invalid',
  'invite-token-missing',
  'invite-generate-failed',
  'role-update-error',
  'role-update-failed',
  // Projects and spaces
  'projects-fetch-failed',
  'project-name-missing',
  'project-needs-studio',
  'project-info-missing',
  'project-not-found',
  'project-create-failed',
  'project-update-failed',
  'project-delete-failed',
  'thumbnail-upload-failed',
  'spaces-fetch-failed',
  'space-not-found',
  'space-load-failed',
  'space-name-missing',
  'space-create-failed',
  'space-update-failed',
  'space-settings-load-failed',
  'space-config-incomplete',
  // Stages, statuses, presets
  'stage-create-failed',
  'stage-used-by-tasks',
  'stage-used-by-spaces',
  'status-create-failed',
  'status-used-by-tasks',
  'status-used-by-spaces',
  'status-id-invalid',
  'statuses-reorder-failed',
  'statuses-missing',
  'stage-or-status-delete-failed',
  'preset-incomplete',
  // Items and tasks
  'name-missing',
  'item-exists',
  'collection-missing',
  'collection-create-failed',
  'item-names-missing',
  'items-create-failed',
  'item-ids-invalid',
  'review-locked',
  'review-locked-for-notes',
  'review-full',
  'task-id-invalid',
  'task-disabled',
  'task-not-in-item',
  'task-status-failed',
  'tasks-fill-partly-failed',
  'tasks-fill-failed',
  'tasks-delete-failed',
  'rename-failed',
  'reorder-failed',
  'estimate-out-of-range',
  'estimate-save-failed',
  'filter-save-needs-space',
  'filter-save-needs-studio',
  'filter-save-failed',
  // Revisions, comments, uploads
  'time-spent-missing',
  'time-spent-malformed',
  'time-update-failed',
  'revision-create-failed',
  'comment-submit-failed',
  'comment-edit-failed',
  'here-reference-unknown',
  'file-kind-refused',
  'revision-without-files',
  'upload-failed',
  'upload-too-large',
  'upload-urls-failed',
  'upload-slots-mismatch',
  'upload-slot-missing',
] as const

/** The code of an expected failure. */
export type ErrorCode = (typeof errorCodes)[number]

type AppErrorOptions = {
  /** The caught error, kept for the log and never shown. */
  readonly cause?: unknown
  /** True when the same call may succeed later, so the interface offers Retry. */
  readonly retryable?: boolean
  /** How long the server asks to wait before a retry, if it does. */
  readonly retryAfterMs?: number
  /** One sentence on what the person can do. */
  readonly suggestion?: string
}

/** An expected failure: `code` for programs, `message` for people. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly suggestion: string | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.suggestion = options.suggestion
  }
}

/**
 * Returns the message of an expected failure, or the fallback for anything else, whose message is not meant for people.
 */
export function errorText(caught: unknown, fallback: string): string {
  return caught instanceof AppError && caught.message.trim() !== '' ? caught.message : fallback
}
