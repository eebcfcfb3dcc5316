import { proxy } from 'valtio/vanilla'
import { projectToggleRoles, type ProjectToggleRole } from '#core/access/role-permission.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type ProjectDraft = {
  name: string
  isActive: boolean
  description: string
  /** As it is typed; empty for 1. */
  firstFrame: string
  followsFileVersions: boolean
  allowedRoles: readonly ProjectToggleRole[]
}

type ProjectsState = {
  /** Absent id: a new project. */
  form: { readonly projectId: ProjectId | undefined; draft: ProjectDraft } | undefined
  deleting: { readonly projectId: ProjectId; readonly name: string } | undefined
}

const emptyDraft: ProjectDraft = {
  name: '',
  isActive: true,
  description: '',
  firstFrame: '',
  followsFileVersions: false,
  allowedRoles: projectToggleRoles,
}

const initial = (): ProjectsState => ({ form: undefined, deleting: undefined })
const state = proxy(initial())

export const projectsStore: DeepReadonly<ProjectsState> = state

export function openProjectForm(projectId?: ProjectId, draft: ProjectDraft = emptyDraft): void {
  state.form = { projectId, draft: { ...draft } }
}

export function editProjectDraft(changes: Partial<ProjectDraft>): void {
  if (state.form !== undefined) Object.assign(state.form.draft, changes)
}

export function closeProjectForm(): void {
  state.form = undefined
}

/** Asks for the name to be typed; absent closes the question. */
export function askToDelete(project: ProjectsState['deleting']): void {
  state.deleting = project
}
