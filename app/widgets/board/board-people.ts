import type { Point } from '#core/boards/geometry.ts'
import { avatarColorOf } from '#core/studios/palette.ts'
import type { BoardPresence } from '#core/gateway/ports.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardPerson } from './board-person.ts'

export type BoardPeople = {
  readonly point: (at: Point | undefined) => void
  readonly close: () => void
}

/** The shortest interval between updates of this person's pointer. */
const TELL_MS = 80

/** Follows the other people at the board, their pointers and selections, and sends them this person's. */
export function followPeople(
  { client, studio, board, view, others: known }: BoardModel,
  onPeople: (people: readonly BoardPerson[]) => void,
): BoardPeople {
  let channel: ReturnType<typeof client.gateway.boards.join> | undefined
  let here: { cursor: Point | undefined; selection: readonly CanvasItemId[] } = { cursor: undefined, selection: [] }
  let waiting: ReturnType<typeof setTimeout> | undefined

  const hear = (others: readonly BoardPresence[]): void => {
    const names = new Map(studio.getMembers().map(({ userId, displayName }) => [userId, displayName]))
    known.now = others.map(({ userId, cursor, selection }) => {
      return { userId, name: names.get(userId) ?? 'Somebody', color: avatarColorOf(userId), cursor, selection }
    })
    for (const person of known.now) if (person.selection.length > 0) known.held.set(person.userId, person)
    onPeople(known.now)
  }
  const tell = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      channel?.show(here)
    }, TELL_MS)
  }
  // The board gets an id, and with it a channel, from its first object.
  const join = (): void => {
    const boardId = board.findBoardId()
    if (channel !== undefined || boardId === undefined) return
    channel = client.gateway.boards.join(boardId, {
      userId: client.userId,
      onOthers: hear,
    })
    channel.show(here)
  }
  const stops = [
    board.replica.subscribeTable('boards', join),
    view.subscribe(() => {
      const { selection } = view.get()
      if (selection.size === here.selection.length && here.selection.every((id) => selection.has(id))) return
      here = { ...here, selection: [...selection] }
      tell()
    }),
  ]
  join()
  return {
    point: (cursor) => {
      here = { ...here, cursor }
      tell()
    },
    close: () => {
      clearTimeout(waiting)
      for (const stop of stops) stop()
      channel?.leave()
    },
  }
}
