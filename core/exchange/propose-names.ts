import { foldName } from '#core/lib/slug.ts'
import type { NewImportNames } from './import-changes.ts'
import type { OptionAnswer } from './propose-options.ts'

/** Things a studio has a list of, which a file may add to. */
export const namedThings = ['status', 'stage', 'kind'] as const
export type NamedThing = (typeof namedThings)[number]

/** The answer for a name that the studio lacks: add it, ignore it, or treat it as an existing one. */
export type NameAnswer = OptionAnswer

/** A person's answers about statuses, stages and kinds that the studio lacks. */
export type NameAnswers = {
  /** What to do with names without an answer; a possible misspelling is only added if the person says so. */
  readonly rest: 'take' | 'propose' | 'refuse'
  /** Answers by `toNameKey`. */
  readonly names: ReadonlyMap<string, NameAnswer>
  /** Whether the person may add them. */
  readonly isAllowed: boolean
}

/** A name in a file that the studio lacks or, with `isElsewhere`, a stage that only the space lacks. */
export type NameProposal = {
  readonly of: NamedThing
  readonly name: string
  /** The number of rows with it. */
  readonly rows: number
  /** The title of the column that would become this stage. */
  readonly column?: string
  readonly isElsewhere?: true
  /** The existing name it may be a misspelling of. */
  readonly like?: string
  /** The existing name it is treated as. */
  readonly sameAs?: string
  /**
   * Whether the import adds it, could add it, treats it as another, was told to ignore it, finds more such names than
   * could be meant, or was told to add it although all rows with it are left out with their stage.
   */
  readonly state: 'taken' | 'proposed' | 'same' | 'refused' | 'excess' | 'unneeded'
}

/** Names that the studio lacks, and the rows to add for those accepted. */
export type ProposedNames = {
  readonly proposals: readonly NameProposal[]
  readonly made: NewImportNames
}

/** Makes the key of a name in answers. */
export function toNameKey(of: NamedThing, name: string): string {
  return `${of}\n${of === 'kind' ? toKindKey(name) : foldName(name)}`
}

/** Folds the name of a kind, ignoring the plural. */
export function toKindKey(name: string): string {
  return foldName(name).replace(/s$/, '')
}

/** The most characters in the name of a status, stage or kind. */
export const longestName = 100
/** The most new statuses, stages or kinds per import; more mean that the column is something else. */
const mostNew = 30

const ofRest = { take: 'add', propose: undefined, refuse: 'no' } as const

export type UnknownName = Pick<NameProposal, 'of' | 'name' | 'rows' | 'column' | 'isElsewhere' | 'like'>

/** Decides what happens to unknown names; `find` returns the existing name that a text means. */
export function proposeNames(
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
