import {
  expressionsOf,
  fieldName,
  findKind,
  getGoneNames,
  isAnyEnough,
  listSubjects,
  type Filter,
  type FilterChoice,
  type FilterCondition,
  type FilterScreen,
  type FilterSource,
  type FilterSubject,
} from './filter-kinds.ts'
import { listGone } from './gone-choices.ts'
import { isComplete, noneId, type FilterTest } from './filter-tests.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** One condition in words, as on its chip. */
export type FilterSummary = { readonly condition: FilterCondition; readonly label: string; readonly values: string }

const maxNames = 2

/**
 * Describes each condition: the names of the chosen values or, of many, their number. Incomplete conditions are left
 * out.
 */
export function summarizeFilter(filter: Filter, screen: FilterScreen, source: FilterSource): readonly FilterSummary[] {
  return filter.flatMap((condition) => summarizeCondition(condition, screen, source) ?? [])
}

function summarizeCondition(
  condition: FilterCondition,
  screen: FilterScreen,
  source: FilterSource,
): FilterSummary | undefined {
  const kind = findKind(condition, screen)
  const { field, test, values } = condition
  if (isAnyEnough([condition])) return { condition, label: 'Joined by', values: 'any of these' }
  if (expressionsOf([condition]).length > 0 && screen !== 'timeline') {
    const [problem] = values.flatMap((text) => source.findProblem?.(text) ?? [])
    const [hint] = values.flatMap((text) => source.findHint?.(text) ?? [])
    const told = problem === undefined ? hint : `not applied: ${problem}`
    const said = values.join(' and ')
    return { condition, label: 'Where', values: told === undefined ? said : `${said} (${told})` }
  }
  if (kind !== undefined) {
    const choices = kind.choices(source)
    const gone = listGone(values, choices, getGoneNames(kind, source))
    return { condition, label: kind.label, values: nameValues(values, [...gone, ...choices]) }
  }
  const subject = listSubjects(screen, source).find((each) => each.field === field)
  const known = subject?.tests.find((each) => each.test === test)
  if (subject === undefined || known === undefined) {
    return { condition, ...describeUnknown(field, subject, source) }
  }
  if (!isComplete(known, values)) return undefined
  return {
    condition,
    label: subject.label,
    values: describeTest(known, values, listTestChoices(subject, source, values)),
  }
}

/**
 * Describes a condition that is not applied: its field or stage is gone, its field's kind changed, or a later version
 * made it.
 */
function describeUnknown(
  field: string,
  subject: FilterSubject | undefined,
  { fields = [], everyField = fields }: FilterSource,
): Omit<FilterSummary, 'condition'> {
  if (subject?.definition !== undefined)
    return { label: subject.label, values: 'does not fit the kind of the field, not applied' }
  const [, name = '', stageId] = /^((?:field|task):[^@]*)(@.*)?$/s.exec(field) ?? []
  if (name === '') return { label: subject?.label ?? field, values: 'unknown to this version, not applied' }
  const known = fields.find((each) => fieldName(each) === name)
  if (known !== undefined && stageId !== undefined)
    return { label: `${known.name} of a deleted stage`, values: 'not applied' }
  const elsewhere = known ?? everyField.find((each) => fieldName(each) === name)
  if (elsewhere !== undefined) return { label: elsewhere.name, values: 'not applied here' }
  return { label: `Missing field “${name.slice(name.indexOf(':') + 1)}”`, values: 'not applied' }
}

function describeTest(
  { label, takes }: FilterTest,
  values: readonly string[],
  choices: readonly FilterChoice[],
): string {
  if (takes === 'nothing') return label
  if (takes === 'choices') return `${label} ${nameValues(values, choices)}`
  return `${label} ${values.join(' and ')}`
}

function nameValues(values: readonly string[], choices: readonly FilterChoice[]): string {
  const named = values.flatMap((value) => choices.find(({ id }) => id === value) ?? [])
  if (named.length === values.length && named.length <= maxNames)
    return named.map(({ short, name }) => short ?? name).join(', ')
  const gone = named.filter(({ isGone }) => isGone === true).length
  return gone === 0 ? String(values.length) : `${values.length} (${gone} removed)`
}

/**
 * Lists what a test can choose from: options, people, nothing at all, or what its kind offers. Chosen values that are
 * gone come first.
 */
export function listTestChoices(
  { kind, definition }: FilterSubject,
  source: FilterSource,
  values: readonly string[],
): readonly FilterChoice[] {
  if (kind !== undefined) {
    const choices = kind.choices(source)
    return [...listGone(values, choices, getGoneNames(kind, source)), ...choices]
  }
  if (definition === undefined) return []
  if (definition.kind === 'checkbox') return boxChoices
  const nothing = { id: noneId, name: 'Nothing' }
  const isPerson = definition.kind === 'person'
  const choices: readonly FilterChoice[] = isPerson ? source.artists : definition.options
  const gone = { gone: removedName, unlisted: isPerson ? source.unlisted?.artist : undefined }
  return [...listGone(values, choices, gone), ...choices, nothing]
}

const boxChoices: readonly FilterChoice[] = [
  { id: 'true', name: 'Ticked' },
  { id: noneId, name: 'Not ticked' },
]
