import type { ASTNode } from '@marcbachmann/cel-js'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { callPlain, plainFunctions, type Call } from './functions.ts'
import { callList } from './compile-list.ts'
import { whether, type Compiler } from './compiler.ts'
import { calculate, compare } from './operators.ts'
import { containsValue, listFunctions } from './list-functions.ts'
import { spendSteps } from './spend-steps.ts'
import { findUnknownLiterals } from './find-unknown-literals.ts'
import { nearest } from './nearest.ts'
import {
  ExpressionFault,
  unify,
  wordOf,
  type Compiled,
  type Frame,
  type Place,
  type RowFunction,
  type ValueType,
} from './types.ts'

/** The most characters of an unknown name that an error shows. */
const longestShown = 40

/** Compiles a node; throws an `ExpressionFault` with its position if it is invalid. */
export function compileNode(node: ASTNode, compiler: Compiler): Compiled {
  compiler.counter.count += 1
  const compile = (part: ASTNode): Compiled => compileNode(part, compiler)
  switch (node.op) {
    case 'value':
      return literal(node.args, node)
    case 'id':
      return compileName(node.args, node, compiler)
    case '.':
      return member(compile(node.args[0]), { name: node.args[1], node }, compiler)
    case '[]':
      return element(compile(node.args[0]), compile(node.args[1]), node)
    case 'call':
      return call({ name: node.args[0], args: node.args[1], node }, compiler)
    case 'rcall':
      return (
        callOnRecord(node, compiler) ??
        call({ name: node.args[0], args: [node.args[1], ...node.args[2]], node }, compiler)
      )
    case 'list':
      return list(node.args.map(compile), node)
    case '?:':
      return condition(node.args.map(compile), node)
    case '||':
    case '&&':
      return both(
        node.op,
        node.args.map((part) => whether(compile(part), part)),
      )
    case '!_': {
      const { run } = whether(compile(node.args), node)
      return { type: 'checkbox', run: (frame) => run(frame) !== true }
    }
    case '-_': {
      const zero: Compiled = { type: 'number', run: () => 0 }
      return calculate('-', [zero, compile(node.args)], node)
    }
    case 'in':
      return isIn(...compileSides(node.args, compiler), node)
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(node.op, [compile(node.args[0]), compile(node.args[1])], node)
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(node.op, asDays(...compileSides(node.args, compiler), node.args), node)
    default:
      throw new ExpressionFault('This is not supported', node)
  }
}

/** Compiles both sides of a comparison, with a hint for each literal that the other side can never equal. */
function compileSides([one, other]: readonly [ASTNode, ASTNode], compiler: Compiler): [Compiled, Compiled] {
  const [left, right] = [compileNode(one, compiler), compileNode(other, compiler)]
  compiler.hints.push(...findUnknownLiterals(left.known, other), ...findUnknownLiterals(right.known, one))
  return [left, right]
}

function literal(value: unknown, node: ASTNode): Compiled {
  if (value === null) return { type: 'empty', run: () => null }
  if (typeof value === 'boolean') return { type: 'checkbox', run: () => value }
  if (typeof value === 'string') return { type: 'text', run: () => value }
  const number = Number(value)
  if (!Number.isFinite(number)) throw new ExpressionFault('This is not a number', node)
  return { type: 'number', run: () => number }
}

function compileName(name: string, node: ASTNode, { locals, scope, uses }: Compiler): Compiled {
  const slot = locals.findLastIndex((local) => local.name === name)
  const local = locals[slot]
  if (local !== undefined) return { type: local.type, run: (frame) => frame.locals[slot] ?? null }
  const found = scope.names.get(name)
  if (found === undefined) {
    const near = nearest(name, [...scope.names.keys(), ...locals.map((other) => other.name)])
    const shown = name.length > longestShown ? `${name.slice(0, longestShown)}…` : name
    throw new ExpressionFault(`There is no ${shown} here${near === undefined ? '' : `: did you mean ${near}?`}`, node)
  }
  uses.add(name)
  const { part } = found
  if (found.problem !== undefined) throw new ExpressionFault(found.problem, node)
  if (part !== undefined)
    return { type: part.type, run: (frame) => runOnce({ name, part, row: frame.row }, { frame, place: node }) }
  // Safe cast: `compileExpression` evaluates rows of the scope's own type only.
  return { type: found.type, known: found.known, run: (frame) => found.read(frame.row as never) ?? null }
}

type PartOfRow = { readonly name: string; readonly part: Compiled; readonly row: unknown }

