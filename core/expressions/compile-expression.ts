import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { compileNode } from './compile-node.ts'
import { parseExpression } from './parse-expression.ts'
import {
  ExpressionFault,
  expressionLimits,
  wordOf,
  type Compiled,
  type ExpressionProblem,
  type ExpressionValue,
  type Place,
  type Scope,
  type ValueType,
} from './types.ts'

/** A compiled expression about a row. */
export type Expression<Row> = {
  readonly type: ValueType
  /** The names it reads: as they are in the scope, calls as `task("anim")`, and `today()`. */
  readonly uses: ReadonlySet<string>
  /** Returns the value for a row, or the problem if it cannot be calculated. `today` is the reader's day. */
  evaluate(row: Row, today: CalendarDate): Result<ExpressionValue, ExpressionProblem>
  /** Warnings about valid but probably mistaken parts: a comparison with a name that does not exist. */
  readonly hints: readonly ExpressionProblem[]
  /** For use in the scope of another expression about the same rows. */
  readonly part: Compiled
}

/**
 * Compiles a text in the expression language against a scope, or reports where it is wrong and why. Nothing is run as
 * code: an expression reads only what the scope names, within the limits per row in `expressionLimits`.
 */
export function compileExpression<Row>(text: string, scope: Scope<Row>): Result<Expression<Row>, ExpressionProblem> {
  const uses = new Set<string>()
  try {
    const tree = parseExpression(text)
    const hints: ExpressionProblem[] = []
    const compiler = { scope, uses, locals: [], counter: { count: 0 }, hints }
    const { type, run } = compileNode(tree, compiler)
    refuseRecords(type, tree)
    return ok({
      type,
      uses,
      hints,
      part: { type, run },
      evaluate(row, today) {
        try {
          const budget = { stepsLeft: expressionLimits.steps }
          return ok(finish(run({ row, today, locals: [], budget, known: new Map() }), tree))
        } catch (error) {
          return err(toProblem(error))
        }
      },
    })
  } catch (error) {
    return err(toProblem(error))
  }
}

function refuseRecords(type: ValueType, place: Place): void {
  if (typeof type === 'string') return
  if ('list' in type) refuseRecords(type.list, place)
  else throw new ExpressionFault(`Name a property of ${wordOf(type)}: ${[...type.members.keys()].join(', ')}`, place)
}

function finish(value: unknown, place: Place): ExpressionValue {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new ExpressionFault('The number is too large', place)
  // Records were refused above, and names return the types they declare.
  return value as ExpressionValue
}

function toProblem(error: unknown): ExpressionProblem {
  if (error instanceof ExpressionFault) return { reason: error.message, start: error.start, end: error.end }
  throw error
}
