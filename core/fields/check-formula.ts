import { listFunctions } from '#core/expressions/list-functions.ts'
import { plainFunctions } from '#core/expressions/functions.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { formatField } from './field-text.ts'
import { makeFormulas } from './formulas.ts'
import { linkedNames } from './linked-names.ts'
import { withoutItems } from './item-scope.ts'
import { toItemPlace } from './task-scope.ts'

/** Checks a formula; fails with the reason if it cannot be calculated, or would break another formula. */
export function checkFormula(
  studio: StudioReplica,
  field: Pick<FieldDefinition, 'key' | 'name' | 'formula'>,
): Result<undefined> {
  const others = studio.getFields().filter(({ key }) => key !== field.key)
  const made = { ...bareField, ...field }
  const result = makeFormulas(withoutItems(studio), [...others, made]).get(field.key)
  if (result === undefined || result.ok) return ok(undefined)
  return err(new AppError('invalid-input', `${field.name}: ${result.error.reason}`))
}

/**
 * Returns a hint about a likely mistake in a formula, such as a comparison with a name that nothing has; it is saved
 * and calculated all the same.
 */
export function findFormulaHint(studio: StudioReplica, field: FieldDefinition): string | undefined {
  const others = studio.getFields().filter(({ key }) => key !== field.key)
  const made = makeFormulas(withoutItems(studio), [...others, field]).get(field.key)
  return made?.ok === true ? made.value.hints[0]?.reason : undefined
}

/** Lists the names that a field's formula can use: field keys, and what every item has. */
export function listNames(studio: StudioReplica, key: string): readonly string[] {
  const fields = studio.getFields().filter((field) => field.key !== key)
  const { scope } = makeFormulas(withoutItems(studio), fields)
  const stages = scope.functions?.get('task')?.choices ?? []
  return [
    ...scope.names.keys(),
    ...stages.map((name) => `task(${JSON.stringify(name)})`),
    ...Object.keys(plainFunctions),
    ...Object.keys(listFunctions),
  ]
}

/** Lists the names that formulas compare with: stages, statuses, options and people. */
export function listTexts(studio: StudioReplica): readonly string[] {
  const named = [studio.getStages(), studio.getStatuses(), studio.getAllFields().flatMap(({ options }) => options)]
  const people = studio.getMembers().filter(({ archivedAt }) => archivedAt === undefined)
  return [...named.flat().map(({ name }) => name), ...people.map(({ displayName }) => displayName)]
}

/** Lists what can follow a task or a linked item after a point. */
export function listMembers(studio: StudioReplica): readonly string[] {
  const { names } = makeFormulas(withoutItems(studio), studio.getFields()).scope
  return ['tasks', 'cast'].flatMap((name) => {
    const type = names.get(name)?.type
    const of = typeof type === 'object' && 'list' in type ? type.list : undefined
    return typeof of === 'object' && 'members' in of ? [...of.members.keys()] : []
  })
}

/** A formula's result for one item, while it is being written, or the reason there is none. */
export type FormulaSample = {
  readonly id: ItemId
  readonly title: string
  readonly text: string
  readonly isProblem: boolean
}

/** Evaluates a formula for the first items of a space, those with a value first; empty if it does not compile. */
export function previewFormula(
  { studio, space }: { readonly studio: StudioReplica; readonly space: SpaceReplica },
  field: FieldDefinition,
  { today, count = 3 }: { readonly today: CalendarDate; readonly count?: number },
): readonly FormulaSample[] {
  const others = studio.getFields().filter(({ key }) => key !== field.key)
  const formulas = makeFormulas(toItemPlace({ studio, space }), [...others, field])
  const compiled = formulas.get(field.key)
  // Linked items may not be on this device: the grid loads them, and a preview shows nothing rather than part of the
  // result.
  if (compiled?.ok !== true || formulas.asks(compiled.value.uses, linkedNames)) return []
  const items = space.getCollections().flatMap(({ id }) => space.getItems(id))
  const samples = items.slice(0, mostLookedAt).map((item): FormulaSample & { readonly isEmpty: boolean } => {
    const { id, title } = item
    const result = formulas.evaluate(field.key, item, today)
    if (!result.ok) return { id, title, text: result.error.reason, isProblem: true, isEmpty: true }
    const { value } = result
    const isEmpty = value === null
    // An expression returns what fields hold, or empty.
    const text = isEmpty ? 'nothing' : formatField(field, value as FieldValue, [])
    return { id, title, text, isProblem: false, isEmpty }
  })
  return [...samples.filter(({ isEmpty }) => !isEmpty), ...samples.filter(({ isEmpty }) => isEmpty)].slice(0, count)
}

const mostLookedAt = 100

const bareField = {
  id: '' as FieldDefinition['id'],
  of: 'item',
  description: '',
  kind: 'formula',
  unit: '',
  decimals: undefined,
  options: [],
  defaultValue: undefined,
  placeIds: [],
  writeFloor: '',
  readFloor: '',
  position: 0,
} as const satisfies Partial<FieldDefinition>