/** Evaluates another expression for a row once, however often it is named. */
function runOnce({ name, part, row }: PartOfRow, { frame, place }: { frame: Frame; place: Place }): unknown {
  let known = frame.known.get(row)
  if (known === undefined) frame.known.set(row, (known = new Map()))
  if (known.has(name)) return known.get(name)
  try {
    spendSteps(frame, 1, place)
    const value = part.run({ ...frame, row, locals: [] })
    known.set(name, value)
    return value
  } catch (error) {
    throw error instanceof ExpressionFault ? new ExpressionFault(`${name}: ${error.message}`, place) : error
  }
}

type Named = { readonly name: string; readonly node: ASTNode }

function member(record: Compiled, { name, node }: Named, { uses }: Compiler): Compiled {
  const { type, run } = record
  if (typeof type === 'string' || 'list' in type) {
    throw new ExpressionFault(`${wordOf(type)} has no ${name}`, node)
  }
  const found = type.members.get(name)
  if (found === undefined) {
    throw new ExpressionFault(`${type.word} has no ${name}; it has ${[...type.members.keys()].join(', ')}`, node)
  }
  if (found.problem !== undefined) throw new ExpressionFault(found.problem, node)
  // Members of an item are item names, and some need linked items; callers check `uses` to know what to load.
  if (type.functions !== undefined || found.isLinked === true) uses.add(name)
  const { part, known } = found
  return {
    type: found.type,
    known,
    run(frame) {
      const value = run(frame)
      if (value === null) return null
      const read = found.read(value) ?? null
      return part === undefined || read === null ? read : runOnce({ name, part, row: read }, { frame, place: node })
    },
  }
}

/** Compiles a function of a record, such as `x.task("rig")`; undefined if the name is not a function of records. */
function callOnRecord(node: Extract<ASTNode, { op: 'rcall' }>, compiler: Compiler): Compiled | undefined {
  const [name, on, args] = node.args
  if (compiler.scope.functions?.has(name) !== true) return undefined
  const { type, run } = compileNode(on, compiler)
  const own = typeof type === 'string' || 'list' in type ? undefined : type.functions?.get(name)
  if (own === undefined) throw new ExpressionFault(`${wordOf(type)} has no ${name}()`, node)
  const bound = bind(own, { name, args, node }, compiler)
  return {
    type: bound.type,
    run(frame) {
      const value = run(frame)
      return value === null ? null : (bound.read(value) ?? null)
    },
  }
}

/** Binds a function to its literal argument. */
function bind<Row>(own: RowFunction<Row>, { name, args, node }: CallNode, { uses }: Compiler) {
  const [argument] = args
  if (args.length !== 1 || argument?.op !== 'value' || typeof argument.args !== 'string') {
    throw new ExpressionFault(`Write it as ${own.help}`, node)
  }
  const bound = own.bind(argument.args)
  if (bound.problem !== undefined) throw new ExpressionFault(bound.problem, argument)
  uses.add(`${name}(${JSON.stringify(argument.args)})`)
  return bound
}

function element({ type, run }: Compiled, index: Compiled, node: ASTNode): Compiled {
  if (typeof type === 'string' || !('list' in type) || index.type !== 'number') {
    throw new ExpressionFault('[ ] needs a list and a number', node)
  }
  return {
    type: type.list,
    run(frame) {
      const [values, at] = [run(frame), index.run(frame)]
      // The type is a list, so the value is an array.
      return Array.isArray(values) && typeof at === 'number' ? ((values as readonly unknown[])[at] ?? null) : null
    },
  }
}

function list(parts: readonly Compiled[], node: ASTNode): Compiled {
  let type: ValueType | undefined = 'empty'
  for (const part of parts) type = type === undefined ? undefined : unify(type, part.type)
  if (type === undefined) throw new ExpressionFault('A list needs values of one kind', node)
  return { type: { list: type }, run: (frame) => parts.map((part) => part.run(frame)) }
}

function condition([test, yes, no]: readonly Compiled[], node: ASTNode): Compiled {
  if (test === undefined || yes === undefined || no === undefined)
    throw new ExpressionFault('This is not supported', node)
  const { run } = whether(test, node)
  const type = unify(yes.type, no.type)
  if (type !== undefined) return { type, run: (frame) => (run(frame) === true ? yes.run(frame) : no.run(frame)) }
  throw new ExpressionFault(`Both results must be of one kind, not ${wordOf(yes.type)} and ${wordOf(no.type)}`, node)
}

