import type { ErrorCode } from './errors.ts'

type Message = string | ((...values: never[]) => string)

/** Texts for the password weaknesses that sign-in reports. */
const weaknesses: ReadonlyMap<string, string> = new Map([
  ['length', 'it needs 6 to 72 characters'],
  ['characters', 'it needs more kinds of characters'],
  ['pwned', 'it appears in a known data leak'],
])

/**
 * The message shown for each error. Where the specification gives the words, they are used letter by letter, with
 * parameters for placeholders. Where it says "the server's message or …", the entry is the fallback.
 */
export const messages = {
  // General
  offline: 'The server cannot be reached. Try again when the connection is back.',
  timeout: 'The server took too long to answer.',
  'rate-limited': (seconds: number) => `Rate limit exceeded. Please wait ${seconds} seconds before trying again.`,
  'server-unavailable': 'The server is not available right now.',
  unexpected: 'Something went wrong.',
  cancelled: 'Cancelled.',
  'invalid-input': 'The server refused the request as invalid.',
  'too-long': (what: string, limit: string) => `The ${what} is too long. The limit is ${limit}.`,
  'not-of-type': (text: string, what: string) => `“${text}” is not ${what}.`,
  'not-found': 'Not found.',
  'permission-denied': 'You do not have permission to do this.',
  conflict: 'This already exists.',
  'review-locked': 'This review session is locked: what was judged stays until it is unlocked.',
  'review-locked-for-notes': 'This review session is locked: it takes notes again once it is unlocked.',
  'review-full': 'A review session has at most 1000 tasks. Start another one for the rest.',
  'changed-by-someone-else': 'Someone else changed this in the meantime. Your change was not applied.',
  'change-unreadable': (what: string) => `“${what}” was kept in a form that cannot be read, and was not sent.`,

  // Session
  'not-authenticated': 'Not authenticated',
  'no-active-session': 'No active session',
  'session-not-found': 'Your session has ended. Please sign in again.',
  'token-invalid': 'Your sign-in is not valid. Please sign in again.',
  'token-expired': 'Your sign-in has expired. Please sign in again.',
  'password-weak': (reasons: readonly string[]) =>
    `The password is too weak: ${reasons.map((reason) => weaknesses.get(reason) ?? reason).join(', ')}.`,
  'password-wrong': 'This is not your current password.',
  'email-domain-refused': 'This e-mail address is not allowed to sign in here.',

  // Studios, members, invites
  'studio-create-failed': 'Failed to create studio. Please try again.',
  'studio-switch-create-failed': 'Failed to create studio',
  'studio-join-failed': 'Failed to join studio.',
  'studio-name-missing': 'Please enter a studio name',
  'studio-not-loaded': 'Studio not loaded',
  'studio-id-invalid': 'Invalid studio ID. Studio must be referenced by UUID.',
  'studio-save-no-rows': 'No rows were updated. You might not have permission to modify this studio.',
  'settings-save-failed': (message: string) => `Error saving settings: ${message}`,
  'invite-link-invalid': 'Invalid invite link',
  'invite-token-missing': 'No token returned',
  'invite-generate-failed': 'Error',
  'role-update-error': (message: string) => `Error updating role: ${message}`,
  'role-update-failed': (message: string) => `Failed to update role: ${message}`,

  // Projects and spaces
  'projects-fetch-failed': 'Failed to fetch projects',
  'project-name-missing': 'Please enter a project name',
  'project-needs-studio': 'Cannot create a project without a studio.',
  'project-info-missing': 'Missing project information',
  'project-not-found': 'Project not found',
  'project-create-failed': 'Failed to create project',
  'project-update-failed': 'Failed to update project',
  'project-delete-failed': 'Failed to delete project',
  'thumbnail-upload-failed': 'Failed to upload thumbnail. Please try again.',
  'spaces-fetch-failed': 'Failed to fetch spaces.',
  'space-not-found': 'Space not found',
  'space-load-failed': 'Failed to load space data',
  'space-name-missing': 'Please enter a space name',
  'space-create-failed': 'Failed to create the new space.',
  'space-update-failed': (message: string) => `Failed to update space: ${message}. Check console for details.`,
  'space-settings-load-failed': 'Failed to load space settings',
  'space-config-incomplete': 'Please select at least one stage and one status',

  // Stages, statuses, presets
  'stage-create-failed': (message: string) => `Failed to create stage: ${message}`,
  'stage-used-by-tasks': (count: number) => `Cannot delete stage: ${count} tasks are using it`,
  'stage-used-by-spaces': (count: number) => `Cannot delete stage: ${count} spaces are using it`,
  'status-create-failed': (message: string) => `Failed to create status: ${message}`,
  'status-used-by-tasks': (count: number) => `Cannot delete status: ${count} tasks are using it`,
  'status-used-by-spaces': (count: number) => `Cannot delete status: ${count} spaces are using it`,
  'status-id-invalid': 'Invalid status ID. Status must be referenced by UUID.',
  'statuses-reorder-failed': 'Failed to reorder statuses',
  'statuses-missing': 'No statuses available. Please create a status first.',
  'stage-or-status-delete-failed': 'Failed to delete stage or status',
  'preset-incomplete': 'Please enter a preset name and select at least one item',

  // Items and tasks
  'name-missing': 'Please enter a name',
  'item-exists': 'This item already exists',
  'collection-missing': 'Please select or create a collection',
  'collection-create-failed': (message: string) => `Failed to create collection: ${message}`,
  'item-names-missing': (kind: 'illustration' | 'item') => `Please enter at least one ${kind} name`,
  'items-create-failed': (message?: string) => `Error: ${message ?? 'Failed to create items'}`,
  'item-ids-invalid': (ids: readonly string[]) => `Invalid item IDs: ${ids.join(', ')}`,
  'task-id-invalid': 'Invalid task ID. Task must be referenced by UUID.',
  'task-disabled': 'This task is disabled, so it has no status.',
  'task-not-in-item': "Clicked task not found in item's task list.",
  'task-status-failed': 'Error updating status. Please try again.',
  'tasks-fill-partly-failed': 'Some tasks could not be created. Please check the console for details.',
  'tasks-fill-failed': 'Error creating tasks. Please try again.',
  'tasks-delete-failed': 'Error deleting tasks. Please try again.',
  'rename-failed': 'The new name could not be saved.',
  'reorder-failed': 'The new order could not be saved.',
  'estimate-out-of-range': 'Estimated hours must be between 0 and 999.9',
  'estimate-save-failed': 'The estimate could not be saved.',
  'filter-save-needs-space': 'Unable to save filter: missing user or space information',
  'filter-save-needs-studio': 'Unable to save filter: missing user or studio information',
  'filter-save-failed': 'Failed to save filter',

  // Revisions, comments, uploads
  'time-spent-missing': 'Please select the time spent on this task',
  'time-spent-malformed': "Time spent must look like '2h 30m'.",
  'time-update-failed': 'Failed to update time. Please try again.',
  'revision-create-failed': (message?: string) =>
    message === undefined ? 'Failed to create revision' : `Error: ${message}`,
  'comment-submit-failed': 'Failed to submit comment',
  'comment-edit-failed': 'The comment could not be saved.',
  'here-reference-unknown': (type: string) => `Unknown here-reference type: ${type}`,
  'file-kind-refused': (fileName: string) =>
    `${fileName} is not a file that can be attached. Images, films, sound, documents, archives and scene files can; web pages, programs and files that are not what their name says cannot.`,
  'revision-without-files': (fileName: string) =>
    `${fileName} was not attached. Post again to post the revision without files.`,
  'upload-too-large': (what: string, size: string, limit: string | undefined) =>
    `This ${what} is ${size}; your storage takes ${limit ?? 'less'}.`,
  'upload-failed': (fileName: string) => `Failed to upload ${fileName}`,
  'upload-urls-failed': 'Failed to generate upload URLs',
  'upload-slots-mismatch': 'Mismatch between files and presigned uploads',
  'upload-slot-missing': 'No upload slot returned',
} as const satisfies Record<ErrorCode, Message>

/** Success notices in the specification's words, and how long they stay. */
export const notices = {
  linkCopied: { text: 'Link copied!', milliseconds: 2500 },
  settingsSaved: { text: 'Settings saved.', milliseconds: 3000 },
  filterSaved: { text: 'Filter saved successfully!', milliseconds: 3000 },
} as const
