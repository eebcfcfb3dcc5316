import type { ASTNode } from '@marcbachmann/cel-js'
import { nearest } from './nearest.ts'
import type { ExpressionProblem, KnownNames } from './types.ts'

/** How many of the known names a hint lists when none is close. */
const mostListed = 8

/** Returns a hint for each text literal, alone or in a list, that is none of the known names it is compared with. */
export function findUnknownLiterals(known: KnownNames | undefined, node: ASTNode): readonly ExpressionProblem[] {
  if (known === undefined) return []
  if (node.op === 'list') return node.args.flatMap((part) => findUnknownLiterals(known, part))
  if (node.op !== 'value' || typeof node.args !== 'string' || node.args === '') return []
  const names = known.list()
  if (names.includes(node.args)) return []
  const reason = `There is no ${known.what} ${JSON.stringify(node.args)}${suggest(node.args, names)}`
  return [{ reason, start: node.start, end: node.end }]
}

function suggest(written: string, names: readonly string[]): string {
  const near = nearest(written, names)
  if (near !== undefined) return `: did you mean ${JSON.stringify(near)}?`
  if (names.length === 0) return ''
  const more = names.length > mostListed ? ', …' : ''
  return `, but ${names.slice(0, mostListed).join(', ')}${more}`
}