function both(sign: '&&' | '||', [left, right]: readonly Compiled[]): Compiled {
  const [one, other] = [left?.run, right?.run]
  if (sign === '&&') return { type: 'checkbox', run: (frame) => one?.(frame) === true && other?.(frame) === true }
  return { type: 'checkbox', run: (frame) => one?.(frame) === true || other?.(frame) === true }
}

function isIn(value: Compiled, values: Compiled, node: ASTNode): Compiled {
  if (
    typeof values.type === 'string' ||
    !('list' in values.type) ||
    unify(values.type.list, value.type) === undefined
  ) {
    throw new ExpressionFault(`in takes ${wordOf(value.type)} and a list of the same kind`, node)
  }
  return {
    type: 'checkbox',
    run(frame) {
      const [one, all] = [value.run(frame), values.run(frame)]
      if (!Array.isArray(all)) return false
      spendSteps(frame, all.length, node)
      return containsValue(all, one)
    },
  }
}

/** Reads a text literal compared with a day as a day. */
function asDays(left: Compiled, right: Compiled, nodes: readonly ASTNode[]): [Compiled, Compiled] {
  const toDay = (part: Compiled, other: Compiled, node: ASTNode | undefined): Compiled =>
    other.type === 'date' && node?.op === 'value' && isCalendarDate(node.args) ? { ...part, type: 'date' } : part
  return [toDay(left, right, nodes[0]), toDay(right, left, nodes[1])]
}

type CallNode = { readonly name: string; readonly args: readonly ASTNode[]; readonly node: ASTNode }

function call({ name, args, node }: CallNode, compiler: Compiler): Compiled {
  const own = compiler.scope.functions?.get(name)
  if (own !== undefined) {
    const bound = bind(own, { name, args, node }, compiler)
    return { type: bound.type, run: (frame) => bound.read(frame.row as never) ?? null }
  }
  const ofList = Object.hasOwn(listFunctions, name) ? listFunctions[name] : undefined
  if (ofList !== undefined) return callList({ name, of: ofList, args, node }, compiler, compileNode)
  const compiled = { name, args: args.map((part) => compileNode(part, compiler)), place: node }
  const plain = Object.hasOwn(plainFunctions, name) ? plainFunctions[name] : undefined
  if (plain !== undefined) return callPlain(compiled, plain)
  return callSpecial(compiled, compiler)
}

function callSpecial({ name, args, place }: Call, { uses }: Compiler): Compiled {
  const [first] = args
  switch (name) {
    case 'today':
      uses.add('today()')
      return { type: 'date', run: (frame) => frame.today }
    case 'has':
      if (first !== undefined && args.length === 1)
        return { type: 'checkbox', run: (frame) => !isEmpty(first.run(frame)) }
      break
    case 'empty':
      if (first !== undefined && args.length === 1)
        return { type: 'checkbox', run: (frame) => isEmpty(first.run(frame)) }
      break
    case 'size':
      if (first !== undefined && args.length === 1) return sizeOf(first, place)
      break
    case 'text':
    case 'string':
      if (first !== undefined && args.length === 1 && typeof first.type === 'string') {
        return calculate('+', [{ type: 'text', run: () => '' }, first], place)
      }
      break
    case 'coalesce':
      return coalesce(args, place)
    case 'matches':
      throw new ExpressionFault('matches is not supported: use like("sq*_0?0"), with * and ?', place)
  }
  const isKnown = ['has', 'empty', 'size', 'text', 'string'].includes(name)
  throw new ExpressionFault(isKnown ? `${name} takes one value` : `There is no ${name}()`, place)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function sizeOf({ type, run }: Compiled, place: Place): Compiled {
  if (type !== 'text' && (typeof type === 'string' || !('list' in type))) {
    throw new ExpressionFault('size takes a text or a list', place)
  }
  return {
    type: 'number',
    run(frame) {
      const value = run(frame)
      return typeof value === 'string' || Array.isArray(value) ? value.length : 0
    },
  }
}

function coalesce(args: readonly Compiled[], place: Place): Compiled {
  let type: ValueType | undefined = 'empty'
  for (const part of args) type = type === undefined ? undefined : unify(type, part.type)
  if (type === undefined) throw new ExpressionFault('coalesce takes values of one kind', place)
  return {
    type,
    run(frame) {
      for (const { run } of args) {
        const value = run(frame)
        if (value !== null) return value
      }
      return null
    },
  }
}
