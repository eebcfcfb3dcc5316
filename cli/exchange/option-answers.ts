import { findOptionNamed } from '#core/exchange/option-names.ts'
import {
  listNamesOf,
  nameOfList,
  toOptionKey,
  type OptionAnswer,
  type OptionAnswers,
  type OptionProposal,
  type ProposedOptions,
} from '#core/exchange/propose-options.ts'
import { usageError } from '../cli-error.ts'

const rests = { propose: 'propose', none: 'refuse', all: 'take' } as const

/** Parses what becomes of everything no other flag names. */
export function readRest(flag: string, given: string): OptionAnswers['rest'] {
  const rest = Object.entries(rests).find(([name]) => name === given)?.[1]
  if (rest === undefined) throw usageError(`${flag} is one of ${Object.keys(rests).join(', ')}.`)
  return rest
}

type Given = { readonly options?: string | undefined; readonly option?: readonly string[] | undefined }

/** Reads `--options` and `--option`: what becomes of options that lists do not have. */
export function readOptionAnswers({ options = 'propose', option = [] }: Given): OptionAnswers {
  const names = new Map(
    option.map((given): [string, OptionAnswer] => {
      const [list = '', name = '', ...rest] = given.split('=').map((part) => part.trim())
      const meant = rest.join('=')
      if (list === '' || name === '')
        throw usageError(`--option ${given} names no field and option.`, "Write --option 'Vendor=Northwind'.")
      const answer = meant === '' ? 'add' : meant.toLowerCase() === 'no' ? 'no' : { sameAs: meant }
      return [toOptionKey(list, name), answer]
    }),
  )
  return { rest: readRest('--options', options), names }
}

/** Refuses answers for options no list lacks, and replacements a list does not have. */
export function checkOptionAnswers(answers: OptionAnswers | undefined, lists: readonly ProposedOptions[]): void {
  const known = new Map(
    lists.flatMap(({ field, proposals }) =>
      proposals.flatMap((proposal) =>
        listNamesOf(proposal).map((name) => [toOptionKey(name, proposal.option), field] as const),
      ),
    ),
  )
  for (const [key, answer] of answers?.names ?? []) {
    const field = known.get(key)
    const name = key.replace('\n', '=')
    if (field === undefined) {
      const first = lists[0]?.proposals[0]
      throw usageError(
        `--option ${name}: no list of this file lacks that option.`,
        first === undefined
          ? 'No list lacks an option.'
          : `Write it like --option '${nameOfList(first)}=${first.option}'.`,
      )
    }
    if (typeof answer === 'object' && findOptionNamed(field.options, answer.sameAs) === undefined)
      throw usageError(`--option ${name}: ${field.name} has no option "${answer.sameAs}".`)
  }
}

/** Explains how to add the options that lists lack; empty if there are none. */
export function describeOptionChoice(proposals: readonly OptionProposal[], isAllowed: boolean): readonly string[] {
  const [first] = proposals.filter(({ state }) => state === 'proposed')
  if (first === undefined) return []
  if (!isAllowed)
    return ['Your role may not add options: these values are left out unless somebody whose role may imports the file.']
  const pair = `${nameOfList(first)}=${first.option}`
  return [
    first.like === undefined
      ? `Plan again with --options all, or one by one: --option '${pair}', --option '${pair}=no'.`
      : `Plan again with --option '${pair}=${first.like}' if that is meant, or --option '${pair}' to add it.`,
  ]
}
