import { parseJson } from '#core/lib/json.ts'
import { array, is, number, object, optional, record, string, unknown } from 'valibot'
import { readDrawings } from '#core/comments/drawing.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { decisionsSchema, type Decision, type Decisions } from '#core/packet/decisions.ts'
import type { Draft } from './undo-step.ts'

/**
 * The decisions in a packet, in a form that can be joined: states of two windows, or from two places, merge without
 * losing anything of either, whichever was written last.
 */
export type KeptState = {
  readonly name: string
  readonly decisions: readonly Decision[]
  readonly drafts: Readonly<Record<string, Draft>>
  /** The names (`nameOf`) of the decisions in the file last saved. */
  readonly saved: readonly string[]
  /** How often each decision was added or removed: it exists while the count is odd. */
  readonly turns: Readonly<Record<string, number>>
  /** When the name, the saved list and each draft last changed, as a count of changes. */
  readonly times: Readonly<Record<string, number>>
}

export const emptyState: KeptState = { name: '', decisions: [], drafts: {}, saved: [], turns: {}, times: {} }

const counts = optional(record(string(), number()), {})
const keptSchema = object({
  name: string(),
  file: unknown(),
  drafts: record(string(), object({ text: string(), drawings: unknown(), references: unknown() })),
  saved: optional(array(string()), []),
  turns: counts,
  times: counts,
})

/** Returns the name under which a decision is counted; losing its status makes it another one. */
export function nameOf({ id, statusId = '' }: Decision): string {
  return `${id} ${statusId}`
}

/**
 * Returns a state with changes: counts a turn for each decision added or removed, and updates the time of whatever else
 * changed.
 */
export function change(
  before: KeptState,
  changes: Partial<Pick<KeptState, 'name' | 'decisions' | 'drafts' | 'saved'>>,
): KeptState {
  const after = { ...before, ...changes, decisions: inOrder(changes.decisions ?? before.decisions) }
  const [had, has] = [before.decisions.map(nameOf), after.decisions.map(nameOf)]
  const turns = { ...before.turns }
  for (const name of [...had.filter((each) => !has.includes(each)), ...has.filter((each) => !had.includes(each))])
    turns[name] = turnOf(before, name) + 1
  const now = 1 + Math.max(0, ...Object.values(before.times))
  const times = { ...before.times }
  if (after.name !== before.name) times['name'] = now
  if (after.saved !== before.saved) times['saved'] = now
  for (const id of new Set([...Object.keys(before.drafts), ...Object.keys(after.drafts)]))
    if (before.drafts[id] !== after.drafts[id]) times[draftTime(id)] = now
  return { ...after, turns, times }
}

/** Joins two states. The order does not matter, nor how often they are joined. */
export function join(one: KeptState, other: KeptState): KeptState {
  const known = new Map([...one.decisions, ...other.decisions].map((decision) => [nameOf(decision), decision]))
  const turns: Record<string, number> = {}
  for (const name of new Set([...Object.keys(one.turns), ...Object.keys(other.turns), ...known.keys()]))
    turns[name] = Math.max(turnOf(one, name), turnOf(other, name))
  const decisions = [...known.values()].filter((decision) => (turns[nameOf(decision)] ?? 0) % 2 === 1)
  const times: Record<string, number> = {}
  for (const key of new Set([...Object.keys(one.times), ...Object.keys(other.times)]))
    times[key] = Math.max(one.times[key] ?? 0, other.times[key] ?? 0)
  const newer = <Value>(key: string, of: (state: KeptState) => Value): Value => pick(one, other, key)(of)
  const ids = new Set([...Object.keys(one.drafts), ...Object.keys(other.drafts)])
  const drafts = [...ids].flatMap((id): [string, Draft][] => {
    const draft = newer(draftTime(id), (state) => state.drafts[id])
    return draft === undefined ? [] : [[id, draft]]
  })
  const joined = { turns, times, drafts: Object.fromEntries(drafts), decisions: inOrder(decisions) }
  const lists = { name: newer('name', (state) => state.name), saved: newer('saved', (state) => state.saved) }
  return settleStatuses({ ...joined, ...lists })
}

