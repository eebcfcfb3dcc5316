import { makeListeners } from '#core/lib/listeners.ts'
import type { Presence } from '#core/people/presence.ts'
import type { LiveGateway } from '#core/gateway/ports.ts'
import type { SpaceId, UserId } from '#core/lib/ids.ts'
import type { Clock, Visibility } from './ports.ts'

/** Who else is in a space, and where; ready for `useSyncExternalStore`. */
export interface SpacePresence {
  /** Returns the others by person and cell; the same array until somebody comes, goes or moves. */
  getOthers: () => readonly Presence[]
  subscribe: (listener: () => void) => () => void
  /**
   * Shows the person on a cell, or on none. Rapid changes are sent a few times a second, always ending with the last.
   */
  setCell: (cellKey: string | undefined) => void
  close: () => void
}

type PresenceDeps = {
  readonly spaceId: SpaceId
  readonly userId: UserId
  readonly live: LiveGateway
  readonly clock: Clock
  readonly visibility: Visibility
}

/** The shortest interval between updates sent or shown. */
const throttleMs = 200

/** Joins a space's channel. While the window is hidden, the person is not shown and updates are not drawn. */
export function makeSpacePresence({ spaceId, userId, live, clock, visibility }: PresenceDeps): SpacePresence {
  const listeners = makeListeners()
  let others: readonly Presence[] = []
  let heard: readonly Presence[] = []
  let cell: string | undefined
  let isClosed = false

  const hear = throttle(clock, () => {
    if (!visibility.isVisible() || sameText(heard) === sameText(others)) return
    others = heard
    listeners.tell()
  })
  const channel = live.joinSpace(spaceId, {
    userId,
    onOthers: (present) => {
      heard = [...present].sort((first, second) => (sameText([first]) < sameText([second]) ? -1 : 1))
      hear.run()
    },
  })
  const tell = throttle(clock, () => {
    if (visibility.isVisible()) channel.show(cell)
    else channel.hide()
  })
  const stopWatching = visibility.subscribe(() => {
    tell.run()
    hear.run()
  })
  tell.run()

  return {
    getOthers: () => others,
    subscribe: listeners.subscribe,
    setCell: (cellKey) => {
      if (cell === cellKey) return
      cell = cellKey
      tell.run()
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      hear.stop()
      tell.stop()
      stopWatching()
      listeners.clear()
      channel.leave()
    },
  }
}

function sameText(present: readonly Presence[]): string {
  return present.map(({ userId, cellKey = '' }) => `${userId} ${cellKey}`).join('\n')
}

/** Returns a throttled function: runs at once, then at most once per interval, with a trailing call. */
function throttle(clock: Clock, act: () => void): { readonly run: () => void; readonly stop: () => void } {
  let cancel: (() => void) | undefined
  let isWanted = false
  let isStopped = false
  const run = (): void => {
    if (isStopped) return
    if (cancel !== undefined) {
      isWanted = true
      return
    }
    isWanted = false
    cancel = clock.after(throttleMs, () => {
      cancel = undefined
      if (isWanted) run()
    })
    act()
  }
  return {
    run,
    stop: () => {
      isStopped = true
      cancel?.()
    },
  }
}

/** A program's presences, each shared by everything that watches its space. */
export type SharedPresences = {
  readonly watch: (spaceId: SpaceId) => SpacePresence
  readonly close: () => void
}

/** Joins a space's channel for the first watcher and leaves with the last. */
export function sharePresences(deps: Omit<PresenceDeps, 'spaceId'>): SharedPresences {
  const shared = new Map<SpaceId, { readonly presence: SpacePresence; users: number }>()
  const leave = (spaceId: SpaceId): void => {
    const left = shared.get(spaceId)
    if (left === undefined || (left.users -= 1) > 0) return
    left.presence.close()
    shared.delete(spaceId)
  }
  return {
    watch: (spaceId) => {
      const known = shared.get(spaceId) ?? { presence: makeSpacePresence({ ...deps, spaceId }), users: 0 }
      shared.set(spaceId, known)
      known.users += 1
      let isOpen = true
      const close = (): void => {
        if (isOpen) leave(spaceId)
        isOpen = false
      }
      return { ...known.presence, close }
    },
    close: () => {
      for (const { presence } of shared.values()) presence.close()
    },
  }
}
