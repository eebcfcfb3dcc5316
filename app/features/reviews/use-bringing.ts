import { useEffect, useState } from 'react'
import { loadBroughtIds } from '#core/packet/bring-decisions.ts'
import { findDecidedSession, makeDecisionPlace } from '#core/packet/decision-place.ts'
import { planDecisions, type DecisionPlan } from '#core/packet/plan-decisions.ts'
import { readDecisionsFile, type DecisionsFile } from '#core/packet/read-decisions.ts'
import { attempt } from '#core/lib/attempt.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { getStudio } from '#app/widgets/get-studio.ts'

/** What files with decisions would change in their session. */
export type Bringing = { readonly plan: DecisionPlan; readonly session: ReviewSessionRow }

/** Returns the plan for the chosen files, or why there is none; undefined until they are read. */
export function useBringing(files: readonly File[]): Bringing | string | undefined {
  const [state, setState] = useState<Bringing | string>()
  useEffect(() => {
    const asked = { isStill: true }
    const load = async (): Promise<void> => {
      setState('Reading …')
      const next = await attempt(async () => await loadPlan(files))
      if (asked.isStill) setState(next.ok ? next.value : next.error.message)
    }
    if (files.length > 0) void load() // never rejects: any problem becomes a text
    return () => {
      asked.isStill = false
    }
  }, [files])
  return state
}

async function loadPlan(given: readonly File[]): Promise<Bringing | string> {
  const { client, studio } = getStudio()
  const files: DecisionsFile[] = []
  for (const file of given) {
    const read = await readDecisionsFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
    if (!read.ok) return read.error
    files.push(...read.value)
  }
  const found = findDecidedSession(files, studio)
  if (!found.ok) return found.error
  const { studioId } = studio
  const session = found.value
  const review = await client.openReview({ studioId, sessionId: session.id })
  const spaceIds = [...new Set(review.getEntries().map(({ spaceId }) => spaceId))].filter(
    (id) => studio.replica.find('spaces', id) !== undefined,
  )
  try {
    const spaces = await Promise.all(spaceIds.map(async (spaceId) => await client.openSpace({ studioId, spaceId })))
    const brought = await loadBroughtIds(session.id, client)
    return { session, plan: planDecisions(files, makeDecisionPlace({ studio, review, spaces, brought })) }
  } finally {
    for (const spaceId of spaceIds) void client.release(`space:${spaceId}`)
    void client.release(`review:${session.id}`)
  }
}