/** Returns what has changed since `before`; joining it to `before` gives `state`. */
export function since(before: KeptState, state: KeptState): KeptState {
  const newer = (now: KeptState['turns'], then: KeptState['turns']): KeptState['turns'] =>
    Object.fromEntries(Object.entries(now).filter(([key, count]) => count > (then[key] ?? 0)))
  const [turns, times] = [newer(state.turns, before.turns), newer(state.times, before.times)]
  const drafts = Object.entries(state.drafts).filter(([id]) => draftTime(id) in times)
  return {
    name: 'name' in times ? state.name : '',
    saved: 'saved' in times ? state.saved : [],
    decisions: state.decisions.filter((decision) => nameOf(decision) in turns),
    drafts: Object.fromEntries(drafts),
    turns,
    times,
  }
}

/** Returns how many changes a state holds; joining never makes it fewer. */
export function countChanges({ turns, times }: KeptState): number {
  return [...Object.values(turns), ...Object.values(times)].reduce((sum, count) => sum + count, 0)
}

/** Returns the state as text to store, with its file: the same text for the same state, whoever writes it. */
export function writeState({ name, drafts, saved, turns, times }: KeptState, file: Decisions): string {
  const parts = { drafts: sorted(drafts), turns: sorted(turns), times: sorted(times) }
  return JSON.stringify({ name, ...parts, saved, file })
}

function sorted<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).toSorted(([first], [second]) => (first < second ? -1 : 1)))
}

/** Reads what `writeState` wrote, also in an earlier version; undefined if it is anything else. */
export function readState(text: string): KeptState | undefined {
  const kept: unknown = parseJson(text)
  if (!is(keptSchema, kept)) return undefined
  const { name, file, drafts, saved = [], turns = {}, times = {} } = kept
  const decisions = is(decisionsSchema, file) ? file.decisions : []
  return { name, decisions, saved, turns, times, drafts: readDrafts(drafts) }
}

/** Returns a decision's turns; one that exists without a count is at its first. */
function turnOf({ turns, decisions }: KeptState, name: string): number {
  return turns[name] ?? (decisions.some((decision) => nameOf(decision) === name) ? 1 : 0)
}

const draftTime = (id: string): string => `draft ${id}`

/**
 * Picks the newer value. After simultaneous changes it picks the longer text, else the one that sorts last: any rule
 * will do that both sides follow.
 */
function pick(one: KeptState, other: KeptState, key: string) {
  return <Value>(of: (state: KeptState) => Value): Value => {
    const [mine, theirs] = [of(one), of(other)]
    const since = (one.times[key] ?? 0) - (other.times[key] ?? 0)
    if (since !== 0) return since > 0 ? mine : theirs
    const texts = [mine, theirs].map((value) => JSON.stringify(value) ?? '') as [string, string]
    const isMine = texts[0].length === texts[1].length ? texts[0] > texts[1] : texts[0].length > texts[1].length
    return isMine ? mine : theirs
  }
}

function inOrder(decisions: readonly Decision[]): readonly Decision[] {
  return decisions.toSorted((first, second) => first.at - second.at || (first.id < second.id ? -1 : 1))
}

/** Drops the status of replaced judgements, including another window's; their notes stay. */
function settleStatuses(state: KeptState): KeptState {
  const last = new Map(state.decisions.filter(hasStatus).map((decision) => [decision.entryId, decision]))
  const isReplaced = (decision: Decision): boolean => hasStatus(decision) && last.get(decision.entryId) !== decision
  if (!state.decisions.some(isReplaced)) return state
  const decisions = state.decisions.flatMap((decision) => (isReplaced(decision) ? withoutStatus(decision) : [decision]))
  return change(state, { decisions })
}

const hasStatus = ({ statusId }: Decision): boolean => statusId !== undefined

/** Returns what remains of a replaced judgement: its note, if it has one. */
export function withoutStatus({ statusId: _replaced, ...rest }: Decision): readonly Decision[] {
  return rest.note === undefined ? [] : [rest]
}

function readDrafts(kept: Readonly<Record<string, { text: string; drawings: unknown; references: unknown }>>) {
  return Object.fromEntries(
    Object.entries(kept).map(([id, { text, drawings, references }]) => [
      id,
      {
        text,
        drawings: readDrawings(drawings),
        references: readCommentMetadata({ hereReferences: references }).hereReferences,
      },
    ]),
  )
}
