import type { ASTNode } from '@marcbachmann/cel-js'
import { nearest } from './nearest.ts'
import type { ExpressionProblem, KnownNames } from './types.ts'

/** How many names are said where none is near. */
const mostListed = 8

/** Texts that are written down, alone or in a list, and that are none of the names they are compared with, each in a sentence. */
export function findStrangers(known: KnownNames | undefined, node: ASTNode): readonly ExpressionProblem[] {
  if (known === undefined) return []
  if (node.op === 'list') return node.args.flatMap((part) => findStrangers(known, part))
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
