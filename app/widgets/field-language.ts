import { linkedNames } from '#core/fields/linked-names.ts'
import type { ExpressionProblem, ExpressionValue } from '#core/expressions/types.ts'
import type { compileExpression } from '#core/expressions/compile-expression.ts'
import type { Formulas, makeFormulas } from '#core/fields/formulas.ts'
import { makeDateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemLinks } from '#core/casting/item-links.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { makeSpaceColumns } from './formula-columns/space-columns.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

type Worked = Result<ExpressionValue, ExpressionProblem>
type Place = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly links: ItemLinks
}

/** Formulas of a space's items, and conditions about them; the language is loaded once it is needed. */
export type FieldLanguage = {
  /** Returns a formula's value for an item; undefined until the language is loaded. */
  readonly read: (item: ItemRow, field: FieldDefinition) => Worked | undefined
  /** The same for uses that need every item, such as a sort or total: for a large space, calculated in a worker. */
  readonly readAll: (item: ItemRow, field: FieldDefinition) => Worked | undefined
  /** Whether the field's values are numbers; for a formula, known from its text once the language is loaded. */
  readonly isOfNumbers: (field: FieldDefinition) => boolean
  /** Returns a test for a condition; one that cannot be read, or not yet, lets everything pass. */
  readonly makeTest: (text: string) => (item: ItemRow) => boolean
  /** Returns what is wrong with a condition; undefined if nothing is. */
  readonly check: (text: string) => Promise<string | undefined>
  /** The same, synchronously: also undefined until the language is loaded. */
  readonly findProblem: (text: string) => string | undefined
  /**
   * Returns what is probably a mistake in a condition, such as an unknown name; also undefined until the language is
   * loaded.
   */
  readonly findHint: (text: string) => string | undefined
  /** The current day on this device. */
  readonly today: () => CalendarDate
  /** Increases when the language is loaded, and when linked items change. */
  readonly getVersion: () => number
  readonly subscribe: (listener: () => void) => () => void
}

type Parts = {
  readonly makeFormulas: typeof makeFormulas
  readonly compileExpression: typeof compileExpression
}

export function makeFieldLanguage(given: Place): FieldLanguage {
  const place = { ...given, getArtists: (task: Task, of: Pick<SpaceReplica, 'replica'>) => listAssignees(of, task) }
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())
  const { load, ask, get } = makeLoader(tell)
  const catalogue = ['field_definitions', 'item_kinds', 'stages', 'task_statuses', 'studio_members'] as const
  const read = memoByVersion(place.studio.replica, catalogue, () =>
    get()?.makeFormulas(place, place.studio.getFields()),
  )
  // Before the language is loaded this would cache an empty result.
  const formulas = (): Formulas | undefined => (get() === undefined ? undefined : read())
  const compile = (text: string, known: Formulas) => get()?.compileExpression(text, known.scope)
  const today = makeToday()
  const kept = makeKept(place, today)
  const columns = makeSpaceColumns({ ...place, today, tell })
  const judge = (text: string) => {
    const known = formulas()
    return known === undefined ? undefined : compile(text, known)
  }
  const findProblem = (text: string): string | undefined => toProblem(judge(text))
  return {
    read: (item, field) => {
      const known = ask() === undefined ? undefined : formulas()
      return known === undefined ? undefined : kept.read(known, item, field.key)
    },
    readAll: (item, field) => {
      const known = ask() === undefined ? undefined : formulas()
      if (known === undefined) return undefined
      const isBeside = columns.isBeside() && !kept.asksLinks(known, field.key)
      return isBeside ? columns.find({ key: field.key }, item.id) : kept.read(known, item, field.key)
    },
    isOfNumbers: makeIsOfNumbers(() => (ask() === undefined ? undefined : formulas())),
    makeTest: (text) => {
      const known = ask() === undefined ? undefined : formulas()
      const compiled = known === undefined ? undefined : compile(text, known)
      if (known === undefined || compiled?.ok !== true || compiled.value.type !== 'checkbox') return () => true
      if (columns.isBeside() && !known.asks(compiled.value.uses, linkedNames)) {
        return ({ id }) => isTrueOrUnknown(columns.find({ text }, id))
      }
      const day = today()
      return (item) => {
        const result = compiled.value.evaluate(item, day)
        return result.ok && result.value === true
      }
    },
    check: async (text) => await load().then(() => findProblem(text)),
    findProblem,
    findHint: (text) => toHint(judge(text)),
    today,
    getVersion: () => (get() === undefined ? 0 : 1) + place.links.getVersion() + columns.getVersion(),
    subscribe: (listener) => {
      listeners.add(listener)
      const stop = place.links.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
        if (listeners.size === 0) columns.end()
      }
    },
  }
}

