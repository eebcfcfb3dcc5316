import type { Assignment, FeedItem } from '#core/feeds/entry.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { findRoute, links, STUDIO_WIDE } from '#app/routes.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { canChangeStudio, getStudio } from '#app/widgets/get-studio.ts'
import { listPeople } from '#app/widgets/person-page/list-people.ts'
import { perform } from '#app/widgets/perform.ts'
import { getColumn, hasColumn, loadMore, retryColumns, showStatus } from './artist-columns.ts'
import { artistStore, columnNames, openMenu, setCurrent, type ColumnName } from './artist-store.ts'

const define = defineWith({ group: 'Feed', scope: 'feed' })
const isKeyOnly = true
const hasCard = (): boolean => findCard() !== undefined
const canChange = (): boolean => hasCard() && canChangeStudio()

/** The commands of an artist's feed: move through it, reply, and change the task of a card. */
export const artistCommands = [
  step('artist.next', 'Next card', { keys: ['j', 'down'], by: 1 }),
  step('artist.previous', 'Previous card', { keys: ['k', 'up'], by: -1 }),
  ...columnNames.map((name, index) =>
    define({
      id: `artist.column-${name}`,
      title: `Go to ${name}`,
      keys: [String(index + 1)],
      isKeyOnly,
      when: () => hasColumn(name),
      run: () => focusCard(name, cardIds(name)[0]),
    }),
  ),
  define({
    id: 'artist.open',
    title: 'Open',
    keys: ['enter'],
    isKeyOnly,
    when: hasCard,
    run: ({ navigate }, [name, id]) => {
      const column = columnNames.find((known) => known === name)
      if (column !== undefined) setCurrent(column, id)
      const card = findCard()
      if (card !== undefined) navigate(card.url)
    },
  }),
  define({
    id: 'artist.reload',
    title: 'Try again',
    keywords: ['reload', 'retry'],
    when: () => columnNames.some((name) => getColumn(name).failure !== undefined),
    run: async (_context, [column]) => await retryColumns(columnNames.find((name) => name === column)),
  }),
  define({
    id: 'artist.reply',
    title: 'Reply',
    keys: ['r'],
    when: hasCard,
    run: ({ navigate }) => {
      const card = findCard()
      if (card === undefined) return
      navigate(card.url.includes('openComments') ? card.url : `${card.url}&openComments=true`)
      // Text typed from now on belongs to the reply, although the page with its form has yet to open.
      if (getStudio().studio.can('comment')) beginToWrite(card.taskId, 'comment')
    },
  }),
  define({
    id: 'artist.switch',
    title: 'Show somebody else’s feed…',
    keys: ['u'],
    args: [
      {
        id: 'person',
        placeholder: 'Whose feed?',
        options: () => listPeople().map(({ value, label }) => ({ value, label })),
      },
    ],
    run: ({ navigate, path }, [userId = STUDIO_WIDE]) =>
      navigate(links.artist({ studioSlug: findRoute(path)?.params['studioSlug'] ?? '', userId })),
  }),
  define({
    id: 'artist.timesheet',
    title: 'Time Sheet',
    run: ({ navigate, path }) => {
      const { studioSlug = '', userId = STUDIO_WIDE } = findRoute(path)?.params ?? {}
      navigate(links.timesheet({ studioSlug, userId }))
    },
  }),
  ...taskCommands(),
]

function taskCommands() {
  return [
    define({
      id: 'artist.status',
      title: 'Set status…',
      keys: ['s'],
      when: canChange,
      run: () => openMenu('status'),
    }),
    define({
      id: 'artist.assign',
      title: 'Assign…',
      keys: ['a'],
      when: canChange,
      run: () => openMenu('assignee'),
    }),
    define({
      id: 'artist.set-status',
      title: 'Set the task’s status',
      isKeyOnly,
      when: canChange,
      run: async (_context, [id = '']) => await giveStatus(toId<StatusId>(id)),
    }),
    define({
      id: 'artist.set-assignee',
      title: 'Assign the task',
      isKeyOnly,
      when: canChange,
      run: async (_context, [id = '']) => await assignTo(id === '' ? undefined : toId<UserId>(id)),
    }),
  ]
}

async function giveStatus(statusId: StatusId) {
  openMenu(undefined)
  const card = findCard()
  if (card === undefined) return undefined
  const { client, space } = await openSpaceOf(card)
  const { taskId } = card
  showStatus(taskId, statusId)
  return await perform(setTaskStatus({ on: space, taskIds: [taskId], statusId }, client), {
    client,
    failedText: messages['task-status-failed'],
    onRefused: () => showStatus(taskId, card.statusId),
  })
}

async function assignTo(assigneeId: UserId | undefined) {
  openMenu(undefined)
  const card = findCard()
  if (card === undefined) return undefined
  const { client, space } = await openSpaceOf(card)
  const change = { space, taskIds: [card.taskId], field: 'assigneeId', values: { all: assigneeId } } as const
  return await perform(setTaskField(change, client), { client, failedText: 'The task could not be assigned.' })
}

/** Opens the space of a card's task; changes go through its rows, as on the space's own screen. */
async function openSpaceOf({ spaceId }: Assignment | FeedItem) {
  const { client, studio } = getStudio()
  try {
    return { client, space: await client.openSpace({ studioId: studio.studioId, spaceId }) }
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError('space-load-failed', messages['space-load-failed'], { cause })
  }
}

function step(
  id: `artist.${string}`,
  title: string,
  { keys, by }: { readonly keys: readonly string[]; readonly by: number },
) {
  return define({
    id,
    title,
    keys,
    isKeyOnly,
    isRepeatable: true,
    run: () => {
      const { column } = artistStore.current
      const ids = cardIds(column)
      const at = findIndex()
      const next = Math.max(0, Math.min(ids.length - 1, at + by))
      focusCard(column, ids[next])
      if (next === ids.length - 1) void loadMore(column)
    },
  })
}

function findIndex(): number {
  const { column, id } = artistStore.current
  return cardIds(column).indexOf(id ?? '')
}

function focusCard(column: ColumnName, id: string | undefined): void {
  setCurrent(column, id)
  if (id !== undefined)
    document.querySelector<HTMLElement>(`[data-column="${column}"] [data-feed="${id}"] button`)?.focus()
}

/** Returns the ids of a column's cards: the task's for assignments, the entry's otherwise. */
function cardIds(column: ColumnName): readonly string[] {
  if (column === 'assignments') return getColumn(column).rows.map(({ taskId }) => taskId)
  return getColumn(column).rows.map(({ id }) => id)
}

/** Returns the card that keys act on: the current one, else the first of its column. */
export function findCard(): Assignment | FeedItem | undefined {
  const { column, id } = artistStore.current
  const cards: readonly (Assignment | FeedItem)[] = getColumn(column).rows
  return cards[Math.max(0, cardIds(column).indexOf(id ?? ''))]
}
