import { useEffect, useMemo, useState } from 'react'
import type { SpaceId } from '#core/lib/ids.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { startsWithAction, isWholeSentence, mayBeSentence } from './is-sentence.ts'
import { makeSentencePlanner, type PlannedSentence } from './sentence-planner.ts'
import { setShownSentence } from './shown-sentence.ts'
import type { SentenceReach } from './sentence-spaces.ts'

export type Sentence = {
  /** `whole` fills the palette; `values` are words for the selection, listed beside other results. */
  readonly kind: 'none' | 'values' | 'whole'
  /** How the text was understood; still the previous text's reading while this one is being read. */
  readonly planned: PlannedSentence | undefined
  /** The text could be a sentence but has not been read yet. */
  readonly isPending: boolean
  readonly widen: () => void
  /** Whether there are tasks for the words to apply to: tasks are selected, or one is open. */
  readonly hasSelected: boolean
}

const shortestValue = 2

/** Reads the typed text as a sentence. */
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
  const isInWords = isAsked && !isWhole && !hasSelected && mayBeSentence(text)
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
  // Words for the selection count once they are understood or clearly meant as such; otherwise they are a search.
  const isMeant = isRead && (planned.reading.problems.length === 0 || startsWithAction(text) || isOnlyChoice(planned))
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
