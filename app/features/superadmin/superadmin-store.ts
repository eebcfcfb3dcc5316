import { proxy, ref } from 'valtio/vanilla'
import type { TemplateKind, TemplateLibrary } from '#core/studios/template-library.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** The library of one kind; undefined until loaded. */
type KindState = { library: TemplateLibrary | undefined; selectedId: string | undefined }

type SuperadminState = {
  kind: TemplateKind
  stage: KindState
  status: KindState
  error: string | undefined
  /** Whether changes are being saved. */
  isSaving: boolean
  renamingId: string | undefined
  deletingId: string | undefined
  /** The stage or status to delete from all templates once confirmed. */
  deletingTagId: string | undefined
  /** The tag being moved by keyboard or pointer, and its new index. */
  moving: { readonly id: string; readonly index: number } | undefined
}

const nothing = (): KindState => ({ library: undefined, selectedId: undefined })
const state = proxy<SuperadminState>({
  kind: 'stage',
  stage: nothing(),
  status: nothing(),
  error: undefined,
  isSaving: false,
  renamingId: undefined,
  deletingId: undefined,
  deletingTagId: undefined,
  moving: undefined,
})

export const superadminStore: DeepReadonly<SuperadminState> = state

export function showKind(kind: TemplateKind): void {
  Object.assign(state, { kind, renamingId: undefined, moving: undefined })
}

/** Shows a library; selects its first template unless the selected one is still there. */
export function showLibrary(kind: TemplateKind, library: TemplateLibrary): void {
  const { selectedId } = state[kind]
  const isThere = library.templates.some(({ id }) => id === selectedId)
  state[kind] = { library: ref(library), selectedId: isThere ? selectedId : library.templates[0]?.id }
  state.error = undefined
}

export function selectTemplate(id: string | undefined): void {
  state[state.kind].selectedId = id
}

export function showLoadError(text: string): void {
  state.error = text
}

export function setSaving(isSaving: boolean): void {
  state.isSaving = isSaving
}

export function renameInPlace(id: string | undefined): void {
  state.renamingId = id
}

export function askToDelete(id: string | undefined): void {
  state.deletingId = id
}

export function askToDeleteTag(id: string | undefined): void {
  state.deletingTagId = id
}

export function moveTag(moving: SuperadminState['moving']): void {
  state.moving = moving
}