function makeIsOfNumbers(getFormulas: () => Formulas | undefined): FieldLanguage['isOfNumbers'] {
  return ({ kind, key }) => {
    if (kind !== 'formula') return kind === 'number'
    const made = getFormulas()?.get(key)
    return made?.ok === true && made.value.type === 'number'
  }
}

function toProblem(compiled: ReturnType<typeof compileExpression> | undefined): string | undefined {
  if (compiled === undefined) return undefined
  if (!compiled.ok) return compiled.error.reason
  return compiled.value.type === 'checkbox' ? undefined : 'It must be true or false'
}

function toHint(compiled: ReturnType<typeof compileExpression> | undefined): string | undefined {
  return compiled?.ok === true ? compiled.value.hints[0]?.reason : undefined
}

/** Loads the language once it is first needed. */
function makeLoader(tell: () => void) {
  let parts: Parts | undefined
  let isAsked = false
  const load = async (): Promise<void> => {
    const [loaded, language] = await Promise.all([
      import('#core/fields/formulas.ts'),
      import('#core/expressions/compile-expression.ts'),
    ])
    if (parts !== undefined) return
    parts = { makeFormulas: loaded.makeFormulas, compileExpression: language.compileExpression }
    tell()
  }
  const ask = (): Parts | undefined => {
    // Without a network it stays unloaded: formulas stay empty, and the next page tries again.
    if (!isAsked) void load().catch(() => undefined)
    isAsked = true
    return parts
  }
  return { load, ask, get: () => parts }
}

/** Returns the current day on this device, computed at most once a minute. */
function makeToday(): () => CalendarDate {
  const dayOf = makeDateInZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  let [minute, day]: [number, CalendarDate] = [-1, '1970-01-01']
  return () => {
    const now = Date.now()
    if (Math.floor(now / 60_000) !== minute) [minute, day] = [Math.floor(now / 60_000), dayOf(now)]
    return day
  }
}

/** Caches a formula's value for an item until the item, its tasks, linked items it reads or the catalogue change. */
function makeKept({ space, links }: Place, today: () => CalendarDate) {
  type Kept = { readonly seen: readonly unknown[]; readonly values: Map<string, { worked: Worked; linked: number }> }
  const kept = new WeakMap<ItemRow, Kept>()
  const asking = new WeakMap<Formulas, Map<string, boolean>>()
  const asksLinks = (formulas: Formulas, key: string): boolean => {
    const known = asking.get(formulas) ?? new Map<string, boolean>()
    asking.set(formulas, known)
    const made = formulas.get(key)
    const asks = known.get(key) ?? (made?.ok === true && formulas.asks(made.value.uses, linkedNames))
    known.set(key, asks)
    return asks
  }
  const readKept = (formulas: Formulas, item: ItemRow, key: string): Worked => {
    const seen = [formulas, space.replica.getRowVersion(item.id), today()]
    let known = kept.get(item)
    if (known === undefined || known.seen.some((each, at) => each !== seen[at])) known = { seen, values: new Map() }
    kept.set(item, known)
    const linked = asksLinks(formulas, key) ? links.getVersion() : 0
    const before = known.values.get(key)
    if (before?.linked === linked) return before.worked
    const worked = formulas.evaluate(key, item, today())
    // The first evaluation may change the version of the links.
    known.values.set(key, { worked, linked: linked === 0 ? 0 : links.getVersion() })
    return worked
  }
  return { asksLinks, read: readKept }
}

/** Lets everything pass until the value is known. */
function isTrueOrUnknown(worked: Worked | undefined): boolean {
  return worked === undefined || (worked.ok && worked.value === true)
}
