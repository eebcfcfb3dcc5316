import type { ErrorCode } from '#core/lib/errors.ts'
import type { notices } from '#core/lib/messages.ts'

/** The test in which a line's message is provoked and read, in the app, on the command line or over the wire. */
type Proof = { readonly file: string; readonly test: string }

/**
 * A line of a catalogue of errors: its document and section, its code in our list, its exact words with `{…}` for
 * variable parts, its proof, and the words as the proof has them if they vary. A line that describes behaviour instead
 * of words names an expectation of its proof, exactly as written there.
 */
export type CatalogueLine = readonly [
  from: `${1 | 2 | 3}.${number}` | typeof ours,
  code: ErrorCode | keyof typeof notices | undefined,
  words: string,
  proof: Proof,
  seen?: string | { readonly expects: string },
]

const ours = 'ours'
const no = 'The server says no'
const proof = (file: string, test: string): Proof => ({ file, test })

const screens = proof(
  'e2e/messages.spec.ts',
  'every message of projects, spaces and settings appears in its exact words',
)
const space = proof('e2e/space-messages.spec.ts', 'every space error of the catalogue appears in its exact words')
const commands = proof('app/shell/command-messages.test.ts', 'when $when, the person reads: $words')
const posts = proof(
  'app/features/task-popup/task-popup-messages.test.tsx',
  '$name, refused with “$answer”, is told as “$text”',
)
const uploads = proof(
  'app/features/uploads/upload-messages.test.tsx',
  'an upload answered with $status and $answer reads: $words',
)
const roles = proof('e2e/messages.spec.ts', 'a refused role change shows the server’s reason')
const fetches = proof('e2e/messages.spec.ts', 'projects and spaces that cannot be loaded show an error and a retry')
const refusedInWords = proof('cli/tasks.cli.test.ts', '%j ends with %i and says: %s')
const answers = proof('core/gateway/wire-error.test.ts', 'a response $status $code reads: $words')
const failures = proof('core/gateway/wire-error.test.ts', 'a call that fails with $name reads: $words')
const inSpace = (test: string) => proof('app/features/space/space-messages.test.tsx', test)
const popup = (test: string) => proof('app/features/task-popup/task-popup.test.tsx', test)
const session = (test: string) => proof('app/shell/session/session-keeper.test.ts', test)

