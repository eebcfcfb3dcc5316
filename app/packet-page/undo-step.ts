import type { Drawing } from '#core/comments/drawing.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import type { Decision } from '#core/packet/decisions.ts'

/** An unsent note about a task. */
export type Draft = {
  readonly text: string
  readonly drawings: readonly Drawing[]
  readonly references: readonly StoredHereReference[]
}

/** What one change did, independent of others' changes: the decisions it added, and those it removed or changed. */
export type UndoStep = {
  readonly entryId: string
  readonly added: ReadonlySet<string>
  readonly lost: readonly Decision[]
  /** The entry's draft before the change. */
  readonly draft: Draft
}

export function toStep(
  entryId: string,
  [before, after]: readonly [readonly Decision[], readonly Decision[]],
  draft: Draft,
): UndoStep {
  const known = new Set(before.map(({ id }) => id))
  const stays = new Set(after)
  return {
    entryId,
    added: new Set(after.map(({ id }) => id).filter((id) => !known.has(id))),
    lost: before.filter((decision) => !stays.has(decision)),
    draft,
  }
}

/** Returns the decisions without the effect of a step, in the order in which they were made. */
export function takeBack(decisions: readonly Decision[], { added, lost }: UndoStep): readonly Decision[] {
  const back = new Set(lost.map(({ id }) => id))
  const others = decisions.filter(({ id }) => !added.has(id) && !back.has(id))
  return [...others, ...lost].toSorted((first, second) => first.at - second.at)
}

/** Joins an earlier draft with what was written since, so that nothing is lost. */
export function joinDrafts(before: Draft, since: Draft): Draft {
  const text = [before.text, since.text].filter((part) => part !== '').join('\n')
  const join = <Part>(of: (draft: Draft) => readonly Part[]): readonly Part[] => [...of(before), ...of(since)]
  return { text, drawings: join(({ drawings }) => drawings), references: join(({ references }) => references) }
}
