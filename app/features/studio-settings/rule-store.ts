import { proxy } from 'valtio/vanilla'
import { newId, type StudioId } from '#core/lib/ids.ts'
import type { DryRun } from '#core/rules/dry-run.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** A rule being written, as texts. */
export type RuleDraft = {
  readonly id: string
  readonly name: string
  readonly when: string
  readonly condition: string
  /** One action a line. */
  readonly actions: string
  readonly projectId: string | undefined
  readonly isActive: boolean
}

type RuleState = {
  /** Kept when the settings are closed: whoever opens them again goes on. */
  draft: RuleDraft | undefined
  /** Whose rules they are. */
  studioId: StudioId | undefined
  isSaving: boolean
  /** What a rule was tried to come to. */
  tried: { readonly id: string; readonly result: DryRun } | undefined
  /** All that it would change is shown, not the first few. */
  isWhole: boolean
  /** The rule that is being tried. */
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
  // What was tried is no longer what stands there.
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

/** Begins with a studio's rules, where one left off in it. */
export function openRules(studioId: StudioId): void {
  Object.assign(state, initial(), { studioId, ...(state.studioId === studioId && { draft: state.draft }) })
}