/** Document 1: sign-in, studios, projects, settings, uploads. */
const first: readonly CatalogueLine[] = [
  [
    '1.8',
    'rate-limited',
    'Rate limit exceeded. Please wait {n} seconds before trying again.',
    screens,
    'Rate limit exceeded. Please wait 42 seconds before trying again.',
  ],
  [
    '1.8',
    undefined,
    'uploads: three tries more, a second apart at first',
    proof(
      'core/sync/uploads/upload-queue.test.ts',
      'a failing upload retries three times as specified, then rests and never gives up',
    ),
    { expects: 'expect(world.log).toHaveLength(4)' },
  ],
  [
    '1.8',
    undefined,
    'uploads: a limit of at most a minute is waited for, a longer one is told',
    proof(
      'core/sync/uploads/upload-queue.test.ts',
      'a rate limit is obeyed for as long as it asks, and one over a minute is shown',
    ),
    {
      expects:
        "expect(queue.getEntries()[0]?.error?.message).toBe('Rate limit exceeded. Please wait 90 seconds before trying again.')",
    },
  ],
  ['1.8', undefined, '{message}', screens, no],
  [
    '1.8',
    'studio-create-failed',
    'Failed to create studio. Please try again.',
    proof(
      'app/features/studios/studio-forms.test.tsx',
      "what the server says of a refused studio is shown, or the specification's words",
    ),
  ],
  [
    '1.8',
    'studio-switch-create-failed',
    'Failed to create studio',
    proof(
      'app/features/studios/studio-forms.test.tsx',
      'in the pop-up a studio that cannot be created is told without “try again”',
    ),
  ],
  [
    '1.8',
    'studio-join-failed',
    'Failed to join studio.',
    proof(
      'app/features/studios/studio-forms.test.tsx',
      'where joining fails without a word, the specification has some',
    ),
  ],
  ['1.8', 'invite-link-invalid', 'Invalid invite link', screens],
  [
    '1.8',
    undefined,
    'an invite refused at sign-in is thrown away',
    session('a refused pending invite is forgotten, shown as an error, and does not stop the sign-in'),
    { expects: "expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Invalid invite link'])" },
  ],
  [
    '1.8',
    undefined,
    'a feed that cannot be had: loading stops',
    proof(
      'core/sync/pages.test.ts',
      'an unreachable server is retried with growing waits, and at once when the network is back',
    ),
    { expects: "toMatchObject({ isLoading: false, failure: { code: 'offline' }" },
  ],
  ['1.8', 'invite-token-missing', 'No token returned', screens],
  ['1.8', 'invite-generate-failed', 'Error', commands],
  [
    '1.8',
    'linkCopied',
    'Link copied!',
    proof('e2e/studio-settings.spec.ts', 'somebody invited by link joins, is given a role, archived and removed'),
  ],
  [
    '1.8',
    'status-used-by-tasks',
    'Cannot delete status: {n} tasks are using it',
    screens,
    'Cannot delete status: 3 tasks are using it',
  ],
  [
    '1.8',
    'status-used-by-spaces',
    'Cannot delete status: {n} spaces are using it',
    proof(
      'e2e/studio-settings.spec.ts',
      'a stage or status in use cannot be deleted, and the message says what uses it',
    ),
    'Cannot delete status: 1 spaces are using it',
  ],
  ['1.8', 'statuses-reorder-failed', 'Failed to reorder statuses', screens],
  ['1.8', 'studio-save-no-rows', 'No rows were updated. You might not have permission to modify this studio.', screens],
  [
    '1.8',
    'settings-save-failed',
    'Error saving settings: {message}',
    screens,
    'Error saving settings: No rows were updated. You might not have permission to modify this studio.',
  ],
  [
    '1.8',
    'settingsSaved',
    'Settings saved.',
    proof(
      'e2e/studio-settings.spec.ts',
      'name, role matrix, stages and statuses are saved together and survive a reload',
    ),
  ],
  ['1.8', 'role-update-error', 'Error updating role: {message}', roles, 'Error updating role: Broken'],
  ['1.8', 'role-update-failed', 'Failed to update role: {error}', roles, 'Failed to update role: Not today'],
  ['1.8', 'projects-fetch-failed', 'Failed to fetch projects', fetches],
  ['1.8', 'project-name-missing', 'Please enter a project name', screens],
  ['1.8', 'project-create-failed', 'Failed to create project', screens],
  ['1.8', 'project-update-failed', 'Failed to update project', screens],
  ['1.8', 'project-delete-failed', 'Failed to delete project', screens],
  [
    '1.8',
    'no-active-session',
    'No active session',
    proof('cli/session.cli.test.ts', 'without a sign-in commands say how to sign in, and exit with 4'),
  ],
  ['1.8', 'not-authenticated', 'Not authenticated', uploads],
  ['1.8', 'upload-slots-mismatch', 'Mismatch between files and presigned uploads', uploads],
  ['1.8', 'upload-slot-missing', 'No upload slot returned', uploads],
  [
    '1.8',
    'upload-failed',
    'Failed to upload {file name}',
    proof(
      'e2e/uploads.spec.ts',
      'the list of uploads is opened, read, paused, resumed and cleared by keys, in both themes',
    ),
    'Failed to upload wave.zip',
  ],
  ['1.8', 'upload-urls-failed', 'Failed to generate upload URLs', uploads],
  [
    '1.8',
    undefined,
    'a thumbnail that fails to load is asked for once more, then an icon stands in',
    proof(
      'app/widgets/thumbnail/thumbnail-image.test.tsx',
      'a picture that fails to load is requested once more, then replaced by an icon',
    ),
    { expects: "expect(container.querySelector('svg')).not.toBeNull()" },
  ],
  [
    '1.8',
    'password-weak',
    'The password is too weak: {reasons}.',
    proof('e2e/messages.spec.ts', 'a weak password is refused with the reasons'),
    'The password is too weak: it needs 6 to 72 characters, it needs more kinds of characters.',
  ],
  [
    '1.8',
    'session-not-found',
    'Your session has ended. Please sign in again.',
    session('a session ended by the server keeps drafts and the current address'),
  ],
  ['1.8', 'server-unavailable', 'The server is not available right now.', screens],
  ['1.8', 'token-invalid', 'Your sign-in is not valid. Please sign in again.', screens],
  ['1.8', 'token-expired', 'Your sign-in has expired. Please sign in again.', screens],
]

