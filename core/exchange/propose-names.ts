import { foldName } from '#core/lib/slug.ts'
import type { NewImportNames } from './import-changes.ts'
import type { OptionAnswer } from './propose-options.ts'

/** What a studio has a list of, and a file may have more of. */
export const namedThings = ['status', 'stage', 'kind'] as const
export type NamedThing = (typeof namedThings)[number]

/** What becomes of a name that the studio does not have: a new one of it, nothing, or one that is there. */
export type NameAnswer = OptionAnswer

/** What somebody says of statuses, stages and kinds of items that the studio does not have. */
export type NameAnswers = {
  /** What becomes of those that nothing is said of; one that could be misspelt is only added where that is said of it. */
  readonly rest: 'take' | 'propose' | 'refuse'
  /** By `toNameKey`. */
  readonly names: ReadonlyMap<string, NameAnswer>
  /** Whether whoever asks may add them. */
  readonly isAllowed: boolean
}

/** A name in a file that the studio does not have; or with `isElsewhere` a stage that it has and the space has not. */
export type NameProposal = {
  readonly of: NamedThing
  readonly name: string
  /** How many rows of the file say it. */
  readonly rows: number
  /** The title of the column that would be this stage. */
  readonly column?: string
  readonly isElsewhere?: true
  /** The one that it could be a misspelling of. */
  readonly like?: string
  /** The one that it counts as. */
  readonly sameAs?: string
  /**
   * Whether the import adds it, could add it, takes it for another, nobody wants it, there are more than anybody means, or
   * somebody wants it but all rows that say it are left out with their stage.
   */
  readonly state: 'taken' | 'proposed' | 'same' | 'refused' | 'excess' | 'unneeded'
}

/** What becomes of the names that the studio does not have. */
export type ProposedNames = {
  readonly proposals: readonly NameProposal[]
  readonly made: NewImportNames
}

/** A name as answers have it. */
export function toNameKey(of: NamedThing, name: string): string {
  return `${of}\n${of === 'kind' ? toKindKey(name) : foldName(name)}`
}

/** What the name of a kind comes down to, in the singular or plural. */
export function toKindKey(name: string): string {
  return foldName(name).replace(/s$/, '')
}

/** The longest name of a status, a stage or a kind. */
export const longestName = 100
/** More new statuses, stages or kinds than a studio brings along: then a column is not what it was taken for. */
const mostNew = 30

const ofRest = { take: 'add', propose: undefined, refuse: 'no' } as const

export type UnknownName = Pick<NameProposal, 'of' | 'name' | 'rows' | 'column' | 'isElsewhere' | 'like'>

/** What becomes of names, by what was said of them; `find` answers the name of the one there is that a text means. */
export function judgeNames(
  unknown: readonly UnknownName[],
  answers: NameAnswers,
  find: (of: NamedThing, text: string) => string | undefined,
): readonly NameProposal[] {
  const judged = unknown.map((each): NameProposal => {
    const rest = ofRest[answers.rest]
    const said = answers.names.get(toNameKey(each.of, each.name))
    const answer = said ?? (each.like !== undefined && rest === 'add' ? undefined : rest)
    const meant = typeof answer === 'object' && each.isElsewhere !== true ? find(each.of, answer.sameAs) : undefined
    if (meant !== undefined) return { ...each, sameAs: meant, state: 'same' }
    const isTaken = answer === 'add' && answers.isAllowed
    return { ...each, state: answer === 'no' ? 'refused' : isTaken ? 'taken' : 'proposed' }
  })
  const isExcess = (of: NamedThing): boolean =>
    judged.filter((each) => each.of === of && each.state === 'taken').length > mostNew
  return judged.map((each) => (each.state === 'taken' && isExcess(each.of) ? { ...each, state: 'excess' } : each))
}
