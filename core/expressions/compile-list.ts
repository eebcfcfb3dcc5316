import type { ASTNode } from '@marcbachmann/cel-js'
import { whether, type CompileNode, type Compiler } from './compiler.ts'
import type { ListFunction } from './list-functions.ts'
import { spendSteps } from './spend-steps.ts'
import { ExpressionFault, expressionLimits, unify, wordOf, type Compiled, type Frame, type ValueType } from './types.ts'

type ListCall = {
  readonly name: string
  readonly of: ListFunction
  readonly args: readonly ASTNode[]
  readonly node: ASTNode
}

/** Compiles a call with a body for each value of a list: `sum(cast, x, x.frames)`, `cast.exists(x, x.isReady)`. */
export function callList(call: ListCall, compiler: Compiler, compile: CompileNode): Compiled {
  const { name, of, args, node } = call
  const [first, variable, each, ...more] = args
  const given = first === undefined ? undefined : compile(first, compiler)
  if (given !== undefined && (name === 'min' || name === 'max') && given.type === 'number') {
    return compileOverNumbers(of, [given, ...args.slice(1).map((part) => compile(part, compiler))], node)
  }
  const isWhole = each === undefined && variable === undefined && of.isEachOptional === true
  const isCalled = isWhole || (variable?.op === 'id' && each !== undefined && more.length === 0)
  if (given === undefined || !isCalled) throw new ExpressionFault(`Write it as ${of.help}`, node)
  const element = elementOf(given.type, name, node)
  if (variable?.op !== 'id' || each === undefined) return whole(call, { run: given.run, element })
  if (compiler.locals.length >= expressionLimits.nesting) throw new ExpressionFault('Lists are nested too deeply', node)
  const before = compiler.counter.count
  const locals = [...compiler.locals, { name: variable.args, type: element }]
  const body = checkBody(of, compile(each, { ...compiler, locals }), each)
  const steps = compiler.counter.count - before + 1
  const slot = locals.length - 1
  return {
    type: of.gives(element, body.type),
    run: (frame) =>
      of.of(listOf(given, frame), (value) => {
        spendSteps(frame, steps, node)
        frame.locals[slot] = value
        return body.run(frame)
      }),
  }
}

function elementOf(type: ValueType, name: string, node: ASTNode): ValueType {
  if (type === 'empty') return 'empty'
  if (typeof type !== 'string' && 'list' in type) return type.list
  throw new ExpressionFault(`${name} takes a list, not ${wordOf(type)}`, node)
}

function listOf({ run }: Pick<Compiled, 'run'>, frame: Frame): readonly unknown[] {
  const values = run(frame)
  return Array.isArray(values) ? values : []
}

function checkBody(of: ListFunction, body: Compiled, node: ASTNode): Compiled {
  if (of.each === 'checkbox') return whether(body, node)
  if (of.each === 'any' || unify(body.type, 'number') !== undefined) return body
  throw new ExpressionFault(`This takes numbers, not ${wordOf(body.type)}`, node)
}

function whole(
  { name, of, node }: Pick<ListCall, 'name' | 'of' | 'node'>,
  { run, element }: { readonly run: Compiled['run']; readonly element: ValueType },
): Compiled {
  if (of.each === 'number' && unify(element, 'number') === undefined) {
    throw new ExpressionFault(`${name} takes numbers, not a list of ${wordOf(element)}`, node)
  }
  return {
    type: of.gives(element, element),
    run(frame) {
      const values = listOf({ run }, frame)
      spendSteps(frame, values.length, node)
      return of.of(values, (value) => value)
    },
  }
}

/** `min(a, b)` over the numbers that are not empty. */
function compileOverNumbers(of: ListFunction, parts: readonly Compiled[], node: ASTNode): Compiled {
  const other = parts.find(({ type }) => unify(type, 'number') === undefined)
  if (other !== undefined) throw new ExpressionFault(`This takes numbers, not ${wordOf(other.type)}`, node)
  return {
    type: 'number',
    run: (frame) =>
      of.of(
        parts.map(({ run }) => run(frame)),
        (value) => value,
      ),
  }
}
