import { compileExpression, type Expression } from '#core/expressions/compile-expression.ts'
import type { ExpressionProblem, ExpressionValue, RowName, Scope } from '#core/expressions/types.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { knownNamesOf } from './known-names.ts'
import { makeItemScope, toExpressionValue, typeOfKind, type ItemPlace } from './item-scope.ts'

type Compiled = Result<Expression<ItemRow>, ExpressionProblem>

/** The formulas among some fields, and the scope of all names. */
export type Formulas = {
  readonly scope: Scope<ItemRow>
  /** Returns a compiled formula, or what is wrong with it. */
  get(key: string): Compiled | undefined
  /** Evaluates a formula for an item. */
  evaluate(key: string, item: ItemRow, today: CalendarDate): Result<ExpressionValue, ExpressionProblem>
  /** Tells whether an expression using `uses` depends on any of `names`, directly or through formulas. */
  asks(uses: ReadonlySet<string>, names: ReadonlySet<string>): boolean
  /** Returns an item's value under a name: a field, a formula, or what every item has; null if it has none. */
  valueOf(name: string, item: ItemRow, today: CalendarDate): unknown
}

/** Matches a name that existed when the formula was saved: a field deleted since, or one that the role may not read. */
const missing = /There is no (\S+) here(: did you mean \S+\?)?$/
const circle = 'It is circular: '

/**
 * Makes fields available to expressions. Formulas are compiled on first use; one that depends on itself is refused with
 * the cycle's path.
 */
export function makeFormulas(place: ItemPlace, fields: readonly FieldDefinition[]): Formulas {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const compiled = new Map<string, Compiled>()
  const open: { readonly key: string; readonly isLinked: boolean }[] = []
  const compile = ({ key, formula }: FieldDefinition, isLinked = false): Compiled => {
    const known = compiled.get(key)
    if (known !== undefined) return known
    const at = open.findIndex((each) => each.key === key)
    if (at >= 0) {
      const [first, ...way] = [...open.slice(at), { key, isLinked }]
      const words = way.map((each) => (each.isLinked ? `${each.key} of a linked item` : each.key))
      return err({ reason: circle + [first?.key ?? key, ...words].join(' → '), start: 0, end: formula.length })
    }
    open.push({ key, isLinked })
    const made = compileExpression(formula, scope)
    open.pop()
    // A formula that only leads into a cycle is compiled again when asked for itself, for its own path.
    if (made.ok || open.length === 0 || !made.error.reason.startsWith(circle)) compiled.set(key, made)
    return made
  }
  const read = (key: string, isLinked = false): RowName<ItemRow> | undefined => {
    const field = byKey.get(key)
    if (field === undefined) return undefined
    if (field.kind !== 'formula') return valueName(field, place)
    const made = compile(field, isLinked)
    if (made.ok) return { type: made.value.type, part: made.value.part, read: () => null, help: field.name }
    const { reason } = made.error
    return { type: 'empty', read: () => null, problem: reason.startsWith(circle) ? reason : `${key}: ${reason}` }
  }
  const scope = makeItemScope(place, {
    get: (key) => read(key),
    getLinked: (key) => read(key, true),
    keys: () => byKey.keys(),
  })
  const get = (key: string): Compiled | undefined => {
    const field = byKey.get(key)
    return field?.kind === 'formula' ? compile(field) : undefined
  }
  const evaluate: Formulas['evaluate'] = (key, item, today) => {
    const made = get(key)
    if (made === undefined) return err({ reason: `There is no formula ${key}`, start: 0, end: 0 })
    if (made.ok) return made.value.evaluate(item, today)
    return err({
      ...made.error,
      reason: made.error.reason.replace(missing, '$1 was deleted, or your role may not read it'),
    })
  }
  return {
    scope,
    get,
    evaluate,
    asks: (uses, names) =>
      dependsOn({ uses, names, find: (name) => (byKey.has(name) ? (get(name) ?? 'value') : undefined) }),
    valueOf(name, item, today) {
      if (byKey.get(name)?.kind !== 'formula') return scope.names.get(name)?.read(item) ?? null
      const result = evaluate(name, item, today)
      return result.ok ? result.value : null
    },
  }
}

type Asking = {
  readonly uses: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Looks up what a name is among the studio's fields. */
  readonly find: (name: string) => Compiled | 'value' | undefined
  readonly seen?: Set<string>
}

function dependsOn({ uses, names, find, seen = new Set() }: Asking): boolean {
  return [...uses].some((name) => {
    const found = find(name)
    if (found === undefined) return names.has(name)
    if (found === 'value' || !found.ok || seen.has(name)) return false
    seen.add(name)
    return dependsOn({ uses: found.value.uses, names, find, seen })
  })
}

function valueName(field: FieldDefinition, { studio }: ItemPlace): RowName<ItemRow> {
  // A formula's type comes from its expression.
  const type = field.kind === 'formula' ? 'empty' : typeOfKind[field.kind]
  const read = (item: ItemRow): unknown => toExpressionValue(field, item.fields?.[field.key], studio)
  return { type, read, known: knownNamesOf(field, studio), help: field.name }
}
