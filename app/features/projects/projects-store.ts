import { proxy } from 'valtio/vanilla'
import { projectToggleRoles, type ProjectToggleRole } from '#core/access/role-permission.ts'
import type { ProjectId, StudioId } from '#core/lib/ids.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'
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
  /** What the projects of each studio are narrowed to. */
  filters: Readonly<Record<StudioId, Filter>>
}

const emptyDraft: ProjectDraft = {
  name: '',
  isActive: true,
  description: '',
  firstFrame: '',
  followsFileVersions: false,
  allowedRoles: projectToggleRoles,
}

const initial = (): ProjectsState => ({ form: undefined, deleting: undefined, filters: {} })
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

/** What the projects of a studio are narrowed to. */
export function getProjectsFilter(studioId: StudioId | undefined): Filter {
  return (studioId && projectsStore.filters[studioId]) ?? emptyFilter
}

/** Narrows the projects of a studio, until the app is closed. */
export function setProjectsFilter(studioId: StudioId | undefined, filter: Filter): void {
  if (studioId !== undefined) state.filters = { ...state.filters, [studioId]: filter }
}
