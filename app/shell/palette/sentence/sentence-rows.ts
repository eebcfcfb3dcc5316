import { isAboutItems, type PlanReason } from '#core/plan/plan.ts'
import type { Problem } from '#core/plan/reading.ts'
import { describeActions, describeProblem } from '#core/plan/describe-plan.ts'
import { describeExceptions } from '#core/plan/describe-exceptions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { PaletteGroup, PaletteRow } from '../palette-rows.ts'
import { isWholeSentence } from './is-sentence.ts'
import { toNoteRow, toTextRow } from './text-rows.ts'
import { listValues } from './value-rows.ts'
import type { PlannedSentence } from './sentence-planner.ts'

/** Counts the tasks of a plan by reason. */
function countReasons({ plan }: PlannedSentence): Readonly<Record<PlanReason, number>> {
  const counts = { planned: 0, unchanged: 0, disabled: 0, 'no-field': 0, 'no-date': 0, 'no-value': 0, forbidden: 0 }
  for (const { reason } of plan) counts[reason] += 1
  return counts
}

const unitOf = ({ reading }: PlannedSentence): 'item' | 'task' => (isAboutItems(reading.actions) ? 'item' : 'task')

/** Formats a count of tasks, or of items if only item fields are set. */
function countPlanned(count: number, planned: PlannedSentence): string {
  const unit = unitOf(planned)
  return count === 1 ? `1 ${unit}` : `${count.toLocaleString('en')} ${unit}s`
}

/** Says what is left unchanged and why: '3 already set · 1 not allowed'. */
function describeLeft(planned: PlannedSentence): string {
  const counts = countReasons(planned)
  const { unchanged, disabled, forbidden, 'no-field': without, 'no-date': undated } = counts
  return [
    unchanged > 0 && `${unchanged} already set`,
    disabled > 0 && `${disabled} disabled`,
    without > 0 && `${without} without the field`,
    undated > 0 && `${undated} without a due date`,
    counts['no-value'] > 0 && `${counts['no-value']} without a value`,
    forbidden > 0 && `${forbidden} not allowed`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** Lists what a sentence offers: to apply it, correct it, or choose between meanings. */
export function listSentenceGroups(planned: PlannedSentence, studio: StudioReplica): readonly PaletteGroup[] {
  const { reading } = planned
  if (reading.problems.length === 0) return [planGroup(planned, studio)]
  const values = { heading: 'What should change', rows: listNextValues(planned, studio) }
  // If the sentence is merely unfinished, its possible continuations say enough.
  const isBegun = values.rows.length > 0 && reading.problems[0]?.kind === 'no-action'
  const unknown = isBegun ? [] : reading.problems.filter(({ kind }) => kind !== 'choice')
  const groups = [
    { heading: 'Not understood', rows: unknown.map((problem) => toUnknownRow(planned, problem)) },
    ...reading.problems.flatMap((problem) =>
      problem.kind === 'choice'
        ? {
            heading: askWhich(problem.word),
            rows: problem.choices.map(({ label, text }) => toTextRow(`${label}`, replaceIn(planned, problem, text))),
          }
        : [],
    ),
  ]
  const isPlace = unknown.some(({ kind }) => kind === 'unknown' || kind === 'nowhere')
  const isNarrow = isPlace && !planned.spaces.isWhole && !planned.isOnSelection
  return [...groups, values, ...(isNarrow ? [widerGroup(planned)] : [])].filter(({ rows }) => rows.length > 0)
}

/** Asks which meaning is intended; several words are a phrase rather than a name. */
function askWhich(word: string): string {
  return word.includes(' ') ? `What does “${word}” mean?` : `Which ${word}?`
}

/** Lists how an unfinished sentence can continue: after the arrow, or within a half-typed word. */
function listNextValues({ sentence, reading }: PlannedSentence, studio: StudioReplica): readonly PaletteRow[] {
  const [problem, second] = reading.problems
  if (problem === undefined || second !== undefined) return []
  if (problem.kind === 'no-action' && isWholeSentence(sentence))
    return studio
      .getStatuses()
      .map(({ name }) => toTextRow(`Set status to ${name}`, `${sentence.trimEnd()} status "${name}"`))
  const isLast = problem.kind === 'unknown' && problem.end === sentence.trimEnd().length
  if (!isLast || !isWholeSentence(sentence.slice(0, problem.start))) return []
  const before = sentence.slice(0, problem.start).trimEnd()
  const asked = /(?:^|\s)(assign|status|priority|prio)$/i.exec(before)?.[1]?.toLowerCase()
  return listValues(studio, problem.word)
    .filter(({ keyword }) => asked === undefined || keyword === (asked === 'prio' ? 'priority' : asked))
    .map(({ title, keyword, name }) => {
      const text = `"${name}"`
      return toTextRow(title, asked === undefined ? `${before} ${keyword} ${text}` : `${before} ${text}`)
    })
}

function planGroup(planned: PlannedSentence, studio: StudioReplica): PaletteGroup {
  const { planned: count } = countReasons(planned)
  const [total, where] = [planned.plan.length, planned.isOnSelection ? '' : ` in ${planned.spaces.where}`]
  const left = describeLeft(planned)
  const exceptions = describeExceptions(planned.reading.terms)
  const except = exceptions && `, ${exceptions}`
  if (total === 0)
    return {
      heading: 'Plan',
      rows: [toNoteRow(`No ${unitOf(planned)}s match${where}${except}`)],
    }
  const heading = `Plan · ${countPlanned(total, planned)}${where}${except}${count > 0 ? ' · 1 Undo' : ''}`
  if (count === 0) return { heading, rows: [toNoteRow('Nothing changes', left)] }
  const row: PaletteRow = {
    ...toNoteRow(
      `Change ${countPlanned(count, planned)}: ${describeActions(planned.reading.actions, studio)}`,
      left === '' ? undefined : left,
    ),
    id: 'sentence:apply',
    keys: '↵',
    target: { kind: 'plan' },
  }
  return { heading, rows: [row] }
}

function widerGroup({ spaces, sentence }: PlannedSentence): PaletteGroup {
  const row = toTextRow(`Look in the whole studio instead of ${spaces.where}`, sentence)
  return { heading: 'Elsewhere', rows: [{ ...row, id: 'sentence:wider', target: { kind: 'wider' } }] }
}

function toUnknownRow(planned: PlannedSentence, problem: Problem): PaletteRow {
  const { text, hint } = describeProblem(problem)
  const suggestion = problem.kind === 'unknown' ? problem.suggestion : undefined
  if (suggestion === undefined) return toNoteRow(text, hint)
  const row = toTextRow(`“${problem.word}” – did you mean ${suggestion}?`, replaceIn(planned, problem, suggestion))
  return { ...row, keys: 'Tab' }
}

function replaceIn({ sentence }: PlannedSentence, { start, end }: Problem, text: string): string {
  return sentence.slice(0, start) + text + sentence.slice(end)
}
