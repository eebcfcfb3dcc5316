import type { EpochMs } from '#core/lib/calendar-date.ts'

/** Who acts: a person themselves, one of their tokens, a rule, a guest, or the database by itself. */
export type ActorKind = 'person' | 'token' | 'rule' | 'guest' | 'system'

type Values = Readonly<Record<string, unknown>>

/** One thing that happened in a studio, as the log tells it. */
export type StudioEvent = {
  /** Its number as text: what lists know it by. */
  readonly id: string
  /** Its number in the studio: without gaps, in the order of what was done. */
  readonly seq: number
  readonly createdAt: EpochMs
  /** Thing and what became of it: `task.status_changed`. */
  readonly kind: string
  /** What the thing and the places it lies in were called then: project, space, collection, item, stage, name. */
  readonly names: Readonly<Record<string, string>>
  readonly old: Values
  readonly new: Values
  readonly actorKind: ActorKind
  readonly actorId: string | undefined
  readonly actorName: string
  readonly itemId: string | undefined
  readonly taskId: string | undefined
  readonly operationId: string | undefined
  /** The number of the event that a rule answered by this one. */
  readonly cause: number | undefined
  /** Where its thing is; absent where that is gone. A path of the app. */
  readonly url: string | undefined
  readonly isUndoable: boolean
  /** How many changes its operation made: those that are taken back together. */
  readonly changes: number
}

const actorKinds: readonly ActorKind[] = ['person', 'token', 'rule', 'guest', 'system']

/** An event of the wire; undefined where it is none. */
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
    // The address comes from the database and begins with one slash; anything else leads nowhere.
    url: /^\/(?!\/)/.test(url) ? url : undefined,
    isUndoable: wire['undoable'] === true,
    changes: typeof wire['changes'] === 'number' ? wire['changes'] : 1,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function findText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
