import { useEffect, useState } from 'react'
import { toProgress, type ProgressPart, type SpaceCount } from '#core/timesheet/work-stats.ts'
import { loadSpaceCounts } from '#core/projects/load-space-counts.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useStudioClient } from './use-client.ts'

/** What cards show about the work below them. */
export type WorkStats = {
  readonly itemsOf: (spaceIds: readonly string[]) => number
  readonly progressOf: (spaceIds: readonly string[]) => readonly ProgressPart[]
}

// The server counts everything, so it is asked no more often than this.
const FRESH_MS = 30_000

/** Counts items and tasks when a page of cards opens and when the person returns to it; undefined until counted. */
export function useWorkStats(studio: StudioReplica | undefined): WorkStats | undefined {
  const client = useStudioClient()
  const studioId = studio?.studioId
  const [counts, setCounts] = useState<readonly SpaceCount[]>()

  useEffect(() => {
    if (client === undefined || studioId === undefined) return undefined
    let isOpen = true
    let loadedAt = -Infinity
    const load = (): void => {
      if (document.visibilityState === 'hidden' || performance.now() - loadedAt < FRESH_MS) return
      loadedAt = performance.now()
      // A failure leaves a dash: cards without figures still work.
      loadSpaceCounts(studioId, client).then(
        (loaded) => isOpen && setCounts(loaded),
        () => undefined,
      )
    }
    load()
    document.addEventListener('visibilitychange', load)
    return () => {
      isOpen = false
      document.removeEventListener('visibilitychange', load)
    }
  }, [client, studioId])

  if (counts === undefined || studio === undefined) return undefined
  const under = (ids: readonly string[]): readonly SpaceCount[] => counts.filter(({ spaceId }) => ids.includes(spaceId))
  return {
    itemsOf: (ids) => under(ids).reduce((sum, { itemCount }) => sum + itemCount, 0),
    progressOf: (ids) => toProgress(under(ids), studio.getStatuses()),
  }
}
