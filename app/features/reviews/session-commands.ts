import { deleteReview, lockReview } from '#core/reviews/change-review.ts'
import { renameReview } from '#core/reviews/arrange-review.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ReviewSessionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { findRoute, links } from '#app/routes.ts'
import { canChangeStudio, canDeleteInStudio, getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { findRoom } from './room-store.ts'

const base = { group: 'Reviews', scope: 'review' } as const
const nameOptions = () => [{ value: 'Dailies', label: 'Dailies', detail: 'today' }]

/** What can be done with a session: on the list with the one that has the focus, in a room with the one that is open. */
export const sessionCommands: readonly Command[] = [
  defineCommand({
    ...base,
    id: 'review.create',
    title: 'New review session',
    keys: ['shift+c'],
    keywords: ['dailies', 'start', 'add'],
    when: canChangeStudio,
    args: [{ id: 'name', placeholder: 'What is it called?', options: nameOptions, free: true }],
    run: async ({ path, navigate }, [name = '']) => {
      const { client, studio } = getStudio()
      const { studioSlug = '', projectSlug = '' } = findRoute(path)?.params ?? {}
      const project = studio.getProjects().find(({ slug, id }) => slug === projectSlug || id === projectSlug)
      if (project === undefined) throw new AppError('project-not-found', messages['project-not-found'])
      const id = client.ids.newId<ReviewSessionId>()
      const day = dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
      const start = startReview({ studio, projectId: project.id, name, kind: 'dailies', day, tasks: [], id }, client)
      const done = await perform(start, { client, failedText: 'The review session could not be created.' })
      if (done.ok) navigate(links.section({ studioSlug, projectSlug, section: 'reviews' }))
      return done
    },
  }),
  forSession(
    { id: 'review.rename', title: 'Rename the review session', keys: ['f2'] },
    async (session, [name = '']) => {
      const { client, studio } = getStudio()
      const rename = renameReview({ studio, sessionId: session.id, name }, client)
      return await perform(rename, { client, failedText: 'The review session could not be renamed.' })
    },
  ),
  forSession({ id: 'review.lock', title: 'Lock or unlock the review session', keys: ['shift+k'] }, async (session) => {
    const { client, studio } = getStudio()
    const isLocked = !session.isLocked
    return await perform(lockReview({ studio, sessionId: session.id, isLocked }, client), {
      client,
      failedText: isLocked ? 'The review session could not be locked.' : 'The review session could not be unlocked.',
      doneText: isLocked ? 'Locked: what was judged stays as it is' : 'Unlocked',
    })
  }),
  {
    ...forSession({ id: 'review.delete', title: 'Delete the review session', keys: [] }, async (session, _args, go) => {
      const { client, studio } = getStudio()
      const deletion = await perform(deleteReview({ studio, sessionId: session.id }, client), {
        client,
        failedText: 'The review session could not be deleted.',
        doneText: `Deleted “${session.name}”; its notes stay`,
      })
      go()
      return deletion
    }),
    when: () => canDeleteInStudio() && findSession() !== undefined,
  },
]

/** The session a command is about. */
function findSession(): ReviewSessionRow | undefined {
  const room = findRoom()
  if (room !== undefined) return room.session
  const row = document.activeElement?.closest<HTMLElement>('[data-review]')
  const id = row?.dataset['review']
  return id === undefined ? undefined : getStudio().studio.replica.find('review_sessions', id)
}

type Named = Pick<Command, 'title' | 'keys' | 'id'>
type Act = (session: ReviewSessionRow, args: readonly string[], leave: () => void) => Promise<CommandOutcome>

function forSession(named: Named, act: Act): Command {
  // The palette takes the focus: what had it before is meant.
  let meant: ReviewSessionRow | undefined
  const isRename = named.id === 'review.rename'
  return {
    ...base,
    ...named,
    when: () => {
      const isInPalette = document.activeElement?.closest('[role="dialog"]') !== null
      meant = findSession() ?? (isInPalette ? meant : undefined)
      return canChangeStudio() && meant !== undefined
    },
    ...(isRename && {
      args: [
        {
          id: 'name',
          placeholder: 'New name',
          options: () => (meant === undefined ? [] : [{ value: meant.name, label: meant.name }]),
          free: true,
        },
      ],
    }),
    run: async ({ path, navigate }, args) => {
      const session = findSession() ?? meant
      if (session === undefined) return undefined
      const { name, params } = findRoute(path) ?? {}
      return await act(session, args, () => {
        const { studioSlug = '', projectSlug = '' } = params ?? {}
        if (name === 'review') navigate(links.section({ studioSlug, projectSlug, section: 'reviews' }))
      })
    },
  }
}
