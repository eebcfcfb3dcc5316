import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import { projectToggleRoles, type ProjectToggleRole } from '#core/access/role-permission.ts'
import type { ProjectId, StudioId } from '#core/lib/ids.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'
import { parseProjectFilter, toSavedProjectFilter } from '#core/items/saved-filter.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { clientStore } from '#app/stores/client-store.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type ProjectDraft = {
  name: string
  isActive: boolean
  description: string
  /** As typed; empty means 1. */
  firstFrame: string
  followsFileVersions: boolean
  allowedRoles: readonly ProjectToggleRole[]
}

type ProjectsState = {
  /** Absent id: a new project. */
  form: { readonly projectId: ProjectId | undefined; draft: ProjectDraft } | undefined
  deleting: { readonly projectId: ProjectId; readonly name: string } | undefined
  /** The projects filters, by the key that the browser stores them under. */
  filters: Readonly<Record<string, Filter>>
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

/** Opens the question that asks for the project's name; undefined closes it. */
export function askToDelete(project: ProjectsState['deleting']): void {
  state.deleting = project
}

/** Returns the filter of a studio's projects, at first as this person left it in this browser. */
export function getProjectsFilter(studioId: StudioId | undefined): Filter {
  const key = keyOf(studioId)
  return key === undefined ? emptyFilter : (projectsStore.filters[key] ?? readKept(key))
}

/** Filters a studio's projects and stores the filter for the next visit. */
export function setProjectsFilter(studioId: StudioId | undefined, filter: Filter): void {
  const key = keyOf(studioId)
  if (key === undefined) return
  state.filters = { ...state.filters, [key]: filter }
  writeStored(key, filter.length === 0 ? undefined : JSON.stringify(toSavedProjectFilter(filter)))
}

/** Resets what is not stored; for tests. */
export function resetProjects(): void {
  Object.assign(state, initial())
}

// Includes the person, since a computer may be shared.
function keyOf(studioId: StudioId | undefined): string | undefined {
  const userId = clientStore.get().client?.userId
  return studioId === undefined || userId === undefined ? undefined : `projectsFilter_${studioId}_${userId}`
}

let known: { readonly text: string; readonly filter: Filter } = { text: '', filter: emptyFilter }

/** Returns the stored filter; the same object until the stored text changes. */
function readKept(key: string): Filter {
  const text = readStored(key) ?? ''
  if (text !== known.text) known = { text, filter: parseProjectFilter(parseJson(text)) ?? emptyFilter }
  return known.filter
}
