import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { ItemFlags } from '#core/schema/item-flags.ts'

/** What a rule waits for. */
export const triggerKinds = [
  'status_changed',
  'revision_posted',
  'comment_posted',
  'field_changed',
  'date_reached',
  'all_of_group',
] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** When a rule answers; ids, so that a renamed status stays the one that was meant. */
export type RuleTrigger = {
  readonly kind: TriggerKind
  /** The status a task becomes: its id, or `done` for each that counts as done. */
  readonly status?: string
  /** Of this stage's tasks alone. */
  readonly stage?: string
  /** The field that changes. */
  readonly key?: string
  /** Only what a guest wrote: somebody whose role is viewer, as clients have it. */
  readonly by?: 'guest'
  /** So many days before the due date. */
  readonly days?: number
  /** Whose tasks are all, or as the first, done. */
  readonly group?: 'item' | 'collection'
  readonly how?: 'all' | 'any'
}

/** Whom an action means: whoever the task is given to, posted its newest revision, or has the next stage; an id. */
export type RulePerson = 'assignee' | 'artist' | 'next' | 'owners' | (string & {})

/**
 * What a rule does. `on` is the task it is about, the next stage's, all of the item's, or a stage by its id; of a field of items,
 * the item it is about, its sequence or its episode.
 */
export type RuleAction =
  | { readonly do: 'set_status'; readonly status: string; readonly on: 'this' | 'next' | 'all' | (string & {}) }
  /** As `set_status` on the next, where nobody has begun it. */
  | { readonly do: 'start_next'; readonly status: string }
  | { readonly do: 'assign'; readonly who: RulePerson | 'nobody'; readonly on: 'this' | 'next' }
  | {
      readonly do: 'set_field'
      readonly key: string
      readonly value: FieldValue | null
      readonly on: 'this' | 'next' | 'all' | 'sequence' | 'episode' | (string & {})
    }
  | { readonly do: 'notify'; readonly who: readonly RulePerson[]; readonly text: string }
  | { readonly do: 'comment'; readonly text: string }
  | { readonly do: 'call'; readonly webhook: string }

/** What a rule is, without who has it: what is tried before it is saved. */
export type RuleText = {
  readonly name: string
  readonly trigger: RuleTrigger
  /** An expression; each event where empty. */
  readonly condition: string
  readonly actions: readonly RuleAction[]
}

/** An event as rules see it. */
export type RuleEvent = {
  readonly seq: number
  readonly at: string
  readonly kind: string
  readonly old: Readonly<Record<string, unknown>>
  readonly new: Readonly<Record<string, unknown>>
  readonly actor: { readonly kind: string; readonly name: string; readonly id?: string }
  readonly names: Readonly<Record<string, string>>
  readonly project_id?: string
  readonly item_id?: string
  readonly task_id?: string
  readonly thing_id?: string
  readonly depth: number
}

/** One change that a rule comes to. The database does these, each by the procedure that people's changes go by. */
export type RuleChange =
  | { readonly do: 'set_status'; readonly taskId: string; readonly statusId: string }
  | { readonly do: 'assign'; readonly taskId: string; readonly userId: string | null }
  | { readonly do: 'set_field'; readonly itemId: string; readonly key: string; readonly value: FieldValue | null }
  | { readonly do: 'set_field'; readonly taskId: string; readonly key: string; readonly value: FieldValue | null }
  | { readonly do: 'notify'; readonly taskId: string; readonly userIds: readonly string[]; readonly text: string }
  | { readonly do: 'comment'; readonly taskId: string; readonly text: string }
  | { readonly do: 'call'; readonly webhookId: string }

/** What rules decide upon, as `get_rule_history` and `claim_rule_events` answer it. */
export type RuleRows = {
  readonly statuses: readonly RuleStatus[]
  readonly stages: readonly { readonly id: string; readonly name: string }[]
  /** The studio's kinds of items. */
  readonly kinds: readonly { readonly id: string; readonly name: string }[]
  readonly fields: readonly RuleField[]
  readonly people: readonly { readonly id: string; readonly name: string; readonly role: string }[]
  readonly webhooks: readonly { readonly id: string; readonly name: string }[]
  readonly items: readonly RuleItem[]
  readonly tasks: readonly RuleTask[]
}
export type RuleStatus = {
  readonly id: string
  readonly name: string
  readonly shortCode: string
  readonly isDone: boolean
  readonly isDefault: boolean
}
export type RuleField = {
  readonly id: string
  readonly of: 'item' | 'task'
  readonly key: string
  readonly name: string
  readonly kind: string
  readonly unit: string
  readonly options: readonly { readonly id: string; readonly name: string; readonly color: string }[]
}
export type RuleItem = ItemFlags & {
  readonly id: string
  readonly projectId: string
  readonly collectionId: string
  readonly spaceId: string
  readonly space: string
  readonly collection: string
  /** That of its collection, where its space holds several. */
  readonly episode: string | null
  readonly name: string
  readonly type: string
  /** What its kind is called; null where it has none. */
  readonly kind: string | null
  readonly fields: Readonly<Record<string, unknown>>
}
export type RuleTask = {
  /** Empty where nothing is done to it: it only stands beside what rules were asked about. */
  readonly id: string
  readonly itemId: string
  readonly stageId: string
  readonly statusId: string
  readonly assigneeId: string | null
  readonly artistId: string | null
  readonly dueDate: CalendarDate | null
  readonly priority: number
  readonly isDisabled: boolean
  readonly fields: Readonly<Record<string, unknown>>
}