/** Document 2: spaces, stages and statuses, saved filters, estimates, the timeline. */
const second: readonly CatalogueLine[] = [
  [
    '2.8',
    'thumbnail-upload-failed',
    'Failed to upload thumbnail. Please try again.',
    proof('e2e/projects.spec.ts', 'a thumbnail that fails to upload is reverted with a message'),
  ],
  ['2.8', 'project-not-found', 'Project not found', screens],
  ['2.8', 'studio-not-loaded', 'Studio not loaded', commands],
  ['2.8', 'spaces-fetch-failed', 'Failed to fetch spaces.', fetches],
  ['2.8', 'space-create-failed', 'Failed to create the new space.', screens],
  ['2.8', 'space-settings-load-failed', 'Failed to load space settings', commands],
  [
    '2.8',
    'space-update-failed',
    'Failed to update space: {message}. Check console for details.',
    screens,
    `Failed to update space: ${no}. Check console for details.`,
  ],
  ['2.8', 'stage-create-failed', 'Failed to create stage: {message}', screens, `Failed to create stage: ${no}`],
  ['2.8', 'status-create-failed', 'Failed to create status: {message}', screens, `Failed to create status: ${no}`],
  ['2.8', 'stage-or-status-delete-failed', 'Failed to delete stage or status', screens],
  [
    '2.5',
    'stage-used-by-tasks',
    'Cannot delete stage: {n} tasks are using it',
    screens,
    'Cannot delete stage: 3 tasks are using it',
  ],
  [
    '2.5',
    'stage-used-by-spaces',
    'Cannot delete stage: {n} spaces are using it',
    proof(
      'e2e/studio-settings.spec.ts',
      'a stage or status in use cannot be deleted, and the message says what uses it',
    ),
    'Cannot delete stage: 1 spaces are using it',
  ],
  ['2.8', 'space-name-missing', 'Please enter a space name', screens],
  ['2.8', 'name-missing', 'Please enter a name', commands],
  [
    '2.8',
    'item-exists',
    'This item already exists',
    proof(
      'app/features/space/space-page.test.tsx',
      'refuses a name that its collection has, and offers those that are like it',
    ),
  ],
  ['2.5', 'project-needs-studio', 'Cannot create a project without a studio.', commands],
  ['2.8', 'filter-save-needs-studio', 'Unable to save filter: missing user or studio information', commands],
  ['2.8', 'filter-save-failed', 'Failed to save filter', space],
  ['2.8', 'filterSaved', 'Filter saved successfully!', space],
  ['2.5', 'task-id-invalid', 'Invalid task ID. Task must be referenced by UUID.', refusedInWords],
  [
    '2.5',
    'estimate-out-of-range',
    'Estimated hours must be between 0 and 999.9',
    inSpace('an invalid estimate shows the allowed range'),
  ],
  ['2.5', 'item-ids-invalid', 'Invalid item IDs: {ids}', refusedInWords, 'Invalid item IDs: sh0040, sh0050'],
  [
    '2.8',
    undefined,
    'a move on the timeline that does not hold reverts',
    proof('core/timeline/change-blocks.test.ts', 'a move the server refuses is reverted'),
    { expects: 'expect(timeline.findBlock(block.id)).toEqual(block)' },
  ],
]

