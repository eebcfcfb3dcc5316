import type { FieldAnswer, FieldAnswers, FieldProposal } from '#core/exchange/propose-fields.ts'
import { hasOptions } from '#core/fields/kind-titles.ts'
import { fieldKinds } from '#core/schema/field-definitions.ts'
import { usageError } from '../cli-error.ts'
import { readOptionAnswers, readRest } from './option-answers.ts'

export type FieldAnswerOptions = {
  readonly fields?: string
  readonly field?: readonly string[]
  readonly options?: string
  readonly option?: readonly string[]
}

const kinds = fieldKinds.filter((kind) => kind !== 'formula')

/** Reads `--fields` and `--field`: what becomes of columns that match no field. */
export function readFieldAnswers(
  { fields = 'propose', field = [], options, option }: FieldAnswerOptions,
  isAllowed: boolean,
): FieldAnswers {
  const rest = readRest('--fields', fields)
  const columns = new Map(
    field.map((given): [string, FieldAnswer | 'guessed'] => {
      const at = given.lastIndexOf('=')
      const word = given
        .slice(at + 1)
        .trim()
        .toLowerCase()
        .replaceAll('-', '_')
      const kind = word === 'no' ? word : kinds.find((each) => each === word)
      if (at !== -1 && kind === undefined)
        throw usageError(
          `"${given.slice(at + 1)}" is not a kind of field.`,
          `Write --field 'Mood=choice': ${kinds.join(', ')}, or no.`,
        )
      return [(at === -1 ? given : given.slice(0, at)).trim().toLowerCase(), kind ?? 'guessed']
    }),
  )
  return { rest, columns, options: readOptionAnswers({ options, option }), isAllowed }
}

/** Refuses unknown columns, and kinds that a column's values do not fit. */
export function checkFieldAnswers({ columns }: FieldAnswers, proposals: readonly FieldProposal[]): void {
  const names = proposals.map(({ column }) => column)
  for (const [wanted, answer] of columns) {
    const found = proposals.find(({ column }) => column.toLowerCase() === wanted)
    if (found === undefined)
      throw usageError(
        `--field ${wanted}: no column of that name can become a field.`,
        names.length === 0 ? 'No column of this file can.' : `These can: ${names.join(', ')}.`,
      )
    if (answer !== 'no' && answer !== 'guessed' && !found.kinds.includes(answer) && hasOptions(answer))
      throw usageError(
        `${found.column} has too many different values to choose from.`,
        `Write --field '${found.column}=text'.`,
      )
  }
}

/** Explains how to turn columns into fields; empty if there are none. */
export function describeChoice(proposals: readonly FieldProposal[], isAllowed: boolean): readonly string[] {
  const open = proposals.filter(({ state }) => state === 'proposed')
  const [first] = open
  if (first === undefined) return []
  if (!isAllowed)
    return [
      'Your role may not create fields: these values are left out unless somebody whose role may imports the file.',
    ]
  return [
    `Plan again with --fields all, or one by one: --field '${first.column}', --field '${first.column}=text', --field '${first.column}=no'.`,
  ]
}
