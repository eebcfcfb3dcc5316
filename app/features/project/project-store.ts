import type { SpaceLayout } from '#core/schema/spaces.ts'
import { proxy } from 'valtio/vanilla'
import type { ProjectId, SpaceId } from '#core/lib/ids.ts'
import type { PresetKind } from '#core/studios/save-preset.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type SpaceDraft = {
  name: string
  isActive: boolean
  layout: SpaceLayout
  /** The chosen stages and statuses, by kind, in order. */
  chosen: Record<PresetKind, readonly string[]>
}

type ProjectState = {
  /** The project on the page. */
  projectId: ProjectId | undefined
  /** Absent id: a new space. */
  form: { readonly spaceId: SpaceId | undefined; draft: SpaceDraft } | undefined
  deleting: { readonly spaceId: SpaceId; readonly name: string } | undefined
  /** The dialog over the form that adds a stage or status to the studio. */
  adding: PresetKind | undefined
  /** The row of presets whose name is being typed. */
  namingPreset: PresetKind | undefined
}

const initial = (): ProjectState => ({
  projectId: undefined,
  form: undefined,
  deleting: undefined,
  adding: undefined,
  namingPreset: undefined,
})
const state = proxy(initial())

export const projectStore: DeepReadonly<ProjectState> = state

/** Sets the project on the page and closes whatever was open for another one. */
export function showProject(projectId: ProjectId | undefined): void {
  Object.assign(state, { ...initial(), projectId })
}

export function openSpaceForm(spaceId: SpaceId | undefined, draft: SpaceDraft): void {
  state.form = { spaceId, draft: { ...draft, chosen: { ...draft.chosen } } }
}

export function editSpaceDraft(changes: Partial<Omit<SpaceDraft, 'chosen'>>): void {
  if (state.form !== undefined) Object.assign(state.form.draft, changes)
}

export function choose(kind: PresetKind, ids: readonly string[]): void {
  if (state.form !== undefined) state.form.draft.chosen[kind] = ids
}

export function closeSpaceForm(): void {
  state.form = undefined
  state.adding = undefined
  state.namingPreset = undefined
}

export function askToDeleteSpace(space: ProjectState['deleting']): void {
  state.deleting = space
}

export function setAdding(kind: PresetKind | undefined): void {
  state.adding = kind
}

export function setNamingPreset(kind: PresetKind | undefined): void {
  state.namingPreset = kind
}