/** Document 3: the space, the task popup, the timesheet. */
const third: readonly CatalogueLine[] = [
  ['3.8', 'items-create-failed', 'Error: {message}', space, 'Error: The server said no'],
  [
    '3.8',
    'collection-create-failed',
    'Failed to create collection: {message}',
    space,
    'Failed to create collection: The server said no',
  ],
  ['3.8', 'task-status-failed', 'Error updating status. Please try again.', space],
  [
    '3.8',
    'statuses-missing',
    'No statuses available. Please create a status first.',
    inSpace('cells cannot be filled while the studio has no status'),
  ],
  ['3.8', 'tasks-fill-partly-failed', 'Some tasks could not be created. Please check the console for details.', space],
  ['3.8', 'tasks-fill-failed', 'Error creating tasks. Please try again.', space],
  ['3.8', 'tasks-delete-failed', 'Error deleting tasks. Please try again.', space],
  [
    '3.8',
    'filter-save-needs-space',
    'Unable to save filter: missing user or space information',
    inSpace('the filter of a space that somebody deleted meanwhile is not saved, and that is told'),
  ],
  [
    '3.8',
    'time-update-failed',
    'Failed to update time. Please try again.',
    proof('e2e/messages.spec.ts', 'a refused time entry shows an error, and the timesheet keeps its former state'),
  ],
  ['3.8', 'project-info-missing', 'Missing project information', space],
  ['3.8', 'space-not-found', 'Space not found', space, 'Space not found. Please go back and select a space.'],
  [
    '3.8',
    'space-load-failed',
    'Failed to load space data',
    proof('e2e/space-messages.spec.ts', 'a space that cannot be loaded shows an error and what to do'),
  ],
  [
    '3.8',
    undefined,
    'an invite that is refused leads home',
    session('an invite followed while signed in joins and shows the projects; a refused one leads home'),
    { expects: "expect(bad.address.path).toBe('/')" },
  ],
  [
    '3.8',
    undefined,
    'the callback always leads home',
    session('the auth callback leads home, with a session or without'),
    { expects: "expect(bad.address.path).toBe('/')" },
  ],
  ['3.8', 'estimate-save-failed', 'The estimate could not be saved.', space],
  ['3.8', 'comment-submit-failed', 'Failed to submit comment', posts],
  ['3.8', undefined, '{message}', posts, 'Comments are closed'],
  ['3.8', undefined, 'Error: {message}', posts, 'Error: The task is closed'],
  ['3.8', 'revision-create-failed', 'Failed to create revision', posts],
  [
    '3.8',
    undefined,
    'a popup that cannot be opened closes',
    popup('says what was not found, and leads back'),
    { expects: "expect(screen.queryByRole('dialog')).toBeNull()" },
  ],
  [
    '3.8',
    'task-not-in-item',
    "Clicked task not found in item's task list.",
    popup('says that the task is not among those of the item, which stay to be chosen'),
  ],
  [
    '3.8',
    undefined,
    'an address that fails is asked for anew',
    proof('app/widgets/media-urls.test.ts', 'requests missing URLs again, and URLs that failed'),
    { expects: 'expect(asked).toEqual([ids, [first], [second]])' },
  ],
  [
    '3.8',
    'here-reference-unknown',
    'Unknown here-reference type: {type}',
    popup('a reference of an unknown kind shows a message and is not followed'),
    'Unknown here-reference type: hologram',
  ],
  ['3.8', 'rename-failed', 'The new name could not be saved.', space],
  ['3.8', 'reorder-failed', 'The new order could not be saved.', space],
  [
    '3.8',
    'comment-edit-failed',
    'The comment could not be saved.',
    proof(
      'app/features/task-popup/task-popup-messages.test.tsx',
      'a comment that cannot be edited stays as it was, with a message',
    ),
  ],
  [
    '3.5',
    'collection-missing',
    'Please select or create a collection',
    inSpace('items without a collection are refused in words'),
  ],
  [
    '3.5',
    'item-names-missing',
    'Please enter at least one {illustration/item} name',
    inSpace('in a space of layout %s a form without a name is refused with: %s'),
    'Please enter at least one illustration name',
  ],
  [
    '3.5',
    'time-spent-missing',
    'Please select the time spent on this task',
    popup('a revision without time is refused in the words of the specification'),
  ],
]

