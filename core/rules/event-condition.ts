import { compileExpression, type Expression } from '#core/expressions/compile-expression.ts'
import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { RuleEvent, RuleRows } from './rule.ts'
import { makeRuleScope, type RuleMoment } from './rule-scope.ts'
import { RuleState } from './rule-state.ts'

/**
 * Compiles an expression over events, or returns what is wrong with it and, if known, from which character; undefined
 * for an empty one, which always holds.
 */
export function compileCondition(
  text: string,
  catalogue: RuleRows,
): Expression<RuleMoment> | { readonly reason: string; readonly start?: number } | undefined {
  if (text.trim() === '') return undefined
  const compiled = compileExpression(text, makeRuleScope(catalogue))
  if (!compiled.ok) return { reason: compiled.error.reason, start: compiled.error.start }
  if (compiled.value.type !== 'checkbox') return { reason: 'say yes or no, as in status == "DONE"' }
  return compiled.value
}

/** Returns what is wrong with an expression over events, and where; undefined if it can be calculated. */
export function findConditionProblem(text: string, catalogue: RuleRows): string | undefined {
  const compiled = compileCondition(text, catalogue)
  if (compiled === undefined || !('reason' in compiled)) return undefined
  const place = compiled.start === undefined ? '' : ` at character ${compiled.start + 1}`
  return `The expression cannot be read${place}: ${compiled.reason}`
}

/**
 * Returns a hint about a likely mistake in an expression over events, such as a comparison with a name that nothing
 * has; it can be saved all the same.
 */
export function findConditionHint(text: string, catalogue: RuleRows): string | undefined {
  const compiled = compileCondition(text, catalogue)
  return compiled !== undefined && 'hints' in compiled ? compiled.hints[0]?.reason : undefined
}

/** Tests an event with an expression; returns the reason if that cannot be calculated. */
export type EventTest = (event: RuleEvent) => boolean | { readonly problem: string }

/** Makes a test for many events, each evaluated on the current rows plus what the event says of them. */
export function makeEventTest(text: string, rows: RuleRows): EventTest {
  const problem = findConditionProblem(text, rows)
  if (problem !== undefined) return () => ({ problem })
  const compiled = compileCondition(text, rows)
  if (compiled === undefined || !('evaluate' in compiled)) return () => true
  return (event) => {
    const state = new RuleState(rows)
    state.replay(event)
    const result = compiled.evaluate({ event, state }, dayOf(event))
    return result.ok
      ? result.value === true
      : { problem: `The expression cannot be calculated: ${result.error.reason}` }
  }
}

/** Returns the day of an event in UTC. */
export function dayOf({ at }: Pick<RuleEvent, 'at'>): CalendarDate {
  const day = at.slice(0, 10)
  return isCalendarDate(day) ? day : '1970-01-01'
}
