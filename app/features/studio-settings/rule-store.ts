import { proxy } from 'valtio/vanilla'
import { newId, type StudioId } from '#core/lib/ids.ts'
import type { DryRun } from '#core/rules/dry-run.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** A rule being edited, as texts. */
export type RuleDraft = {
  readonly id: string
  readonly name: string
  readonly when: string
  readonly condition: string
  /** One action per line. */
  readonly actions: string
  readonly projectId: string | undefined
  readonly isActive: boolean
}

type RuleState = {
  /** Kept when the settings close, so that editing continues when they open again. */
  draft: RuleDraft | undefined
  /** The studio of the rules. */
  studioId: StudioId | undefined
  isSaving: boolean
  /** The result of the last dry run. */
  tried: { readonly id: string; readonly result: DryRun } | undefined
  /** Whether all changes are listed, not just the first few. */
  isWhole: boolean
  /** The rule whose dry run is in progress. */
  trying: string | undefined
}

const initial = (): RuleState => ({
  draft: undefined,
  studioId: undefined,
  isSaving: false,
  tried: undefined,
  isWhole: false,
  trying: undefined,
})
const state = proxy(initial())

export const ruleStore: DeepReadonly<RuleState> = state

export function openDraft(draft: Partial<RuleDraft> = {}): void {
  const empty = { id: newId(), name: '', when: '', condition: '', actions: '', projectId: undefined, isActive: false }
  state.draft = { ...empty, ...draft }
  state.tried = undefined
}

export function editDraft(changes: Partial<RuleDraft>): void {
  if (state.draft === undefined) return
  state.draft = { ...state.draft, ...changes }
  // The dry run was of the text before this change.
  if (state.tried?.id === state.draft.id) state.tried = undefined
}

export function closeDraft(): void {
  state.draft = undefined
}

export function setSavingRule(isSaving: boolean): void {
  state.isSaving = isSaving
}

export function setTrying(id: string | undefined): void {
  state.trying = id
}

export function showTried(tried: RuleState['tried']): void {
  state.tried = tried
  state.isWhole = false
}

export function showAllTried(): void {
  state.isWhole = true
}

/** Opens a studio's rules, with the draft left there. */
export function openRules(studioId: StudioId): void {
  Object.assign(state, initial(), { studioId, ...(state.studioId === studioId && { draft: state.draft }) })
}
