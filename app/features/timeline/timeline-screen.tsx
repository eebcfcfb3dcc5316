import type { StudioClient } from '#core/sync/studio-client.ts'
import { removeDuplicateQueueBlocks } from '#core/timeline/queue-tasks.ts'
import { useEffect, useReducer, useState } from 'react'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Button } from '#app/ui/button.tsx'
import { useClient } from '#app/widgets/use-client.ts'
import { openTimeline, type TimelineContext } from './model/open-timeline.ts'
import type { TimelineModel } from './model/timeline-model.ts'
import { TimelinePage } from './timeline-page.tsx'
import { TimelineSkeleton } from './timeline-skeleton.tsx'

type Opening = { readonly key: object; readonly model?: TimelineModel; readonly error?: AppError }

/** The team timeline of the studio, narrowed to where the person came from. */
export function TimelineScreen() {
  const { client, studio, studioError } = useClient()
  const [attempt, retry] = useReducer(() => ({}), {})
  const [opening, setOpening] = useState<Opening>()
  useEffect(() => {
    if (client === undefined || studio === undefined) return undefined
    let isLeft = false
    let stop: (() => void) | undefined
    openTimeline(client, studio, readContext(studio)).then(
      (model) => {
        if (isLeft) return
        setOpening({ key: attempt, model })
        stop = removeDuplicates(client, model)
      },
      (cause: unknown) => {
        const error = cause instanceof AppError ? cause : new AppError('unexpected', messages.unexpected, { cause })
        if (!isLeft) setOpening({ key: attempt, error })
      },
    )
    return () => {
      isLeft = true
      stop?.()
      void client.release(`timeline:${studio.studioId}`)
    }
  }, [client, studio, attempt])
  const error = studioError ?? (opening?.key === attempt ? opening.error : undefined)
  const isOffline = error?.code === 'offline'
  useEffect(() => {
    if (!isOffline) return undefined
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isOffline])
  if (error !== undefined) {
    return (
      <EmptyState level={1} title="The timeline could not be opened." text={error.message}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    )
  }
  if (client === undefined || opening?.model === undefined) return <TimelineSkeleton />
  return <TimelinePage client={client} model={opening.model} />
}

/**
 * Reads where the person came from out of the history entry. The place is found by its address: a quick person may have
 * left before the studio's rows were loaded.
 */
function readContext(studio: StudioReplica): TimelineContext {
  const state: unknown = history.state
  const entries = new Map<string, unknown>(typeof state === 'object' && state !== null ? Object.entries(state) : [])
  const isCalled = (name: string, slug: string): boolean => slug !== '' && entries.get(name) === slug
  const project = studio.getProjects().find(({ slug }) => isCalled('projectSlug', slug))
  const space = project && studio.getSpaces(project.id).find(({ slug }) => isCalled('spaceSlug', slug))
  return { projectId: project?.id, spaceId: space?.id }
}

/**
 * Removes duplicates that older versions left in the queue, quietly and once a visit. The rows kept on this device may
 * not include them yet, so it looks again after every change. Returns a function that stops it.
 */
function removeDuplicates(client: StudioClient, { timeline, canChange }: TimelineModel): () => void {
  let isAsked = false
  const look = (): void => {
    if (isAsked || !canChange()) return
    const queued = timeline.getBlocks().filter(({ startDate }) => startDate === undefined)
    if (new Set(queued.map(({ taskId }) => taskId)).size === queued.length) return
    isAsked = true
    removeDuplicateQueueBlocks(timeline.studioId, client).then(client.refresh, () => undefined)
  }
  look()
  return timeline.replica.subscribe(look)
}