/** Messages of our own, for which the specification has no words. */
const own: readonly CatalogueLine[] = [
  [ours, 'offline', 'The server cannot be reached. Try again when the connection is back.', failures],
  [ours, 'timeout', 'The server took too long to answer.', failures],
  [ours, 'cancelled', 'Cancelled.', failures],
  [ours, 'unexpected', 'Something went wrong.', failures],
  [ours, 'invalid-input', 'The server refused the request as invalid.', answers],
  [
    ours,
    'too-long',
    'The {what} is too long. The limit is {limit}.',
    proof('core/gateway/wire-error.test.ts', 'what is too long for $column reads: $words'),
    'The description is too long. The limit is 20,000 characters.',
  ],
  [
    ours,
    'not-of-type',
    '“{text}” is not {what}.',
    proof('core/gateway/wire-error.test.ts', 'a value of another type reads: $words'),
    '“high” is not a whole number.',
  ],
  [ours, 'not-found', 'Not found.', answers],
  [ours, 'permission-denied', 'You do not have permission to do this.', answers],
  [ours, 'conflict', 'This already exists.', answers],
  [ours, 'review-locked', 'This review session is locked: what was judged stays until it is unlocked.', answers],
  [
    ours,
    'review-locked-for-notes',
    'This review session is locked: it takes notes again once it is unlocked.',
    proof(
      'tests/database/reviews.db.test.ts',
      'a locked session refuses notes by every procedure, but a deleted note can be restored',
    ),
  ],
  [
    ours,
    'review-full',
    'A review session has at most 1000 tasks. Start another one for the rest.',
    proof('core/reviews/start-review.test.ts', 'a session of more than a thousand tasks is refused with a message'),
  ],
  [
    ours,
    'password-wrong',
    'This is not your current password.',
    proof(
      'app/features/user-settings/password-panel.test.tsx',
      'a refusal appears at its field, keeps what was typed, and disappears afterwards',
    ),
  ],
  [ours, 'email-domain-refused', 'This e-mail address is not allowed to sign in here.', answers],
  [
    ours,
    'changed-by-someone-else',
    'Someone else changed this in the meantime. Your change was not applied.',
    proof(
      'e2e/space-live.spec.ts',
      'a change by somebody else appears live, and an undo that conflicts with it leaves it and says so',
    ),
  ],
  [
    ours,
    'change-unreadable',
    '“{what}” was kept in a form that cannot be read, and was not sent.',
    proof('core/sync/outbox.test.ts', 'an entry $what is set aside with its name, never sent, and blocks no other'),
    '“Rename item” was kept in a form that cannot be read, and was not sent.',
  ],
  [
    ours,
    'studio-name-missing',
    'Please enter a studio name',
    proof('tests/database/studio-procedures.db.test.ts', 'requires a name'),
  ],
  [ours, 'studio-id-invalid', 'Invalid studio ID. Studio must be referenced by UUID.', refusedInWords],
  [ours, 'status-id-invalid', 'Invalid status ID. Status must be referenced by UUID.', refusedInWords],
  [
    ours,
    'space-config-incomplete',
    'Please select at least one stage and one status',
    proof(
      'tests/database/catalogue-procedures.db.test.ts',
      'must include one of each, of the same studio, set by a role that may change them',
    ),
  ],
  [ours, 'preset-incomplete', 'Please enter a preset name and select at least one item', commands],
  [
    ours,
    'task-disabled',
    'This task is disabled, so it has no status.',
    inSpace('a disabled task refuses a status with a message'),
  ],
  [
    ours,
    'time-spent-malformed',
    "Time spent must look like '2h 30m'.",
    proof('cli/publish.cli.test.ts', 'revision upload %j ends with %i and says: %s'),
  ],
  [
    ours,
    'upload-too-large',
    'This {what} is {size}; your storage takes {limit}.',
    proof('core/gateway/supabase-storage.test.ts', 'a film above the storage’s limit is refused with that limit: $way'),
    'This film is 82 MB; your storage takes 50 MB.',
  ],
  // The file's name is inserted where the test reads it.
  [
    ours,
    'file-kind-refused',
    '{file name} is not a file that can be attached. Images, films, sound, documents, archives and scene files can; web pages, programs and files that are not what their name says cannot.',
    proof('e2e/uploads-unsafe.spec.ts', 'a file that claims to be a picture but is a page is rejected'),
    '${name} is not a file that can be attached. Images, films, sound, documents, archives and scene files can; web pages, programs and files that are not what their name says cannot.',
  ],
  [
    ours,
    'revision-without-files',
    '{file name} was not attached. Post again to post the revision without files.',
    proof('e2e/uploads-unsafe.spec.ts', 'a file that claims to be a picture but is a page is rejected'),
    '${name} was not attached. Post again to post the revision without files.',
  ],
]

/** All lines of the three documents' error catalogues, and our own messages. */
export const errorCatalogue: readonly CatalogueLine[] = [...first, ...second, ...third, ...own]
