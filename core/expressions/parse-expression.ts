import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js'
import { ExpressionFault, expressionLimits } from './types.ts'

const environment = new Environment({
  limits: {
    maxAstNodes: expressionLimits.nodes,
    maxDepth: expressionLimits.depth,
    maxListElements: expressionLimits.listElements,
    maxMapEntries: 1,
    maxCallArguments: expressionLimits.arguments,
  },
})

const signs: Readonly<Record<string, string>> = {
  EOF: 'the end',
  LPAREN: '(',
  RPAREN: ')',
  LBRACKET: '[',
  RBRACKET: ']',
  LBRACE: '{',
  RBRACE: '}',
  DOT: '.',
  COMMA: ',',
  COLON: ':',
  QUESTION: '?',
  IDENTIFIER: 'a name',
  NUMBER: 'a number',
  STRING: 'a text',
  AND: '&&',
  OR: '||',
  NOT: '!',
  EQ: '==',
  NE: '!=',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
  PLUS: '+',
  MINUS: '-',
  MULTIPLY: '*',
  DIVIDE: '/',
  MODULO: '%',
  IN: 'in',
}

/** Parses a text into a syntax tree; throws an `ExpressionFault` if it is invalid or too large. */
export function parseExpression(text: string): ASTNode {
  const whole = { start: 0, end: text.length }
  if (text.trim() === '') throw new ExpressionFault('Write an expression', whole)
  if (text.length > expressionLimits.characters) {
    throw new ExpressionFault(
      `An expression has at most ${expressionLimits.characters.toLocaleString('en')} characters`,
      {
        start: expressionLimits.characters,
        end: text.length,
      },
    )
  }
  try {
    return environment.parse(text).ast
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { start, end } = error.range ?? whole
    // The parser works on UTF-16 units and may split a character.
    const sign = error.summary.startsWith('Unexpected character')
      ? String.fromCodePoint(text.codePointAt(start) ?? 0)
      : ''
    if (sign === '=') throw new ExpressionFault('Use == to compare two values', { start, end: start + 1 })
    if (sign.length > 1) throw new ExpressionFault(`Unexpected character: ${sign}`, { start, end: start + sign.length })
    throw new ExpressionFault(inWords(error.code, error.summary), { start, end: Math.min(end, text.length) })
  }
}

function inWords(code: string, summary: string): string {
  if (code === 'limit_exceeded') return 'The expression has too many parts'
  if (code === 'unterminated_string' || code === 'unterminated_triple_quoted_string')
    return 'The text has no closing quote'
  if (code === 'reserved_identifier') return `${summary.replace(/^.*: /, '')} is a reserved word`
  const [, sign, given] = /^Expected (\w+), got (\w+)$/.exec(summary) ?? []
  if (sign !== undefined && given !== undefined)
    return `${signs[sign] ?? sign} is missing before ${signs[given] ?? given}`
  const [, unexpected] = /^Unexpected token: (\w+)$/.exec(summary) ?? []
  if (unexpected === undefined) return summary
  return unexpected === 'EOF'
    ? 'Something is missing at the end'
    : `${signs[unexpected] ?? unexpected} does not belong here`
}
