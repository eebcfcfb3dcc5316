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
  /** Whether it is more likely a stage. */
  readonly isStage?: true
  /** Whether the import creates it, could create it, or was told not to. */
  readonly state: 'taken' | 'proposed' | 'refused'
}

/** A proposal, and the field that the import creates for it, if any. */
export type ProposedField = { readonly proposal: FieldProposal; readonly field: FieldDefinition | undefined }

type Column = {
  readonly title: string
  readonly texts: readonly string[]
  /** Whether it is more likely a stage, so that it becomes a field only if the person says so. */
  readonly isStage?: boolean
}
type Given = {
  readonly columns: readonly Column[]
  readonly answers: FieldAnswers
  /** All fields of the studio. */
  readonly present: readonly FieldDefinition[]
  readonly people: FieldPeople
  /** The order of day and month in ambiguous dates. */
  readonly dayOrder?: DayOrder | undefined
}

/** Lists the fields that a file's columns become. */
export function listNewFields({
  proposed,
}: {
  readonly proposed: readonly ProposedField[]
}): readonly FieldDefinition[] {
  return proposed.flatMap(({ field }) => field ?? [])
}

const ofRest = { take: 'guessed', propose: undefined, refuse: 'no' } as const

/** Proposes fields for columns, in order. */
export function proposeFields({ columns, answers, present, people, dayOrder }: Given): readonly ProposedField[] {
  const keys = new Set(present.map(({ key }) => key))
  const labels = new Set<string>()
  let position = Math.max(0, ...present.map((field) => field.position))
  return columns.map(({ title, texts: written, isStage = false }) => {
    // Formula errors say nothing about what the column holds.
    const right = written.filter((text) => !isErrorCell(text))
    const texts = right.length === 0 ? written : right
    const column = freeLabel(title, labels)
    const name = toFieldName(column)
    const key = makeUniqueKey(name, keys)
    const guess = guessTitled({ title, texts }, people, dayOrder)
    const answer =
      answers.columns.get(column.toLowerCase()) ??
      (isStage && answers.rest === 'take' ? undefined : ofRest[answers.rest])
    const kind = answer === undefined || answer === 'no' || answer === 'guessed' ? guess.kind : answer
    const state = answer === 'no' ? 'refused' : answer === undefined || !answers.isAllowed ? 'proposed' : 'taken'
    const unit = kind === 'number' ? guess.unit : ''
    const options =
      kind === 'choice' ? listOptions(texts) : kind === 'choices' ? listOptions(texts.flatMap(listParts)) : []
    position += 1
    const row = { id: newId<FieldId>(), key, name, kind, unit, position, options: makeOptions(options, []) }
    const field = newRow('field_definitions', row)
    const proposal: FieldProposal = {
      column,
      name,
      key,
      kind,
      unit,
      options,
      values: written.length,
      misfits:
        written.length -
        texts.length +
        texts.filter((text) => !readProposed(field, text, { people, dayOrder }).ok).length,
      examples: listOptions(texts).slice(0, 3),
      kinds: listKinds(texts),
      ...(isStage && { isStage }),
      state,
    }
    return { proposal, field: state === 'taken' ? field : undefined }
  })
}

/** Parses a cell for the field created for its column. */
export function readProposed(
  field: FieldDefinition,
  text: string,
  { people, dayOrder }: Pick<Given, 'people' | 'dayOrder'>,
): ReturnType<typeof parseFieldText> {
  return parseFieldText(field, toFieldInput(field, text, dayOrder), people)
}

function guessTitled({ title, texts }: Column, people: FieldPeople, dayOrder: DayOrder | undefined) {
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

function freeLabel(title: string, taken: Set<string>): string {
  let label = title
  for (let n = 2; taken.has(label.toLowerCase()); n += 1) label = `${title} ${n}`
  taken.add(label.toLowerCase())
  return label
}

/**
 * Turns `sg_camera_lens`, `attrib.camera_lens` or our own `field camera_lens` into `Camera lens`; other titles stay.
 */
function toFieldName(title: string): string {
  const plain = title.trim().replace(/^(?:sg_|attrib\.|field (?=[a-z][a-z\d_]*$))/i, '')
  const isWritten = plain === title.trim() && !/^[a-z\d]+(?:_[a-z\d]+)+$/.test(plain)
  const words = isWritten ? plain : plain.replaceAll('_', ' ')
  return (isWritten ? words : words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 100).trim()
}
