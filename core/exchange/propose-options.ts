import { makeOptions } from '#core/fields/change-fields.ts'
import type { FieldId } from '#core/lib/ids.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldOwner } from '#core/schema/field-definitions.ts'
import { mostOptions } from './guess-field.ts'
import type { NewImportOption } from './import-changes.ts'
import { findMisspelt, findOptionNamed, foldOption, listChosen } from './option-names.ts'

/** The answer for a name that a list lacks: add it as an option, ignore it, or treat it as an existing option. */
export type OptionAnswer = 'add' | 'no' | { readonly sameAs: string }

/** A person's answers about option names that lists lack. */
export type OptionAnswers = {
  /** What to do with names without an answer; a possible misspelling is only added if the person says so. */
  readonly rest: 'take' | 'propose' | 'refuse'
  /** Answers by `toOptionKey`; any of `listNamesOf` names the list. */
  readonly names: ReadonlyMap<string, OptionAnswer>
}

/** A name in a list column that the list lacks. */
export type OptionProposal = {
  /** The field's name and key. */
  readonly field: string
  readonly key: string
  readonly column: string
  /** What the field is of, if something else has a list of that name. */
  readonly of?: FieldOwner
  /** The key of the tasks' field of that name, which a column in a list of tasks could mean instead. */
  readonly insteadOf?: string
  readonly option: string
  /** The number of cells with it. */
  readonly values: number
  /** The option it may be a misspelling of. */
  readonly like?: string
  /** The option it is treated as. */
  readonly sameAs?: string
  /** Whether the import adds it, could add it, treats it as another, was told to ignore it, or finds the list full. */
  readonly state: 'taken' | 'proposed' | 'same' | 'refused' | 'excess'
}

/** Names that a list lacks, and the options to add for those accepted. */
export type ProposedOptions = {
  readonly proposals: readonly OptionProposal[]
  /** The field, including the added options. */
  readonly field: FieldDefinition
  readonly made: readonly NewImportOption[]
  readonly sameAs: ReadonlyMap<string, string>
}

type ListColumn = {
  readonly title: string
  readonly field: FieldDefinition
  readonly texts: readonly string[]
  /** Whether its rows are tasks, although it is read as a field of items. */
  readonly isOfTasks?: boolean
}
type Given = {
  readonly answers: OptionAnswers
  readonly isAllowed: boolean
  /** The fields that a name may mean. */
  readonly fields: readonly FieldDefinition[]
}

/** The most characters in the name of an option. */
const longestName = 100

/** Makes the key of an option name in answers. */
export function toOptionKey(list: string, option: string): string {
  return `${list.trim().toLowerCase()}\n${foldOption(option)}`
}

/** Returns the name of a list, with what it is of if something else has a list of that name. */
export function nameOfList({ field, of }: Pick<OptionProposal, 'field' | 'of'>): string {
  return of === undefined ? field : `${field} of ${of}s`
}

/** Lists the names that answers may use for a list: its name, key or column, if unambiguous. */
export function listNamesOf(list: Pick<OptionProposal, 'field' | 'key' | 'column' | 'of'>): readonly string[] {
  return list.of === undefined ? [list.field, list.key, list.column] : [list.key, nameOfList(list)]
}

/** Proposes options for names that lists lack, by field; several columns may belong to one field. */
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
  const told = listUnknown(list).map((unknown) => proposeForColumn(unknown, list, given))
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

/** Lists the names that a list lacks, in order, spelt as they first occur; too long ones are left out. */
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

function proposeForColumn(
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
