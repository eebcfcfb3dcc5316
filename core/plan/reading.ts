import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'

/** What a word of a sentence can name. */
export const thingKinds = ['project', 'space', 'collection', 'item', 'stage', 'status', 'person'] as const
export type ThingKind = (typeof thingKinds)[number]

/**
 * Something of the studio that has a name; `within` are the ids of the places it lies in, the nearest first, `aliases` what else it is
 * called: a code, a slug, an address.
 */
export type Thing = {
  readonly kind: ThingKind
  readonly id: string
  readonly name: string
  readonly within: readonly string[]
  readonly aliases?: readonly string[]
}

/** What values lie in: more or less than something, with or without it; an end that is absent is open. */
export type Bounds = { readonly [name in BoundName]?: number | CalendarDate }
export type BoundName = 'over' | 'least' | 'under' | 'most'

/**
 * One condition on tasks. Conditions of one kind, or of one field, are alternatives, kinds all have to hold, and `isNot` ones must
 * not.
 */
export type Term = { readonly isNot: boolean } & (
  | { readonly kind: ThingKind; readonly things: readonly Thing[] }
  | { readonly kind: 'due'; readonly date: CalendarDate | undefined }
  | { readonly kind: 'priority'; readonly value: number }
  | { readonly kind: 'late' | 'unassigned' | 'all' }
  /** A field of the studio's own, with any of some values; absent for none. `text` are the values in words. */
  | {
      readonly kind: 'own'
      readonly own: FieldDefinition
      readonly values: readonly (FieldValue | undefined)[]
      readonly text: string
    }
  /** More, less or between: of the due date, the estimate or a field of the studio's own. `text` says it in words. */
  | {
      readonly kind: 'bounds'
      readonly of: 'dueDate' | 'estimatedHours' | FieldDefinition
      readonly bounds: Bounds
      readonly text: string
    }
  /** Conditions that leave out together: the compositing of one sequence. */
  | { readonly kind: 'together'; readonly terms: readonly Term[] }
)

/** The group whose conditions are alternatives: of a kind, or of one of the studio's own fields. Bounds all hold, each for itself. */
export function groupOf(term: Term): string {
  if (term.kind === 'bounds') return `bounds ${typeof term.of === 'object' ? term.of.id : term.of} ${term.text}`
  return term.kind === 'own' ? `own ${term.own.id}` : term.kind
}

/** One thing done to every task. Hours are hours of work, eight a day; absent takes the value away. */
export type Action =
  | { readonly field: 'statusId'; readonly to: Thing }
  | { readonly field: 'assigneeId'; readonly to: Thing | undefined }
  /** `daysAhead` where it was said as so many days from today. */
  | { readonly field: 'dueDate'; readonly to: CalendarDate | undefined; readonly daysAhead?: number }
  /** Each due date so many days later, or earlier when negative. */
  | { readonly field: 'push'; readonly days: number }
  | { readonly field: 'estimatedHours'; readonly to: number | undefined }
  | { readonly field: 'priority'; readonly to: number }
  | { readonly field: 'comment'; readonly to: string }
  /** A field of the studio's own, of the task or of its item; `text` is the value in words. */
  | {
      readonly field: 'own'
      readonly own: FieldDefinition
      readonly value: FieldValue | undefined
      readonly text: string
    }

/** What is done to one task: a day and not by how much. */
export type Change = Exclude<Action, { readonly field: 'push' }>

/** What an action sets, of which a sentence sets each once. */
export function setOf(action: Action): string {
  if (action.field === 'push') return 'dueDate'
  return action.field === 'own' ? `own ${action.own.id}` : action.field
}

/** One way to mean a word: what a person is shown, and what to write in its place. */
export type Choice = { readonly label: string; readonly text: string }

/** Why a sentence changes nothing yet. `start` and `end` are places in the sentence. */
export type Problem = { readonly start: number; readonly end: number; readonly word: string } & (
  | { readonly kind: 'unknown'; readonly suggestion: string | undefined }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** What stands after a field and is none of its values; `text` says why. */
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'no-tasks' | 'no-action' | 'nowhere' }
)

/** A part of the sentence that was understood: which tasks, or what becomes of them. */
export type ReadWord = { readonly start: number; readonly end: number; readonly kind: 'subject' | 'action' }

/** A sentence as it was understood; with a problem it changes nothing. */
export type Reading = {
  /** Which tasks; none for the cells selected. */
  readonly terms: readonly Term[]
  readonly actions: readonly Action[]
  readonly problems: readonly Problem[]
  /** Where the understood words stand, for a field that shows them. */
  readonly words: readonly ReadWord[]
}
