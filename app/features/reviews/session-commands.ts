import { deleteReview, lockReview } from '#core/reviews/change-review.ts'
import { renameReview } from '#core/reviews/arrange-review.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import { sizeLimits } from '#core/schema/size-limits.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { findRoute, links } from '#app/routes.ts'
import { findProject, readLiveQuery, timeZoneHere } from './live-query.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { canChangeStudio, canDeleteInStudio, getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { findRoom } from './room-store.ts'
import { keptStore, removeKept } from '#app/stores/kept-store.ts'
import { askedToKeep, takeStore } from './take-store.ts'

const define = defineWith({ group: 'Reviews', scope: 'review' })
const longestName = sizeLimits.review_sessions.name
const nameOptions = () => [{ value: 'Dailies', label: 'Dailies', detail: 'today' }]

/** The commands for a session: the focused one in the list, or the open one in a room. */
export const sessionCommands: readonly Command[] = [
  define({
    id: 'review.create',
    title: 'New review session',
    keys: ['shift+c'],
    keywords: ['dailies', 'start', 'add'],
    when: canChangeStudio,
    args: [{ id: 'name', placeholder: 'What is it called?', options: nameOptions, free: true }],
    run: async ({ path, navigate }, [name = '']) => {
      const { client, studio, project, slugs } = findProject(path)
      const day = dateInZone(client.clock.now(), timeZoneHere())
      const start = startReview({ studio, projectId: project.id, name, kind: 'dailies', day, tasks: [] }, client)
      const done = await perform(start, { client, failedText: 'The review session could not be created.' })
      if (done.ok) navigate(links.section({ ...slugs, section: 'reviews' }))
      return done
    },
  }),
  define({
    id: 'review.create-live',
    title: 'New live review session…',
    keywords: ['dailies', 'query', 'follow', 'today', 'add'],
    when: canChangeStudio,
    args: [{ id: 'tasks', placeholder: 'Which tasks? WFA today in Animation', options: () => [], free: true }],
    run: async ({ path, navigate }, [sentence = '']) => {
      const place = findProject(path)
      const { client, studio, project } = place
      const query = await readLiveQuery(sentence, place)
      if (!query.ok) return query
      const day = dateInZone(client.clock.now(), timeZoneHere())
      const name = query.value.text.slice(0, longestName)
      const session = { studio, projectId: project.id, name, day, query: query.value } as const
      const start = startReview({ ...session, kind: 'dailies', tasks: [] }, client)
      const done = await perform(start, { client, failedText: 'The review session could not be created.' })
      if (done.ok) navigate(links.section({ ...place.slugs, section: 'reviews' }))
      return done
    },
  }),
  {
    ...forSession(
      { id: 'review.unfollow', title: 'Stop adding tasks to the review automatically', keys: [] },
      async (session) => {
        const { client, studio } = getStudio()
        const changes = [{ key: session.id, fields: { query: undefined } }]
        const args = { table: 'review_sessions', changes, label: 'Stop adding tasks' } as const
        return await perform(client.mutate(updateRows, args, studio), {
          client,
          failedText: 'The review session could not be changed.',
          doneText: 'Its tasks stay; no more are added automatically',
        })
      },
    ),
    when: () => canChangeStudio() && findSession()?.query !== undefined,
  },
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
  forSession(
    {
      id: 'review.take',
      title: 'Take the session along…',
      keys: ['shift+t'],
      shadows: ['view.theme'],
      keywords: ['packet', 'offline', 'zip', 'download', 'export', 'disk'],
    },
    async (session) => takeStore.open(session),
    () => true,
  ),
  forSession(
    {
      id: 'review.keep',
      title: 'Keep the session on this device…',
      keys: ['shift+o'],
      keywords: ['offline', 'train', 'cache', 'download', 'without a network'],
    },
    async (session) => askedToKeep.open(session),
    () => true,
  ),
  forSession(
    { id: 'review.unkeep', title: 'Remove the session from this device', keys: [], keywords: ['offline', 'space'] },
    async (session) => {
      await removeKept(getStudio().client.userId, session.id)
      showToast({ text: `The films of “${session.name}” are no longer on this device` })
      return undefined
    },
    isKept,
  ),
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

function isKept({ id }: ReviewSessionRow): boolean {
  return keptStore.get().sessions.some(({ sessionId }) => sessionId === id)
}

/** Returns the session that a command applies to. */
function findSession(): ReviewSessionRow | undefined {
  const asked = askedToKeep.get()
  if (asked !== undefined) return asked
  const room = findRoom()
  if (room !== undefined) return room.session
  const row = document.activeElement?.closest<HTMLElement>('[data-review]')
  const id = row?.dataset['review']
  return id === undefined ? undefined : getStudio().studio.replica.find('review_sessions', id)
}

type Named = Pick<Command, 'title' | 'keys' | 'id' | 'keywords' | 'shadows'>
type Act = (session: ReviewSessionRow, args: readonly string[], leave: () => void) => Promise<CommandOutcome>

function forSession(named: Named, act: Act, mayAct: (session: ReviewSessionRow) => boolean = canChangeStudio): Command {
  // The palette takes the focus, so remember the session that had it.
  let meant: ReviewSessionRow | undefined
  const isRename = named.id === 'review.rename'
  return define({
    ...named,
    when: () => {
      const isInPalette = document.activeElement?.closest('[role="dialog"]') !== null
      meant = findSession() ?? (isInPalette ? meant : undefined)
      return meant !== undefined && mayAct(meant)
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
  })
}
