import { proxy, ref, subscribe } from 'valtio/vanilla'
import { toId, type CommentId, type MediaId, type SpaceId, type TaskId } from '#core/lib/ids.ts'
import { listStored, readStored, writeStored } from '#app/lib/browser-storage.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getDraftFiles, type DraftFileStore } from './draft-file-store.ts'
import {
  emptyDraft,
  isDraftOf,
  isEmptyDraft,
  readDraft,
  writeDraft,
  type Draft,
  type DraftFile,
  type DraftItem,
  type DraftMode,
  type KeptFile,
} from './draft.ts'
import { handOver, openStandIn } from './stand-in.ts'

type ComposerState = {
  /** By task. Held by reference, because drafts carry files; they are replaced, not mutated. */
  readonly drafts: Record<TaskId, Draft>
  /** The comment being edited. */
  editing: CommentId | undefined
  /** Whether the dialog of attached files is open. */
  isAttaching: boolean
}

const state = proxy<ComposerState>({ drafts: {}, editing: undefined, isAttaching: false })

export const composerStore: {
  readonly drafts: Readonly<Record<TaskId, Draft>>
  readonly editing: CommentId | undefined
  readonly isAttaching: boolean
} = state

// One person's drafts must not be visible to the next.
let author = sessionStore.user?.id
const forgetOthers = (): void => {
  if (sessionStore.user?.id === author) return
  author = sessionStore.user?.id
  resetComposer()
}
const isAtOnce = true
subscribe(sessionStore, forgetOthers, isAtOnce)

const keyStart = (): string => `draft_${sessionStore.user?.id ?? ''}_`
const keyOf = (taskId: TaskId): string => keyStart() + taskId

const items = new Map<TaskId, DraftItem>()

/** Records which item the tasks belong to, so that drafts can be found if the tasks are deleted. */
export function setDraftItem(item: DraftItem, taskIds: readonly TaskId[]): void {
  for (const taskId of taskIds) items.set(taskId, item)
}

/** Returns a task's draft, including one from before a reload. */
export function getDraft(taskId: TaskId): Draft {
  return state.drafts[taskId] ?? emptyDraft
}

/** Loads a task's stored draft; its files follow once they have been read. */
export function openDraft(taskId: TaskId): void {
  if (state.drafts[taskId] !== undefined) return
  const draft = readDraft(readStored(keyOf(taskId)))
  state.drafts[taskId] = ref(draft)
  if (draft.keptFiles.length > 0) void takeUpFiles(taskId, draft.keptFiles)
}

/** Loads all stored drafts about an item. */
export function openDraftsOf(place: { readonly spaceId: SpaceId; readonly name: string }): void {
  for (const key of listStored(keyStart())) {
    if (isDraftOf(readDraft(readStored(key)), place)) openDraft(toId<TaskId>(key.slice(keyStart().length)))
  }
}

async function takeUpFiles(taskId: TaskId, kept: readonly KeptFile[]): Promise<void> {
  // If the device returns nothing, there is nothing to show.
  const blobs = await findStore()
    ?.load(kept.map(({ id }) => id))
    .catch(() => undefined)
  const found = kept.flatMap((file) => {
    const blob = blobs?.get(file.id)
    return blob === undefined ? [] : [toDraftFile({ ...file, blob })]
  })
  changeDraft(taskId, { files: [...found, ...getDraft(taskId).files], keptFiles: [] })
}

export function changeDraft(taskId: TaskId, changes: Partial<Draft>): void {
  const before = getDraft(taskId)
  const draft = { ...before, ...changes, item: items.get(taskId) ?? before.item }
  state.drafts[taskId] = ref(draft)
  writeStored(keyOf(taskId), isEmptyDraft(draft) ? undefined : writeDraft(draft))
  if (changes.files !== undefined) keepFiles(before.files, draft.files)
}

/** Stores the bytes of added files on the device, and deletes those of removed ones. */
function keepFiles(before: readonly DraftFile[], after: readonly DraftFile[]): void {
  const store = findStore()
  const added = after.filter(({ id }) => !before.some((file) => file.id === id))
  const gone = before.filter(({ id }) => !after.some((file) => file.id === id))
  // If the device has no room, the file stays attached while the page is open.
  for (const { id, blob } of added) store?.save(id, blob).catch(() => undefined)
  if (gone.length > 0) store?.delete(gone.map(({ id }) => id)).catch(() => undefined)
}

function findStore(): DraftFileStore | undefined {
  const userId = sessionStore.user?.id
  return userId === undefined || typeof indexedDB === 'undefined' ? undefined : getDraftFiles(userId)
}

/** Clears the draft. The next one is a comment: after a revision people talk about it. */
export function clearDraft(taskId: TaskId): void {
  refusals.delete(taskId)
  changeDraft(taskId, emptyDraft)
}

