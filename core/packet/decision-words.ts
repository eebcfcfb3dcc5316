import { parseComment, toPlainText } from '#core/comments/markup.ts'
import type { BroughtDecision } from './bring-decisions.ts'
import {
  refusalWords,
  type DecisionConflict,
  type DecisionPlan,
  type PlannedDecision,
  type RefusalReason,
} from './plan-decisions.ts'

/** One line of a plan in words, the same in the app and at the command line. */
export type DecisionWords = {
  readonly who: string
  readonly path: string
  /** `WFA → DONE`, or a dash if the status stays. */
  readonly change: string
  readonly note: string
  readonly state: string
}

/** Describes one decision and, once it was brought, what became of it. */
export function describeDecision(line: PlannedDecision, answer?: BroughtDecision): DecisionWords {
  const { decision, path, from, to } = line
  const drawings = decision.note?.metadata['drawings']
  const isDrawn = Array.isArray(drawings) && drawings.length > 0
  const text = toPlainText(parseComment(decision.note?.content ?? '', []))
    .replace(/\s+/g, ' ')
    .trim()
  return {
    who: describeWho(decision),
    path,
    change: to === undefined ? '–' : from === to ? `${to} already` : `${from ?? '?'} → ${to}`,
    note: [text, isDrawn ? '(drawn on)' : ''].filter((part) => part !== '').join(' '),
    state: answer === undefined ? describeState(line) : describeAnswer(answer),
  }
}

function describeState({ state, reason, isOverruled }: PlannedDecision): string {
  if (reason !== undefined) return refusalWords[reason]
  return isOverruled && state === 'new' ? 'decided again later' : state
}

function describeAnswer({ result, reason }: BroughtDecision): string {
  if (result === 'conflict') return 'changed in the meantime: bring it again'
  if (result !== 'refused') return result
  return isReason(reason) ? refusalWords[reason] : refusalWords.invalid
}

function isReason(reason: string | undefined): reason is RefusalReason {
  return reason !== undefined && Object.hasOwn(refusalWords, reason)
}

/** Returns the name given by whoever decided. */
export function describeWho({ by }: PlannedDecision['decision']): string {
  const name = by.name.replace(/\s+/g, ' ').trim().slice(0, 100)
  return name === '' ? 'Somebody' : name
}

/** Explains why a person has to choose. */
export function describeConflict({ path, now, decisions, isBetweenPeople }: DecisionConflict): string {
  const said = decisions.map(({ decision, to = '' }) => `${describeWho(decision)} ${to}`).join(', ')
  return isBetweenPeople
    ? `${path}: people decided differently: ${said}. It is now ${now}.`
    : `${path} became ${now} after the packet was taken. Decided: ${said}.`
}

/** Summarises a plan: `12 to bring, 2 in conflict, 3 there already, 1 refused`. */
export function describeDecisions({ lines }: DecisionPlan): string {
  const count = (wanted: PlannedDecision['state']): number => lines.filter(({ state }) => state === wanted).length
  const parts = [
    [count('new'), 'to bring'],
    [count('conflict'), 'in conflict'],
    [count('there already'), 'there already'],
    [count('refused'), 'refused'],
  ] as const
  const said = parts.flatMap(([number, words]) => (number === 0 ? [] : `${number} ${words}`))
  return said.length === 0 ? 'Nothing was decided' : said.join(', ')
}
