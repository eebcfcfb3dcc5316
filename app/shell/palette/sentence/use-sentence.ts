import { useEffect, useMemo, useState } from 'react'
import type { SpaceId } from '#core/lib/ids.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { beginsAction, isWholeSentence, maySaySentence } from './is-sentence.ts'
import { makeSentencePlanner, type PlannedSentence } from './sentence-planner.ts'
import { setShownSentence } from './shown-sentence.ts'
import type { SentenceReach } from './sentence-spaces.ts'

export type Sentence = {
  /** `whole` fills the palette; `values` are words for what is selected, beside what else they find. */
  readonly kind: 'none' | 'values' | 'whole'
  /** What it was understood as; of the text before while this one is still read. */
  readonly planned: PlannedSentence | undefined
  /** The text could be a sentence, and what it says is not known yet. */
  readonly isPending: boolean
  readonly widen: () => void
  /** What the words would be for: tasks are selected, or one is open. */
  readonly hasSelected: boolean
}

const shortestValue = 2

/** What the typed text says as a sentence. */
export function useSentence(text: string, isAsked: boolean, space: SpaceId | undefined): Sentence {
  const { client, studio } = clientStore.get()
  const planner = useMemo(
    () => (client === undefined || studio === undefined ? undefined : makeSentencePlanner(client, studio)),
    [client, studio],
  )
  const hasSelected = useMemo(() => (sentencePlace.find()?.getSelected().length ?? 0) > 0, [])
  const [planned, setPlanned] = useState<PlannedSentence>()
  const [isWide, setWide] = useState(false)
  const reach: SentenceReach = space ?? (isWide ? 'studio' : 'here')
  const isWhole = isAsked && isWholeSentence(text)
  const isValues = isAsked && !isWhole && hasSelected && text.trim().length >= shortestValue
  const isInWords = isAsked && !isWhole && !hasSelected && maySaySentence(text)
  const kind = planner === undefined ? 'none' : isWhole || isInWords ? 'whole' : isValues ? 'values' : 'none'

  useEffect(() => {
    if (planner === undefined || kind === 'none') return undefined
    const leaving = new AbortController()
    const read = async (): Promise<void> => {
      const next = await planner.plan({ sentence: text, reach, signal: leaving.signal })
      if (leaving.signal.aborted) return
      setShownSentence(next)
      setPlanned(next)
    }
    read().catch((caught: unknown) => !leaving.signal.aborted && reportFailure(caught))
    return () => leaving.abort()
  }, [planner, kind, text, reach])

  const isRead = planned?.sentence === text
  // Words for what is selected count once they are understood, or clearly meant as such; else they are looked for.
  const isMeant = isRead && (planned.reading.problems.length === 0 || beginsAction(text) || isOnlyChoice(planned))
  const isSaid = isRead && planned.reading.problems.length === 0
  return {
    kind: (kind === 'values' && !isMeant) || (isInWords && !isSaid) ? 'none' : kind,
    planned: kind === 'none' || (isInWords && !isRead) ? undefined : planned,
    isPending: kind !== 'none' && (!isRead || planned.reach !== reach),
    widen: () => setWide(true),
    hasSelected,
  }
}

function isOnlyChoice({ reading: { problems } }: PlannedSentence): boolean {
  return problems.every(({ kind }) => kind === 'choice')
}
