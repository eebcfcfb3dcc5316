import { makeOptions } from '#core/fields/change-fields.ts'
import type { FieldId } from '#core/lib/ids.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldOwner } from '#core/schema/field-definitions.ts'
import { mostOptions } from './guess-field.ts'
import type { NewImportOption } from './import-changes.ts'
import { findMisspelt, findOptionNamed, foldOption, listChosen } from './option-names.ts'

/** What becomes of a name that a list does not have: an option of it, nothing, or an option that is there. */
export type OptionAnswer = 'add' | 'no' | { readonly sameAs: string }

/** What somebody says of names that lists do not have. */
export type OptionAnswers = {
  /** What becomes of those that nothing is said of; one that could be misspelt is only added where that is said of it. */
  readonly rest: 'take' | 'propose' | 'refuse'
  /** By `toOptionKey`; a list is named by one of `listNamesOf`. */
  readonly names: ReadonlyMap<string, OptionAnswer>
}

/** A name in a column of a list that the list does not have. */
export type OptionProposal = {
  /** The field's name and key. */
  readonly field: string
  readonly key: string
  readonly column: string
  /** What has the field, where another list of that name is of something else. */
  readonly of?: FieldOwner
  /** The key of the tasks' field of that name, which the column of a list of tasks could mean instead. */
  readonly insteadOf?: string
  readonly option: string
  /** How many cells say it. */
  readonly values: number
  /** The option that it could be a misspelling of. */
  readonly like?: string
  /** The option that it counts as. */
  readonly sameAs?: string
  /** Whether the import adds it, could add it, takes it for another, nobody wants it, or the list has no room for it. */
  readonly state: 'taken' | 'proposed' | 'same' | 'refused' | 'excess'
}

/** What becomes of the names that a list does not have. */
export type ProposedOptions = {
  readonly proposals: readonly OptionProposal[]
  /** The field with the options that are added. */
  readonly field: FieldDefinition
  readonly made: readonly NewImportOption[]
  readonly sameAs: ReadonlyMap<string, string>
}

type ListColumn = {
  readonly title: string
  readonly field: FieldDefinition
  readonly texts: readonly string[]
  /** Whether its rows are tasks, though it is read as a field of items. */
  readonly isOfTasks?: boolean
}
type Given = {
  readonly answers: OptionAnswers
  readonly isAllowed: boolean
  /** The fields that a name may mean. */
  readonly fields: readonly FieldDefinition[]
}

/** The longest name of an option. */
const longestName = 100

/** A name of a list as answers have it. */
export function toOptionKey(list: string, option: string): string {
  return `${list.trim().toLowerCase()}\n${foldOption(option)}`
}

/** What a list is called: with what has it, where something else has a list of that name. */
export function nameOfList({ field, of }: Pick<OptionProposal, 'field' | 'of'>): string {
  return of === undefined ? field : `${field} of ${of}s`
}

/** What answers may call a list: its name, its key or its column; only what means no other one. */
export function listNamesOf(list: Pick<OptionProposal, 'field' | 'key' | 'column' | 'of'>): readonly string[] {
  return list.of === undefined ? [list.field, list.key, list.column] : [list.key, nameOfList(list)]
}

/** What columns of lists say that their fields do not have, by field; several columns may be of one. */
export function proposeOptions(columns: readonly ListColumn[], given: Given): ReadonlyMap<FieldId, ProposedOptions> {
  const lists = new Map<FieldId, ListColumn>()
  for (const column of columns) {
    const known = lists.get(column.field.id)
    lists.set(column.field.id, { ...(known ?? column), texts: [...(known?.texts ?? []), ...column.texts] })
  }
  const proposed = new Map<FieldId, ProposedOptions>()
  for (const [id, list] of lists) {
    const ofList = proposeFor(list, given)
    if (ofList.proposals.length > 0) proposed.set(id, ofList)
  }
  return proposed
}

function proposeFor(list: ListColumn, given: Given): ProposedOptions {
  const { field } = list
  const told = listUnknown(list).map((unknown) => judge(unknown, list, given))
  const taken = told.filter(({ state }) => state === 'taken')
  const isExcess = field.options.length + taken.length > mostOptions
  const options = isExcess
    ? field.options
    : makeOptions([...field.options, ...taken.map(({ option }) => option)], field.options)
  const { id: fieldId, key } = field
  return {
    proposals: told.map((each) => (isExcess && each.state === 'taken' ? { ...each, state: 'excess' } : each)),
    field: { ...field, options },
    made: options.slice(field.options.length).map((option) => ({ fieldId, key, ...option })),
    sameAs: new Map(
      told.flatMap(({ option, sameAs }) => (sameAs === undefined ? [] : [[foldOption(option), sameAs] as const])),
    ),
  }
}

type Unknown = { readonly option: string; readonly values: number }

/** Names that the list does not have, each once, as it is written first and in that order; none that is too long for one. */
function listUnknown({ field, texts }: ListColumn): readonly Unknown[] {
  const unknown = new Map<string, Unknown>()
  for (const { text, option } of texts.flatMap((cell) => listChosen(field, cell))) {
    const name = text.replace(/\s+/g, ' ').trim()
    if (option !== undefined || name.length > longestName) continue
    const known = unknown.get(foldOption(name))
    unknown.set(foldOption(name), { option: known?.option ?? name, values: (known?.values ?? 0) + 1 })
  }
  return [...unknown.values()]
}

const ofRest = { take: 'add', propose: undefined, refuse: 'no' } as const

function judge(
  { option, values }: Unknown,
  { title, field, isOfTasks = false }: ListColumn,
  { answers, isAllowed, fields }: Given,
): OptionProposal {
  const twin = fields.find((each) => each.of !== field.of && foldName(each.name) === foldName(field.name))
  const list = {
    field: field.name,
    key: field.key,
    column: title,
    ...(twin !== undefined && { of: field.of }),
    ...(twin?.of === 'task' && isOfTasks && { insteadOf: twin.key }),
  }
  const like = findMisspelt(field.options, option)?.name
  const said = listNamesOf(list).flatMap((name) => answers.names.get(toOptionKey(name, option)) ?? [])[0]
  const rest = ofRest[answers.rest]
  const answer = said ?? (like !== undefined && rest === 'add' ? undefined : rest)
  const meant = typeof answer === 'object' ? findOptionNamed(field.options, answer.sameAs)?.name : undefined
  return {
    ...list,
    option,
    values,
    ...(like !== undefined && { like }),
    ...(meant !== undefined && { sameAs: meant }),
    state:
      meant !== undefined ? 'same' : answer === 'no' ? 'refused' : answer === 'add' && isAllowed ? 'taken' : 'proposed',
  }
}
