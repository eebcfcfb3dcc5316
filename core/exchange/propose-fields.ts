import { makeOptions } from '#core/fields/change-fields.ts'
import { parseFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import { makeUniqueKey } from '#core/lib/field-key.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { fieldKinds, type FieldDefinition, type FieldKind } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { isErrorCell } from './error-cell.ts'
import type { DayOrder } from './read-day.ts'
import type { OptionAnswers } from './propose-options.ts'
import { guessField, listOptions, listParts, mostOptions, toFieldInput } from './guess-field.ts'

/** The answer for a column that matches no field: a kind of field, or `no`. */
export type FieldAnswer = FieldKind | 'no'

/** A person's answers about columns that could become fields. */
export type FieldAnswers = {
  /** What to do with columns without an answer. */
  readonly rest: 'take' | 'propose' | 'refuse'
  /** Answers by the column name of the proposal, in lower case; `guessed` keeps the guessed kind. */
  readonly columns: ReadonlyMap<string, FieldAnswer | 'guessed'>
  /** What to do with option names that lists lack; proposed if absent. */
  readonly options?: OptionAnswers | undefined
  /** Whether the person may create and change fields. */
  readonly isAllowed: boolean
}

/** A column that matches no field of the studio, and the field it could become. */
export type FieldProposal = {
  /** Its title, numbered if an earlier column has the same. */
  readonly column: string
  readonly name: string
  readonly key: string
  readonly kind: FieldKind
  readonly unit: string
  /** The options of a list. */
  readonly options: readonly string[]
  /** How many rows have a value, and how many of those do not fit the kind. */
  readonly values: number
  readonly misfits: number
  readonly examples: readonly string[]
  /** The kinds it can be. */
  readonly kinds: readonly FieldKind[]
  /** Whether its field is one of tasks; items otherwise. */
  readonly of?: 'task'
  /** Whether it is more likely a stage. */
  readonly isStage?: true
  /** What a field has that the file describes; others are guessed from their values, and of items. */
  readonly described?: { readonly of: 'item' | 'task'; readonly formula: string }
  /** Whether the import creates it, could create it, or was told not to. */
  readonly state: 'taken' | 'proposed' | 'refused'
}

/** A field that an import may create: one that the file describes even if no row has a value. */
export type NewField = FieldDefinition & { readonly isDescribed?: true }

/** A proposal, and the field that the import creates for it, if any. */
export type ProposedField = { readonly proposal: FieldProposal; readonly field: NewField | undefined }

type Column = {
  readonly title: string
  readonly texts: readonly string[]
  /** Whether it is more likely a stage, so that it becomes a field only if the person says so. */
  readonly isStage?: boolean
  /** Whether its values are of tasks. */
  readonly isOfTasks?: boolean
  /** The field that the file describes for it. */
  readonly described?: NewField | undefined
}
type Given = {
  readonly columns: readonly Column[]
  readonly answers: FieldAnswers
  /** All fields of the studio. */
  readonly present: readonly FieldDefinition[]
  readonly people: FieldPeople
  /** All fields that the file describes, whose keys and places no other takes. */
  readonly described?: readonly FieldDefinition[] | undefined
  /** The order of day and month in ambiguous dates. */
  readonly dayOrder?: DayOrder | undefined
}

/** Lists the fields that a file's columns become. */
export function listNewFields({ proposed }: { readonly proposed: readonly ProposedField[] }): readonly NewField[] {
  return proposed.flatMap(({ field }) => field ?? [])
}

const ofRest = { take: 'guessed', propose: undefined, refuse: 'no' } as const

/** Proposes fields for columns, in order. */
export function proposeFields({
  columns,
  answers,
  present,
  people,
  described = [],
  dayOrder,
}: Given): readonly ProposedField[] {
  const keys = new Set([...present, ...described].map(({ key }) => key))
  const labels = new Set<string>()
  let position = Math.max(0, ...[...present, ...described].map((field) => field.position))
  return columns.map((given) => {
    const { title, texts: written, isStage = false, isOfTasks = false } = given
    const of = isOfTasks ? 'task' : 'item'
    // Formula errors say nothing about what the column holds.
    const right = written.filter((text) => !isErrorCell(text))
    const texts = right.length === 0 ? written : right
    const column = freeLabel(title, labels)
    const guess = given.described ?? guessTitled({ title, texts }, people, dayOrder)
    const { kind, state } = judge(column, { kind: guess.kind, isStage, answers })
    position += 1
    const isAsDescribed = given.described?.kind === kind
    const field =
      given.described === undefined
        ? makeField({ column, kind, of, unit: kind === 'number' ? guess.unit : '', texts, position, keys })
        : asKind(given.described, kind, texts)
    const { name, key, unit, options } = field
    const proposal: FieldProposal = {
      column,
      name,
      key,
      kind,
      unit,
      options: options.map((option) => option.name),
      values: written.length,
      misfits:
        written.length -
        texts.length +
        texts.filter((text) => !readProposed(field, text, { people, dayOrder }).ok).length,
      examples: listOptions(texts).slice(0, 3),
      kinds: [...new Set([...(isAsDescribed ? [kind] : []), ...listKinds(texts)])],
      ...(field.of === 'task' && { of: 'task' }),
      ...(isStage && { isStage }),
      ...(isAsDescribed && { described: { of: 'item', formula: '' } }),
      state,
    }
    return { proposal, field: state === 'taken' ? field : undefined }
  })
}

/** Judges by a person's answers what becomes of a field that is proposed under a label. */
export function judge(
  label: string,
  { kind, isStage, answers }: { readonly kind: FieldKind; readonly isStage?: boolean; readonly answers: FieldAnswers },
): Pick<FieldProposal, 'kind' | 'state'> {
  const answer =
    answers.columns.get(label.toLowerCase()) ??
    (isStage === true && answers.rest === 'take' ? undefined : ofRest[answers.rest])
  return {
    kind: answer === undefined || answer === 'no' || answer === 'guessed' ? kind : answer,
    state: answer === 'no' ? 'refused' : answer === undefined || !answers.isAllowed ? 'proposed' : 'taken',
  }
}

/** Makes a described field, of another kind if somebody says so; a list without options gets those of its cells. */
function asKind(field: NewField, kind: FieldKind, texts: readonly string[]): NewField {
  if (field.kind === kind && field.options.length > 0) return field
  const options = makeOptionsOf(kind, texts)
  return field.kind === kind ? { ...field, options } : { ...field, kind, unit: '', decimals: undefined, options }
}

function makeOptionsOf(kind: FieldKind, texts: readonly string[]): FieldDefinition['options'] {
  const names = kind === 'choice' ? listOptions(texts) : kind === 'choices' ? listOptions(texts.flatMap(listParts)) : []
  return makeOptions(names, [])
}

type Guessed = Pick<FieldDefinition, 'of' | 'kind' | 'unit' | 'position'> & {
  readonly column: string
  readonly texts: readonly string[]
  readonly keys: Set<string>
}

function makeField({ column, of, kind, unit, texts, position, keys }: Guessed): NewField {
  const name = toFieldName(column)
  const key = makeUniqueKey(name, keys)
  const options = makeOptionsOf(kind, texts)
  return newRow('field_definitions', { id: newId<FieldId>(), of, key, name, kind, unit, position, options })
}

/** Parses a cell for the field created for its column. */
export function readProposed(
  field: FieldDefinition,
  text: string,
  { people, dayOrder }: Pick<Given, 'people' | 'dayOrder'>,
): ReturnType<typeof parseFieldText> {
  return parseFieldText(field, toFieldInput(field, text, dayOrder), people)
}

function guessTitled(
  { title, texts }: Pick<Column, 'title' | 'texts'>,
  people: FieldPeople,
  dayOrder: DayOrder | undefined,
) {
  const guess = guessField(texts, people, dayOrder)
  const isOfTags = /^(tags|tag list|labels)$/i.test(title.replaceAll('_', ' ').trim())
  const isText = guess.kind === 'text' || guess.kind === 'choice'
  return isOfTags && isText && listKinds(texts).includes('choices') ? { kind: 'choices' as const, unit: '' } : guess
}

/** Lists the kinds of field that the texts could be values of: no list with too many options, and never a formula. */
export function listKinds(texts: readonly string[]): readonly FieldKind[] {
  const isShort = (options: readonly string[]): boolean =>
    listOptions(options).length <= mostOptions && options.every((name) => name.length <= 100)
  return fieldKinds.filter((kind) => {
    if (kind === 'choice') return isShort(texts)
    return kind === 'choices' ? isShort(texts.flatMap(listParts)) : kind !== 'formula'
  })
}

/** Makes a label that no other proposal has, and adds it to `taken`. */
export function freeLabel(title: string, taken: Set<string>): string {
  let label = title
  for (let n = 2; taken.has(label.toLowerCase()); n += 1) label = `${title} ${n}`
  taken.add(label.toLowerCase())
  return label
}

/**
 * Turns `sg_camera_lens`, `attrib.camera_lens` or our own `field camera_lens` into `Camera lens`; other titles stay.
 */
function toFieldName(title: string): string {
  const plain = title.trim().replace(/^(?:sg_|attrib\.|custom_attributes\.|field (?=[a-z][a-z\d_]*$))/i, '')
  const isWritten = plain === title.trim() && !/^[a-z\d]+(?:_[a-z\d]+)+$/.test(plain)
  const words = isWritten ? plain : plain.replaceAll('_', ' ')
  return (isWritten ? words : words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 100).trim()
}
