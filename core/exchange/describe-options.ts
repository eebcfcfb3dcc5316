import { groupBy } from '#core/lib/collections.ts'
import { mostOptions } from './guess-field.ts'
import { nameOfList, type OptionProposal } from './propose-options.ts'

/** Describes options that lists lack and what happens to them, in sentences; refused ones are left out. */
export function describeOptions(proposals: readonly OptionProposal[]): readonly string[] {
  return [...groupBy(proposals, ({ key }) => key).values()].flatMap((ofList) => {
    const of = (state: OptionProposal['state']): readonly OptionProposal[] =>
      ofList.filter((each) => each.state === state)
    const misspelt = of('proposed').filter(({ like }) => like !== undefined)
    const open = of('proposed').filter(({ like }) => like === undefined)
    const [taken, excess] = [of('taken'), of('excess')]
    const [first] = ofList
    const field = first === undefined ? '' : nameOfList(first)
    return [
      ...(taken.length === 0 ? [] : [`${field} gets ${countNew(taken.length)}: ${list(taken)}.`]),
      ...(open.length === 0 ? [] : [`${field} could get ${countNew(open.length)}: ${list(open)}.`]),
      ...misspelt.map((each) => `${field} has no option ${list([each])}. Did you mean ${each.like ?? ''}?`),
      ...of('same').map((each) => `${field}: ${list([each])} is read as ${each.sameAs ?? ''}.`),
      ...(excess.length === 0
        ? []
        : [`${field} takes at most ${mostOptions} options: none of ${countNew(excess.length)} is added.`]),
      ...(first?.insteadOf === undefined
        ? []
        : [
            `Tasks have a field ${first.field} as well: map “${first.column}” to “field ${first.insteadOf}” to mean that one.`,
          ]),
    ]
  })
}

function countNew(count: number): string {
  return count === 1 ? '1 new option' : `${count} new options`
}

function list(proposals: readonly OptionProposal[]): string {
  const some = proposals
    .slice(0, 8)
    .map(({ option, values }) => `${shorten(option)} (${values} ${values === 1 ? 'value' : 'values'})`)
  return some.join(', ') + (proposals.length > 8 ? ', …' : '')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
