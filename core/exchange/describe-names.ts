import type { ImportOutcome } from './apply-import.ts'
import { namedThings, type NamedThing, type NameProposal } from './propose-names.ts'

export const nameTitles = {
  status: ['status', 'statuses'],
  stage: ['stage', 'stages'],
  kind: ['kind of item', 'kinds of items'],
} as const satisfies Record<NamedThing, readonly [string, string]>

const without = { status: 'rows are left out', stage: 'tasks are left out', kind: 'items have no kind' } as const

/**
 * Describes the statuses, stages and kinds that the studio lacks and what happens to them; refused ones are left out.
 */
export function describeNames(proposals: readonly NameProposal[]): readonly string[] {
  return namedThings.flatMap((of) =>
    describeThing(
      of,
      proposals.filter((each) => each.of === of),
    ),
  )
}

function describeThing(of: NamedThing, proposals: readonly NameProposal[]): readonly string[] {
  const [one] = nameTitles[of]
  const pick = (state: NameProposal['state'], isElsewhere?: true): readonly NameProposal[] =>
    proposals.filter((each) => each.state === state && each.isElsewhere === isElsewhere)
  const misspelt = pick('proposed').filter(({ like }) => like !== undefined)
  const open = pick('proposed').filter(({ like }) => like === undefined)
  const [taken, excess, unneeded] = [pick('taken'), pick('excess'), pick('unneeded')]
  const [missing, shown] = [pick('proposed', true), pick('taken', true)]
  const who = of === 'stage' ? 'The studio and this space' : 'The studio'
  return [
    ...(taken.length === 0 ? [] : [`${who} get${of === 'stage' ? '' : 's'} ${countNew(of, taken)}: ${list(taken)}.`]),
    ...(shown.length === 0 ? [] : [`This space gets the ${titleOf(of, shown)} ${list(shown)}.`]),
    ...(open.length === 0
      ? []
      : [`The studio could get ${countNew(of, open)}: ${list(open)}. ${describeWithout(of, open)}`]),
    ...(missing.length === 0
      ? []
      : [
          `This space does not have the ${titleOf(of, missing)} ${list(missing)}: ` +
            `${missing.length === 1 ? 'its' : 'their'} tasks are imported, but no column here shows them.`,
        ]),
    ...misspelt.map((each) => `There is no ${one} ${list([each])}. Did you mean ${each.like ?? ''}?`),
    ...pick('same').map((each) => `The ${one} ${list([each])} is read as ${each.sameAs ?? ''}.`),
    ...(unneeded.length === 0
      ? []
      : [
          `The ${titleOf(of, unneeded)} ${list(unneeded)} ${unneeded.length === 1 ? 'is' : 'are'} not added: ` +
            `the stage of ${unneeded.length === 1 ? 'its' : 'their'} rows is left out.`,
        ]),
    ...(excess.length === 0
      ? []
      : [`${countNew(of, excess)} are too many at once: none is added. Add the ones you need one by one.`]),
  ]
}

/** Describes what an import added that stays when it is undone, in sentences. */
export function describeKept(kept: NonNullable<ImportOutcome['kept']>): readonly string[] {
  return namedThings.flatMap((of) => {
    const names = kept.filter((each) => each.of === of).map(({ name }) => name)
    return names.length === 0
      ? []
      : [
          `The ${titleOf(of, names)} ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} in use and stay${names.length === 1 ? 's' : ''}.`,
        ]
  })
}

function describeWithout(of: NamedThing, { length }: readonly NameProposal[]): string {
  return `Without ${length === 1 ? 'it, its' : 'them, their'} ${without[of]}.`
}

function countNew(of: NamedThing, proposals: readonly NameProposal[]): string {
  return `${proposals.length} new ${titleOf(of, proposals)}`
}

function titleOf(of: NamedThing, { length }: readonly unknown[]): string {
  return nameTitles[of][length === 1 ? 0 : 1]
}

function list(proposals: readonly NameProposal[]): string {
  const some = proposals
    .slice(0, 8)
    .map(({ name, rows }) => `${shorten(name)} (${rows} ${rows === 1 ? 'row' : 'rows'})`)
  return some.join(', ') + (proposals.length > 8 ? ', …' : '')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
