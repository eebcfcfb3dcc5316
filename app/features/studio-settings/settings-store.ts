import { proxy } from 'valtio/vanilla'
import type { RoleMatrix } from '#core/domain/role-permission.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { ListedInvite } from '#core/operations/manage-invites.ts'
import type { RemovedMember } from '#core/operations/manage-members.ts'
import type { StageDraft, StatusDraft } from '#core/operations/save-catalogue.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export const settingsTabs = ['studio', 'roles', 'stages', 'status'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** What was changed and not saved; absent where a part is as it was. */
export type SettingsDrafts = {
  name?: string | undefined
  matrix?: RoleMatrix | undefined
  stages?: readonly StageDraft[] | undefined
  statuses?: readonly StatusDraft[] | undefined
}

type SettingsState = {
  isOpen: boolean
  tab: SettingsTab
  /** Whose settings the drafts are. */
  studioId: StudioId | undefined
  drafts: SettingsDrafts
  isSaving: boolean
  /** The member about to be removed. */
  removing: { readonly userId: UserId; readonly name: string } | undefined
  invites: readonly ListedInvite[] | undefined
  /** Whom the person may let in again; undefined until the server was asked. */
  removed: readonly RemovedMember[] | undefined
  /** The link that was just made: it can be read only now. */
  link: string | undefined
}

const initial = (): SettingsState => ({
  isOpen: false,
  tab: 'studio',
  studioId: undefined,
  drafts: {},
  isSaving: false,
  removing: undefined,
  invites: undefined,
  removed: undefined,
  link: undefined,
})
const state = proxy(initial())

export const settingsStore: DeepReadonly<SettingsState> = state

/** Opens on what was left unsaved, unless that was another studio's. */
export function openSettings(studioId: StudioId, tab: SettingsTab = 'studio'): void {
  if (state.studioId !== studioId) Object.assign(state, initial(), { studioId })
  state.tab = tab
  state.isOpen = true
}

export function closeSettings(): void {
  state.isOpen = false
  state.link = undefined
}

export function showTab(tab: SettingsTab): void {
  state.tab = tab
}

/** Takes over changed parts; `undefined` says that one is as it was. */
export function editDrafts(changes: SettingsDrafts): void {
  Object.assign(state.drafts, changes)
}

export function clearDrafts(): void {
  state.drafts = {}
}

export function setSaving(isSaving: boolean): void {
  state.isSaving = isSaving
}

export function askToRemove(member: SettingsState['removing']): void {
  state.removing = member
}

export function showInvites(invites: readonly ListedInvite[]): void {
  state.invites = invites
}

export function showRemoved(removed: readonly RemovedMember[]): void {
  state.removed = removed
}

export function showLink(link: string | undefined): void {
  state.link = link
}
