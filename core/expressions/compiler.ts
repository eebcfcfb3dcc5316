import type { ASTNode } from '@marcbachmann/cel-js'
import {
  ExpressionFault,
  wordOf,
  type Compiled,
  type ExpressionProblem,
  type Place,
  type Scope,
  type ValueType,
} from './types.ts'

/** What is gathered while an expression is compiled. */
export type Compiler = {
  readonly scope: Scope<never>
  readonly uses: Set<string>
  /** The variables of lists, from the outermost. */
  readonly locals: readonly { readonly name: string; readonly type: ValueType }[]
  /** The parts compiled until now. */
  readonly counter: { count: number }
  /** What can be read and is hardly meant so. */
  readonly hints: ExpressionProblem[]
}

/** Compiles a part; throws `ExpressionFault` with its place where it cannot be. */
export type CompileNode = (node: ASTNode, compiler: Compiler) => Compiled

/** A part that says whether; empty is no. */
export function whether(part: Compiled, place: Place): Compiled {
  if (part.type === 'checkbox' || part.type === 'empty') return part
  throw new ExpressionFault(`A condition must be yes or no, not ${wordOf(part.type)}`, place)
}
