import { proxy } from 'valtio/vanilla'
import type { TimeForm } from '#core/comments/film-moment.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type Theme = 'dark' | 'light'
export type ViewMode = 'compact' | 'wide'
/** The studio's own pages, or those inside a project: each remembers the size of its cards and rows. */
export type ViewPlace = 'studio' | 'project'

/** What the palette shows first: everything, only commands, or the arguments of one command. */
export type PaletteState = {
  readonly mode: 'everything' | 'commands'
  readonly commandId: string | undefined
  /** Arguments of the command that are already given. */
  readonly args?: readonly string[]
  /** The text in the field when it opens. */
  readonly query?: string
}

type UiState = {
  theme: Theme
  viewModes: Record<ViewPlace, ViewMode>
  /** How positions in films are written for this person. */
  timeForm: TimeForm
  palette: PaletteState | undefined
  isShortcutSheetOpen: boolean
  /** What palette commands act on when it is a selection: '8 tasks'. */
  selectionLabel: string | undefined
  /** Forms with unsaved input; the app does not reload while there are any. */
  unsavedForms: number
  /** The first keys of a sequence that waits for its next one. */
  pendingKeys: string | undefined
}

// `theme` is also read by public/theme.js before the first paint; all three names are the specification's.
const THEME_KEY = 'theme'
const TIME_FORM_KEY = 'timeForm'
const viewModeKeys = { studio: 'studioViewMode', project: 'projectViewMode' } as const

const initial = (): UiState => ({
  theme: readStored(THEME_KEY) === 'light' ? 'light' : 'dark',
  viewModes: { studio: readViewMode('studio'), project: readViewMode('project') },
  timeForm: readStored(TIME_FORM_KEY) === 'timecode' ? 'timecode' : 'frame',
  palette: undefined,
  isShortcutSheetOpen: false,
  selectionLabel: undefined,
  unsavedForms: 0,
  pendingKeys: undefined,
})

const state = proxy(initial())

export const uiStore: DeepReadonly<UiState> = state

function setTheme(theme: Theme): void {
  state.theme = theme
  writeStored(THEME_KEY, theme)
}

export function toggleTheme(): void {
  setTheme(state.theme === 'dark' ? 'light' : 'dark')
}

export function toggleTimeForm(): void {
  state.timeForm = state.timeForm === 'frame' ? 'timecode' : 'frame'
  writeStored(TIME_FORM_KEY, state.timeForm)
}

function readViewMode(place: ViewPlace): ViewMode {
  return readStored(viewModeKeys[place]) === 'compact' ? 'compact' : 'wide'
}

export function toggleViewMode(place: ViewPlace): void {
  const next = state.viewModes[place] === 'wide' ? 'compact' : 'wide'
  state.viewModes[place] = next
  writeStored(viewModeKeys[place], next)
}

export function openPalette(palette: Partial<PaletteState> = {}): void {
  state.palette = { mode: 'everything', commandId: undefined, ...palette }
}

export function closePalette(): void {
  state.palette = undefined
}

export function setShortcutSheetOpen(isOpen: boolean): void {
  state.isShortcutSheetOpen = isOpen
}

export function setPendingKeys(keys: string | undefined): void {
  if (state.pendingKeys !== keys) state.pendingKeys = keys
}

export function setSelectionLabel(label: string | undefined): void {
  state.selectionLabel = label
}

/** Marks a form as unsaved until the returned function is called. */
export function holdUnsavedForm(): () => void {
  state.unsavedForms += 1
  return () => {
    state.unsavedForms -= 1
  }
}

export function resetUi(): void {
  Object.assign(state, initial())
}
