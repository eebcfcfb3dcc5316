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

/** State collected while an expression is compiled. */
export type Compiler = {
  readonly scope: Scope<never>
  readonly uses: Set<string>
  /** List variables in scope, outermost first. */
  readonly locals: readonly { readonly name: string; readonly type: ValueType }[]
  /** The number of nodes compiled so far. */
  readonly counter: { count: number }
  /** Warnings about valid but probably mistaken parts. */
  readonly hints: ExpressionProblem[]
}

/** Compiles a node; throws an `ExpressionFault` with its position if it is invalid. */
export type CompileNode = (node: ASTNode, compiler: Compiler) => Compiled

/** Checks that a part is a condition (yes or no); empty counts as no. */
export function whether(part: Compiled, place: Place): Compiled {
  if (part.type === 'checkbox' || part.type === 'empty') return part
  throw new ExpressionFault(`A condition must be yes or no, not ${wordOf(part.type)}`, place)
}
