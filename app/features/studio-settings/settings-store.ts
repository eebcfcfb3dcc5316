import { proxy, ref } from 'valtio/vanilla'
import type { KindPlan } from '#core/fields/change-kind.ts'
import type { RoleMatrix } from '#core/access/role-permission.ts'
import type { FieldId, ItemKindId, StudioId, UserId } from '#core/lib/ids.ts'
import type { StageDraft, StatusDraft } from '#core/studios/save-catalogue.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export const settingsTabs = ['studio', 'roles', 'stages', 'status', 'kinds', 'fields', 'rules', 'reports'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The unsaved changes; parts without changes are undefined. */
export type SettingsDrafts = {
  name?: string | undefined
  matrix?: RoleMatrix | undefined
  stages?: readonly StageDraft[] | undefined
  statuses?: readonly StatusDraft[] | undefined
}

type SettingsState = {
  isOpen: boolean
  tab: SettingsTab
  /** The studio of the drafts. */
  studioId: StudioId | undefined
  drafts: SettingsDrafts
  isSaving: boolean
  /** The new number of days to keep events, while dropping some is being confirmed. */
  forgetting: number | undefined
  /** The member whose removal is being confirmed. */
  removing: { readonly userId: UserId; readonly name: string } | undefined
  /** The field open for editing. */
  fieldId: FieldId | undefined
  /** What changing a field's kind would do, until confirmed. */
  kindPlan: KindPlan | undefined
  /** The kind of items open for editing. */
  kindId: ItemKindId | undefined
  /** The newly made link, which can be read only now. */
  link: string | undefined
}

const initial = (): SettingsState => ({
  isOpen: false,
  tab: 'studio',
  studioId: undefined,
  drafts: {},
  isSaving: false,
  forgetting: undefined,
  removing: undefined,
  fieldId: undefined,
  kindPlan: undefined,
  kindId: undefined,
  link: undefined,
})
const state = proxy(initial())

export const settingsStore: DeepReadonly<SettingsState> = state

/** Shows what changing a field's kind would do. */
export function setKindPlan(plan: KindPlan | undefined): void {
  state.kindPlan = plan && ref(plan)
}

/** Opens the settings with the unsaved changes, if they are of the same studio. */
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

/** Sets changed parts; `undefined` marks one as unchanged. */
export function editDrafts(changes: SettingsDrafts): void {
  Object.assign(state.drafts, changes)
}

export function clearDrafts(): void {
  state.drafts = {}
}

/** Opens a field for editing, or closes it. */
export function openField(id: FieldId): void {
  state.fieldId = state.fieldId === id ? undefined : id
}

/** Opens a kind of items for editing, or closes it. */
export function openKind(id: ItemKindId): void {
  state.kindId = state.kindId === id ? undefined : id
}

export function setSaving(isSaving: boolean): void {
  state.isSaving = isSaving
}

export function askToForget(days: number | undefined): void {
  state.forgetting = days
}

export function askToRemove(member: SettingsState['removing']): void {
  state.removing = member
}

export function showLink(link: string | undefined): void {
  state.link = link
}
