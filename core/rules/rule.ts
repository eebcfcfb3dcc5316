import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { ItemFlags } from '#core/schema/item-flags.ts'

/** The kinds of triggers. */
export const triggerKinds = [
  'status_changed',
  'revision_posted',
  'comment_posted',
  'field_changed',
  'date_reached',
  'all_of_group',
] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** When a rule runs; holds ids, so that renaming a status does not change it. */
export type RuleTrigger = {
  readonly kind: TriggerKind
  /** The status that a task changes to: an id, or `done` for every status that counts as done. */
  readonly status?: string
  /** Limits it to tasks of this stage. */
  readonly stage?: string
  /** The key of the field that changes. */
  readonly key?: string
  /** Only comments by guests: people whose role is viewer, as clients have it. */
  readonly by?: 'guest'
  /** The number of days before the due date. */
  readonly days?: number
  /** The group of which all tasks, or the first, must be done. */
  readonly group?: 'item' | 'collection'
  readonly how?: 'all' | 'any'
}

/** Whom an action refers to: the assignee, whoever posted the newest revision, the next stage's assignee, or an id. */
export type RulePerson = 'assignee' | 'artist' | 'next' | 'owners' | (string & {})

/**
 * What a rule does. `on` is the event's task, the next stage's, all of the item's, or a stage's by id; for item fields,
 * the event's item, its sequence or its episode.
 */
export type RuleAction =
  | { readonly do: 'set_status'; readonly status: string; readonly on: 'this' | 'next' | 'all' | (string & {}) }
  /** Same as `set_status` on the next task, if nobody has begun it. */
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

/** A rule without its place and author, as tried before saving. */
export type RuleText = {
  readonly name: string
  readonly trigger: RuleTrigger
  /** An expression; empty for every event. */
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

/** A change that a rule makes. The database applies it with the same procedure as a person's change. */
export type RuleChange =
  | { readonly do: 'set_status'; readonly taskId: string; readonly statusId: string }
  | { readonly do: 'assign'; readonly taskId: string; readonly userId: string | null }
  | { readonly do: 'set_field'; readonly itemId: string; readonly key: string; readonly value: FieldValue | null }
  | { readonly do: 'set_field'; readonly taskId: string; readonly key: string; readonly value: FieldValue | null }
  | { readonly do: 'notify'; readonly taskId: string; readonly userIds: readonly string[]; readonly text: string }
  | { readonly do: 'comment'; readonly taskId: string; readonly text: string }
  | { readonly do: 'call'; readonly webhookId: string }

/** The data that rules decide on, as `get_rule_history` and `claim_rule_events` return it. */
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
  /** The episode of its collection, if its space holds several. */
  readonly episode: string | null
  readonly name: string
  readonly type: string
  /** The name of its kind; null if it has none. */
  readonly kind: string | null
  readonly fields: Readonly<Record<string, unknown>>
}
export type RuleTask = {
  /** Empty for a task that rules only read. */
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
