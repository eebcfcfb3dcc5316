import { proxy, ref } from 'valtio/vanilla'
import type { CommentId, MediaId, TaskId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { emptyDraft, isEmptyDraft, readDraft, writeDraft, type Draft, type DraftFile } from './draft.ts'

type ComposerState = {
  /** By task. Rows are replaced, and held as they are: they carry files. */
  readonly drafts: Record<TaskId, Draft>
  /** The comment whose text is being changed. */
  editing: CommentId | undefined
}

const state = proxy<ComposerState>({ drafts: {}, editing: undefined })

export const composerStore: {
  readonly drafts: Readonly<Record<TaskId, Draft>>
  readonly editing: CommentId | undefined
} = state

const keyOf = (taskId: TaskId): string => `draft_${sessionStore.user?.id ?? ''}_${taskId}`

/** What somebody has begun to write to a task, also before a reload; its files only since then. */
export function getDraft(taskId: TaskId): Draft {
  return state.drafts[taskId] ?? emptyDraft
}

/** Takes up what was kept of a task's draft. */
export function openDraft(taskId: TaskId): void {
  if (state.drafts[taskId] === undefined) state.drafts[taskId] = ref(readDraft(readStored(keyOf(taskId))))
}

export function changeDraft(taskId: TaskId, changes: Partial<Draft>): void {
  const draft = { ...getDraft(taskId), ...changes }
  state.drafts[taskId] = ref(draft)
  writeStored(keyOf(taskId), isEmptyDraft(draft) ? undefined : writeDraft(draft))
}

/** Starts anew, in the mode it was in. */
export function clearDraft(taskId: TaskId): void {
  changeDraft(taskId, { ...emptyDraft, mode: getDraft(taskId).mode })
}

export function addFiles(taskId: TaskId, files: readonly Pick<DraftFile, 'id' | 'name' | 'blob'>[]): void {
  const added = files.map((file): DraftFile => ({ ...file, sentBytes: 0, isSent: false, error: undefined }))
  changeDraft(taskId, { files: [...getDraft(taskId).files, ...added] })
}

export function changeFile(taskId: TaskId, fileId: MediaId, changes: Partial<DraftFile>): void {
  changeDraft(taskId, {
    files: getDraft(taskId).files.map((file) => (file.id === fileId ? { ...file, ...changes } : file)),
  })
}

export function removeFile(taskId: TaskId, fileId: MediaId): void {
  changeDraft(taskId, { files: getDraft(taskId).files.filter((file) => file.id !== fileId) })
}

export function startEditing(commentId: CommentId | undefined): void {
  state.editing = commentId
}

let field: HTMLTextAreaElement | undefined

/** Says which field the composer writes in, until the answer is called. */
export function setComposerField(next: HTMLTextAreaElement | null): () => void {
  field = next ?? undefined
  return () => {
    if (field === next) field = undefined
  }
}

export function focusComposer(): void {
  field?.focus()
}

/** Writes where the caret is, or at the end, with a space between words; the field gets the focus. */
export function insertIntoDraft(taskId: TaskId, inserted: string): void {
  const { text } = getDraft(taskId)
  const caret = field !== undefined && field === document.activeElement ? field.selectionEnd : text.length
  const before = text.slice(0, caret)
  const lead = before === '' || /\s$/.test(before) ? before : `${before} `
  const rest = text.slice(caret).trimStart()
  writeDraftText(taskId, { text: `${lead}${inserted} ${rest}`, caret: lead.length + inserted.length + 1 })
}

/** Sets the text and the caret in one go: the next key may come before the next drawing. */
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
  state.editing = undefined
}