export function addFiles(taskId: TaskId, files: readonly Pick<DraftFile, 'id' | 'name' | 'blob'>[]): void {
  changeDraft(taskId, { files: [...getDraft(taskId).files, ...files.map(toDraftFile)] })
}

function toDraftFile(file: Pick<DraftFile, 'id' | 'name' | 'blob'>): DraftFile {
  return { ...file, sentBytes: 0, isSent: false, error: undefined }
}

// Kept while the page is open: a refused file is mentioned once more if a revision would be posted without files.
const refusals = new Map<TaskId, string>()

export function recordRefusal(taskId: TaskId, fileName: string): void {
  refusals.set(taskId, fileName)
}

/** Returns, once, the name of the file refused last. */
export function takeRefusal(taskId: TaskId): string | undefined {
  const fileName = refusals.get(taskId)
  refusals.delete(taskId)
  return fileName
}

export function removeFile(taskId: TaskId, fileId: MediaId): void {
  changeDraft(taskId, { files: getDraft(taskId).files.filter((file) => file.id !== fileId) })
}

export function startEditing(commentId: CommentId | undefined): void {
  state.editing = commentId
}

export function setAttaching(isAttaching: boolean): void {
  state.isAttaching = isAttaching
}

let picker: HTMLInputElement | undefined

/** Sets the input used to choose files, until the returned function is called. */
export function setFilePicker(next: HTMLInputElement | null): () => void {
  picker = next ?? undefined
  return () => {
    if (picker === next) picker = undefined
  }
}

/** Opens the file dialog. */
export function chooseFiles(): void {
  picker?.click()
}

export const hoursFieldId = (taskId: TaskId): string => `hours-${taskId}`

/** Focuses the first time field if a revision's time is missing. */
export function focusTimeSpent(taskId: TaskId): void {
  document.getElementById(hoursFieldId(taskId))?.focus()
}

let field: HTMLTextAreaElement | undefined
let fieldTask: TaskId | undefined

/** Sets the composer field of a task, until the returned function is called. */
export function setComposerField(taskId: TaskId, next: HTMLTextAreaElement): () => void {
  field = next
  fieldTask = taskId
  if (handOver(taskId, next)) changeDraft(taskId, { isUnseen: false })
  else announceUnseen(taskId)
  return () => {
    if (field === next) field = undefined
  }
}

/** Focuses a task's composer field; a stand-in takes the keys until the field is rendered. */
export function focusComposer(taskId: TaskId): void {
  if (field?.isConnected === true && fieldTask === taskId) return field.focus()
  openDraft(taskId)
  fieldTask = taskId
  // Marked unseen from the first key on: a closing window sends no blur to its focused element.
  const write = (text: string): void => changeDraft(taskId, { text, isUnseen: text.trim() !== '' })
  // Starts a new line: the text before it is not visible yet.
  if (announceUnseen(taskId)) changeDraft(taskId, { text: `${getDraft(taskId).text}\n` })
  const leave = (): void => {
    if (getDraft(taskId).text.trim() !== '') changeDraft(taskId, { isUnseen: true })
  }
  field = openStandIn(taskId, { text: getDraft(taskId).text, write, leave })
}

const mostQuoted = 60

/** Announces, once, that a draft holds text typed before its field existed; returns false if it holds none. */
function announceUnseen(taskId: TaskId): boolean {
  const { text, isUnseen } = getDraft(taskId)
  if (!isUnseen) return false
  changeDraft(taskId, { isUnseen: false })
  const quoted = text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text
  showToast({ text: `What you typed here before is kept in your comment: “${quoted}”`, durationMs: 8000 })
  return true
}

/** Starts a comment or a revision: the next key is its text. */
export function beginToWrite(taskId: TaskId, mode: DraftMode): void {
  openDraft(taskId)
  changeDraft(taskId, { mode })
  focusComposer(taskId)
}

/** Inserts text at the caret, or at the end, with a space between words, and focuses the field. */
export function insertIntoDraft(taskId: TaskId, inserted: string): void {
  const { text } = getDraft(taskId)
  const caret = field !== undefined && field === document.activeElement ? field.selectionEnd : text.length
  const before = text.slice(0, caret)
  const lead = before === '' || /\s$/.test(before) ? before : `${before} `
  const rest = text.slice(caret).trimStart()
  writeDraftText(taskId, { text: `${lead}${inserted} ${rest}`, caret: lead.length + inserted.length + 1 })
}

/** Sets the text and the caret at once: the next key may come before the next render. */
export function writeDraftText(
  taskId: TaskId,
  { text, caret }: { readonly text: string; readonly caret: number },
): void {
  if (field !== undefined) {
    field.focus()
    field.value = text
    field.setSelectionRange(caret, caret)
  }
  changeDraft(taskId, { text })
}

export function resetComposer(): void {
  for (const taskId of Object.keys(state.drafts)) Reflect.deleteProperty(state.drafts, taskId)
  items.clear()
  refusals.clear()
  state.editing = undefined
  state.isAttaching = false
}
