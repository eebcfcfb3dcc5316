import { findStage, findStatus } from '#core/studios/find-by-name.ts'
import { findKindNamed } from '#core/exchange/find-kind.ts'
import {
  namedThings,
  toNameKey,
  type NameAnswer,
  type NameAnswers,
  type NamedThing,
  type NameProposal,
} from '#core/exchange/propose-names.ts'
import type { Catalogue } from '#core/exchange/space-content.ts'
import { usageError } from '../cli-error.ts'
import { readRest } from './option-answers.ts'

export type NameAnswerOptions = {
  readonly missing?: string
  readonly status?: readonly string[]
  readonly stage?: readonly string[]
  readonly kind?: readonly string[]
}

/** Reads `--missing`, `--status`, `--stage` and `--kind`: what becomes of names the studio does not have. */
export function readNameAnswers(given: NameAnswerOptions, isAllowed: boolean): NameAnswers {
  const names = new Map(
    namedThings.flatMap((of) =>
      (given[of] ?? []).map((text): [string, NameAnswer] => {
        const { name, meant } = split(of, text)
        return [toNameKey(of, name), meant === '' ? 'add' : meant.toLowerCase() === 'no' ? 'no' : { sameAs: meant }]
      }),
    ),
  )
  return { rest: readRest('--missing', given.missing ?? 'propose'), names, isAllowed }
}

function split(of: NamedThing, text: string): { readonly name: string; readonly meant: string } {
  const [name = '', ...rest] = text.split('=').map((part) => part.trim())
  if (name === '') throw usageError(`--${of} ${text} names no ${of}.`, `Write --${of} 'On hold' or 'On hold=no'.`)
  return { name, meant: rest.join('=') }
}

/** Refuses answers for names the studio does not lack, and replacements it does not have. */
export function checkNameAnswers(
  given: NameAnswerOptions,
  proposals: readonly NameProposal[],
  { statuses, stages, kinds = [] }: Catalogue,
): void {
  const has = {
    status: findStatus.bind(undefined, statuses),
    stage: findStage.bind(undefined, stages),
    kind: findKindNamed.bind(undefined, kinds),
  }
  for (const of of namedThings)
    for (const text of given[of] ?? []) {
      const { name, meant } = split(of, text)
      const found = proposals.find((each) => toNameKey(each.of, each.name) === toNameKey(of, name))
      const [first] = proposals.filter((each) => each.of === of)
      if (found === undefined)
        throw usageError(
          `--${of} ${name}: the file has no such ${of}, or the studio has it.`,
          first === undefined ? `The studio lacks no ${of} of this file.` : `Write it like --${of} '${first.name}'.`,
        )
      if (meant === '' || meant.toLowerCase() === 'no') continue
      if (found.isElsewhere === true)
        throw usageError(`--${of} ${name}: it is a stage of the studio; add it to the space, or write '${name}=no'.`)
      if (has[of](meant) === undefined) throw usageError(`--${of} ${name}: there is no ${of} "${meant}".`)
    }
}

/** Explains how to add the names the studio lacks; empty if there are none. */
export function describeNameChoice(proposals: readonly NameProposal[], isAllowed: boolean): readonly string[] {
  const open = proposals.filter(({ state }) => state === 'proposed')
  const [first] = open
  if (first === undefined) return []
  if (!isAllowed)
    return [
      'Your role may not add statuses, stages or kinds: what needs them is left out unless somebody whose role may imports the file.',
    ]
  const plain = open.find(({ like }) => like === undefined)
  const misspelt = open.find(({ like }) => like !== undefined)
  return [
    ...(plain === undefined
      ? []
      : [
          `Plan again with --missing all, or one by one: --${plain.of} '${plain.name}', --${plain.of} '${plain.name}=no'.`,
        ]),
    ...(misspelt === undefined
      ? []
      : [
          `Plan again with --${misspelt.of} '${misspelt.name}=${misspelt.like ?? ''}' if that is meant, or --${misspelt.of} '${misspelt.name}' to add it.`,
        ]),
  ]
}
