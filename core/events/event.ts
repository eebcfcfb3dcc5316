import { findText, textOf } from '#core/lib/json.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'

/** Who acted: a person, one of their tokens, a rule, a guest, or the database itself. */
export type ActorKind = 'person' | 'token' | 'rule' | 'guest' | 'system'

type Values = Readonly<Record<string, unknown>>

/** An event of a studio's log. */
export type StudioEvent = {
  /** Its number as text, for lists. */
  readonly id: string
  /** Its number in the studio: consecutive, in order of occurrence. */
  readonly seq: number
  readonly createdAt: EpochMs
  /** The subject and what happened to it: `task.status_changed`. */
  readonly kind: string
  /** Names at the time, of the subject and its places: project, space, collection, item, stage, name. */
  readonly names: Readonly<Record<string, string>>
  readonly old: Values
  readonly new: Values
  readonly actorKind: ActorKind
  readonly actorId: string | undefined
  readonly actorName: string
  readonly itemId: string | undefined
  readonly taskId: string | undefined
  readonly operationId: string | undefined
  /** The number of the event that triggered the rule behind this one. */
  readonly cause: number | undefined
  /** The app path of its subject; absent if that is gone. */
  readonly url: string | undefined
  readonly isUndoable: boolean
  /** How many changes its operation made; they are undone together. */
  readonly changes: number
}

const actorKinds: readonly ActorKind[] = ['person', 'token', 'rule', 'guest', 'system']

/** Decodes an event; undefined if malformed. */
export function toEvent(value: unknown): StudioEvent | undefined {
  const wire: Values = Object(value)
  const actor: Values = Object(wire['actor'])
  const { seq, kind } = wire
  const createdAt = Date.parse(textOf(wire['at']))
  if (typeof seq !== 'number' || typeof kind !== 'string' || Number.isNaN(createdAt)) return undefined
  const url = textOf(wire['url'])
  return {
    id: String(seq),
    seq,
    createdAt,
    kind,
    names: Object.fromEntries(Object.entries(Object(wire['names'])).map(([key, name]) => [key, textOf(name)])),
    old: Object(wire['old']),
    new: Object(wire['new']),
    actorKind: actorKinds.find((known) => known === actor['kind']) ?? 'system',
    actorId: findText(actor['id']),
    actorName: textOf(actor['name']),
    itemId: findText(wire['item_id']),
    taskId: findText(wire['task_id']),
    operationId: findText(wire['operation_id']),
    cause: typeof wire['cause'] === 'number' ? wire['cause'] : undefined,
    // The address comes from the database and begins with a single slash; others are dropped, as they lead out of the
    // app.
    url: /^\/(?!\/)/.test(url) ? url : undefined,
    isUndoable: wire['undoable'] === true,
    changes: typeof wire['changes'] === 'number' ? wire['changes'] : 1,
  }
}
