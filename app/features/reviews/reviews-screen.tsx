import { Clapperboard, Lock } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { groupBy } from '#core/lib/collections.ts'
import type { ReviewSessionId, StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { loadReviewCounts, type ReviewCount } from '#core/reviews/load-review-counts.ts'
import type { TogetherView } from '#core/reviews/together/together.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { ReviewKind, ReviewQuery, ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { inOrder } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { links, type RouteParams } from '#app/routes.ts'
import { keptStore } from '#app/stores/kept-store.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CardPage } from '#app/widgets/cards/card-page.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useReplicaVersion, useStudioClient, useStudioReplica } from '#app/widgets/use-client.ts'
import { bringCommands } from './bring-commands.ts'
import { BringDialog } from './bring-dialog.tsx'
import { cutCommands } from './cut-commands.ts'
import { KeepDialog } from './keep-dialog.tsx'
import { listCommands } from './list-commands.ts'
import styles from './reviews.module.css'
import { RunningBadge } from './running-badge.tsx'
import { sessionCommands } from './session-commands.ts'
import { TakeDialog } from './take-dialog.tsx'
import { useRunningRooms } from './use-running-rooms.ts'

type ReviewsScreenProps = { readonly params: RouteParams }

const kinds: Readonly<Record<ReviewKind, string>> = { dailies: 'Dailies', cut: 'Cut', client: 'Client' }

/** The review sessions of a project, by day. */
export function ReviewsScreen({ params }: ReviewsScreenProps) {
  useCommands(sessionCommands)
  useCommands(cutCommands)
  useCommands(listCommands)
  useCommands(bringCommands)
  useScope('review')
  // Preloads the room's code, so that someone called into a running room does not wait for it. Optional without a
  // network.
  useEffect(() => void import('./room-screen.tsx').catch(() => undefined), [])
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const name = params['projectSlug'] ?? ''
  const project = studio?.getProjects().find(({ slug, id }) => slug === name || id === name)
  const sessions = studio && project && listSessions(studio, project)
  useNewestAtHand(sessions)

  if (studio !== undefined && project === undefined) {
    return (
      <EmptyState
        level={1}
        title={messages['project-not-found']}
        text={`There is no project “${name}” that you may open.`}
      >
        <CommandButton command="go.projects">Back to the projects</CommandButton>
      </EmptyState>
    )
  }
  const mayCreate = studio?.can('create') ?? false
  return (
    <CardPage
      title="Reviews"
      count={sessions?.length}
      toolbar={
        mayCreate && (
          <>
            <CommandButton command="review.bring">Bring decisions back</CommandButton>
            <CommandButton command="review.create-live">Live session</CommandButton>
            <CommandButton command="review.create" variant="primary" />
          </>
        )
      }
    >
      {project !== undefined && sessions !== undefined && (
        <Days sessions={sessions} project={project} studioSlug={params['studioSlug'] ?? ''} />
      )}
      <TakeDialog />
      <KeepDialog />
      <BringDialog />
    </CardPage>
  )
}

/** Prefetches the entries of the newest unlocked session, the one that people are most likely called into. */
function useNewestAtHand(sessions: readonly ReviewSessionRow[] | undefined): void {
  const client = useStudioClient()
  const id = sessions?.find(({ isLocked }) => !isLocked)?.id
  useEffect(() => {
    if (id !== undefined) void client?.prefetch(`review:${id}`)
  }, [client, id])
}

function listSessions(studio: StudioReplica, project: ProjectRow): readonly ReviewSessionRow[] {
  return inOrder('review_sessions', studio.replica.getUnder('review_sessions', project.id))
}

type DaysProps = {
  readonly sessions: readonly ReviewSessionRow[]
  readonly project: ProjectRow
  readonly studioSlug: string
}

function Days({ sessions, project, studioSlug }: DaysProps) {
  const counts = useCounts(project.id, useStudioReplica()?.studioId)
  const running = useRunningRooms(sessions)
  if (sessions.length === 0) {
    return (
      <EmptyState
        icon={<Clapperboard />}
        title="No reviews yet"
        text="Choose tasks in a space and press Shift+R, or start an empty session and add tasks to it."
      >
        <CommandButton command="go.spaces">Open the spaces</CommandButton>
      </EmptyState>
    )
  }
  return (
    <div className={styles['days']}>
      {[...groupBy(sessions, ({ day }) => day)].map(([day, ofDay]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h2 className={styles['day']}>{formatDay(day)}</h2>
          <ul className={styles['sessions']}>
            {ofDay.map((session) => (
              <li key={session.id}>
                <Session
                  session={session}
                  running={running.get(session.id)}
                  count={counts?.get(session.id) ?? (counts && noCount)}
                  to={links.review({ studioSlug, projectSlug: project.slug, reviewId: session.id })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Returns which tasks a live session takes; a session named after its sentence does not repeat it. */
function describeQuery({ name, isLocked }: ReviewSessionRow, { text }: ReviewQuery): string {
  const said = text === name ? [] : [text]
  return [...(isLocked ? [] : ['Live']), ...said].join(': ')
}

const noCount: ReviewCount = { entries: 0, judged: 0, noted: 0, answered: 0 }

type SessionProps = {
  readonly session: ReviewSessionRow
  /** The session's room, if it is listened to. */
  readonly running: TogetherView | undefined
  readonly count: ReviewCount | undefined
  readonly to: string
}

function Session({ session, running, count, to }: SessionProps) {
  const { id, name, kind, isLocked, query } = session
  const { sessions } = useSyncExternalStore(keptStore.subscribe, keptStore.get)
  const isKept = sessions.some(({ sessionId }) => sessionId === id)
  const share = count === undefined || count.entries === 0 ? 0 : count.judged / count.entries
  return (
    <Link className={styles['session']} to={to} data-review={id}>
      <span className={styles['name']}>{name}</span>
      <span className={styles['kind']}>{kinds[kind]}</span>
      {isLocked && (
        <span className={styles['locked']}>
          <Lock aria-hidden="true" />
          Locked
        </span>
      )}
      {running !== undefined && running.people.length > 0 && <RunningBadge room={running} />}
      {isKept && <span className={styles['kind']}>On this device</span>}
      {query !== undefined && <span className={styles['query']}>{describeQuery(session, query)}</span>}
      {count !== undefined && count.noted > 0 && (
        <span className={styles['answered']}>{`${count.answered} of ${count.noted} noted answered`}</span>
      )}
      <span className={styles['count']}>
        {count === undefined ? '–' : `${count.judged} of ${count.entries} judged`}
      </span>
      <span className={styles['progress']} aria-hidden="true">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </Link>
  )
}

/** Loads what each session contains when the page opens and, one request at a time, whenever the studio has news. */
function useCounts(projectId: ProjectRow['id'], studioId: StudioId | undefined) {
  const client = useStudioClient()
  const [counts, setCounts] = useState<ReadonlyMap<ReviewSessionId, ReviewCount>>()
  useEffect(() => {
    if (client === undefined || studioId === undefined) return undefined
    let isOpen = true
    let isCounting = false
    let isOld = false
    const count = (): void => {
      isOld = true
      if (!isCounting) void countOnce()
    }
    const countOnce = async (): Promise<void> => {
      isCounting = true
      while (isOld && isOpen) {
        isOld = false
        // The counts are optional; a failure leaves the last ones.
        const loaded = await loadReviewCounts(projectId, client).catch(() => undefined)
        if (isOpen && loaded !== undefined) setCounts(loaded)
      }
      isCounting = false
    }
    count()
    const stop = client.watchNews(studioId, count)
    return () => {
      isOpen = false
      stop()
    }
  }, [client, projectId, studioId])
  return counts
}
