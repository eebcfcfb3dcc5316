import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'

/** The kinds of things that words can name. */
export const thingKinds = ['project', 'space', 'collection', 'item', 'stage', 'status', 'person'] as const
export type ThingKind = (typeof thingKinds)[number]

/**
 * Something in the studio with a name. `within` are the ids of its places, nearest first; `aliases` are its other
 * names: a code, a slug, an address.
 */
export type Thing = {
  readonly kind: ThingKind
  readonly id: string
  readonly name: string
  readonly within: readonly string[]
  readonly aliases?: readonly string[]
}

/** Limits on a value, exclusive (`over`, `under`) or inclusive (`least`, `most`); an absent end is open. */
export type Bounds = { readonly [name in BoundName]?: number | CalendarDate }
export type BoundName = 'over' | 'least' | 'under' | 'most'

/**
 * One condition on tasks. Conditions of the same kind or field are alternatives; all kinds must match, and those with
 * `isNot` must not.
 */
export type Term = {
  readonly isNot: boolean
  /** Set if it comes with the action, as in `unassign jonas`: it narrows the selected tasks and names no others. */
  readonly isOfAction?: true
} & (
  | { readonly kind: ThingKind; readonly things: readonly Thing[] }
  | { readonly kind: 'due'; readonly date: CalendarDate | undefined }
  | { readonly kind: 'priority'; readonly value: number }
  | { readonly kind: 'late' | 'unassigned' | 'all' }
  /** One of the studio's own fields with any of some values; undefined means empty. `text` is the values in words. */
  | {
      readonly kind: 'own'
      readonly own: FieldDefinition
      readonly values: readonly (FieldValue | undefined)[]
      readonly text: string
    }
  /**
   * Over, under or between: of the due date, the estimate or one of the studio's own fields. `text` puts it in words.
   */
  | {
      readonly kind: 'bounds'
      readonly of: 'dueDate' | 'estimatedHours' | FieldDefinition
      readonly bounds: Bounds
      readonly text: string
    }
  /** Conditions that leave out only what matches all of them: the compositing of one sequence. */
  | { readonly kind: 'together'; readonly terms: readonly Term[] }
)

/** Tells whether conditions name no tasks, so that the selected ones are meant. */
export function areOfSelection(terms: readonly Term[]): boolean {
  return terms.every(({ isNot, isOfAction }) => isNot || isOfAction === true)
}

/**
 * Returns the group within which conditions are alternatives: a kind, or one of the studio's own fields. Each bound is
 * its own group.
 */
export function groupOf(term: Term): string {
  if (term.isOfAction === true) return 'unassigned people'
  if (term.kind === 'bounds') return `bounds ${typeof term.of === 'object' ? term.of.id : term.of} ${term.text}`
  return term.kind === 'own' ? `own ${term.own.id}` : term.kind
}

/**
 * One change to every task. Hours are work hours, eight a day; undefined clears the value. `isWorkdays` if a number of
 * days counts working days only.
 */
export type Action =
  | { readonly field: 'statusId'; readonly to: Thing }
  | { readonly field: 'assigneeId'; readonly to: Thing | undefined }
  /** `daysAhead` if given as a number of days from today, `workdaysAhead` if as one of working days. */
  | {
      readonly field: 'dueDate'
      readonly to: CalendarDate | undefined
      readonly daysAhead?: number
      readonly workdaysAhead?: number
    }
  /** Moves each due date by a number of days, earlier if negative. */
  | { readonly field: 'push'; readonly days: number; readonly isWorkdays?: true }
  | { readonly field: 'estimatedHours'; readonly to: number | undefined }
  | { readonly field: 'priority'; readonly to: number }
  | { readonly field: 'comment'; readonly to: string }
  /** One of the studio's own fields, of the task or its item; `text` is the value in words. */
  | {
      readonly field: 'own'
      readonly own: FieldDefinition
      readonly value: FieldValue | undefined
      readonly text: string
    }
  /** Adds to each value of one of the studio's own dates, in days, or numbers; less than zero goes back. */
  | { readonly field: 'shift'; readonly own: FieldDefinition; readonly by: number; readonly isWorkdays?: true }

/** A number of days, counting working days only if so said. */
export type DayCount = { readonly days: number; readonly isWorkdays?: boolean | undefined }

/** A change to one task: what an action adds to the task's own value is worked out. */
export type Change = Exclude<Action, { readonly field: 'push' | 'shift' }>

/** Returns what an action sets; a sentence sets each only once. */
export function setOf(action: Action): string {
  if (action.field === 'push') return 'dueDate'
  return 'own' in action ? `own ${action.own.id}` : action.field
}

/** One meaning of a word: what a person is shown, and what to write in its place. */
export type Choice = { readonly label: string; readonly text: string }

/** Why a sentence changes nothing yet. `start` and `end` are positions in the sentence. */
export type Problem = { readonly start: number; readonly end: number; readonly word: string } & (
  | { readonly kind: 'unknown'; readonly suggestion: string | undefined }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** Words after a field that are none of its values; `text` says why. */
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'no-tasks' | 'no-action' | 'nowhere' }
)

/** A part of the sentence that was understood: which tasks, or what changes. */
export type ReadWord = { readonly start: number; readonly end: number; readonly kind: 'subject' | 'action' }

/** A sentence as understood; with a problem it changes nothing. */
export type Reading = {
  /** Which tasks; empty for the selected cells. */
  readonly terms: readonly Term[]
  readonly actions: readonly Action[]
  readonly problems: readonly Problem[]
  /** Positions of the understood words, for highlighting. */
  readonly words: readonly ReadWord[]
}
