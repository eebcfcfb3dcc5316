import type { UserId } from '#core/lib/ids.ts'
import { mergeStrokes, readStroke, type LiveStroke, type LiveStrokes } from './live-strokes.ts'
import { rankToLead, readParticipants, writePresented, type Participant } from './participants.ts'
import {
  fieldsOf,
  isNewer,
  momentAt,
  readRoomState,
  type ParticipantId,
  type RoomMoment,
  type RoomPlace,
  type RoomState,
} from './room-state.ts'
import type { SharedClock, Timers } from './shared-clock.ts'

/** The place of a window in a room's channels: what is said there reaches everybody else. */
export type RoomChannel = {
  /** To everybody in the room. */
  readonly say: (message: object) => void
  /** Where the room is: heard only from those who may lead. */
  readonly lead: (state: RoomState) => void
  /** What is shown of this window. */
  readonly show: (presented: object) => void
  readonly leave: () => void
}

/** What a channel tells. */
export type RoomListener = {
  readonly onSaid: (message: unknown) => void
  readonly onLed: (state: unknown) => void
  readonly onPeople: (present: ReadonlyMap<ParticipantId, unknown>) => void
  readonly onJoined: (isJoined: boolean) => void
}

/** A light that somebody points with, in parts of the picture. */
export type Laser = { readonly userId: UserId; readonly mediaId: string; readonly x: number; readonly y: number }

/** What a room is like at a moment; the same object until something changes. */
export type TogetherView = {
  readonly isJoined: boolean
  readonly people: readonly Participant[]
  readonly state: RoomState | undefined
  readonly leader: Participant | undefined
  readonly isLeading: boolean
  readonly isInStep: boolean
  /** Who asks for the lead, while this window has it. */
  readonly askedBy: Participant | undefined
  readonly strokes: LiveStrokes
}

/** What the leader shows: everything of a state but who says it and when. */
export type Led = Pick<RoomState, 'entryId' | 'frame' | 'speed'> & {
  readonly loop?: RoomState['loop']
  /** How long ago it was exactly there. */
  readonly agoMs?: number
  /** The cut to come: in so many milliseconds. */
  readonly then?: (Omit<RoomPlace, 'at'> & { readonly inMs: number }) | undefined
}

export type Together = {
  readonly get: () => TogetherView
  readonly subscribe: (listener: () => void) => () => void
  readonly subscribeLaser: (listener: (laser: Laser) => void) => () => void
  /** Where the room is now; absent while nobody leads or its clock is not known. */
  readonly moment: () => RoomMoment | undefined
  /** Says where the leader is; nothing while somebody else leads. */
  readonly lead: (led: Led) => void
  readonly takeLead: (led?: Led) => void
  readonly askForLead: () => void
  readonly handOver: (to: ParticipantId) => void
  readonly setInStep: (isInStep: boolean) => void
  /** Where this window looks while it is out of step. */
  readonly lookAt: (entryId: string) => void
  readonly point: (at: Omit<Laser, 'userId'>) => void
  readonly draw: (strokes: readonly LiveStroke[]) => void
  readonly close: () => void
}

export type TogetherDeps = {
  readonly id: ParticipantId
  readonly userId: UserId
  readonly mayLead: boolean
  readonly join: (listener: RoomListener) => RoomChannel
  readonly clock: SharedClock
  readonly timers: Timers
  /** Strokes of this window that stand, for somebody who has just come. */
  readonly ownStrokes: () => readonly LiveStroke[]
}

/** The leader says this often where the room is, whatever else happens. */
const beatMs = 1000
/** A leader that is silent for this long is gone, also where nobody was told so. */
const silentMs = 3200
/** A leader that has left the channel may be reloading. */
const leftMs = 1200
/** Those who may lead wait for each other, the one who came first the shortest. */
const betweenMs = 250
const lookMs = 250

/** A room as one window takes part in it. Nothing of it is kept anywhere else: who comes is told by who is there. */
export function makeTogether(deps: TogetherDeps): Together {
  const { id, userId, mayLead, clock, timers } = deps
  const listeners = new Set<() => void>()
  const laserListeners = new Set<(laser: Laser) => void>()
  let joinedAt: number | undefined
  let view: TogetherView = {
    isJoined: false,
    people: [],
    state: undefined,
    leader: undefined,
    isLeading: false,
    isInStep: true,
    askedBy: undefined,
    strokes: new Map(),
  }
  let entryId: string | undefined
  let heardAt = timers.elapsed()
  let beatenAt = -Infinity
  let goneAt: number | undefined
  let isAsking = false
  let stopLooking: (() => void) | undefined

  const set = (changes: Partial<TogetherView>): void => {
    const next = { ...view, ...changes }
    const { state, people } = next
    const leader = people.find((person) => person.id === state?.leader)
    view = { ...next, leader, isLeading: state?.leader === id }
    for (const listener of listeners) listener()
  }
  const present = (): void => {
    // In the order in which they came, by the one clock that is everybody's: before it is known nothing is shown.
    joinedAt ??= clock.now()
    if (joinedAt === undefined || !view.isJoined) return
    channel.show(writePresented({ userId, joinedAt, isInStep: view.isInStep, mayLead, entryId }))
  }
  const tell = (state: RoomState): void => {
    beatenAt = timers.elapsed()
    heardAt = beatenAt
    channel.lead(state)
  }
  const become = (state: RoomState): void => {
    set({ state, askedBy: undefined })
    tell(state)
  }
  /** Where the room is, said by somebody else from now on: it goes on as it went. */
  const pass = (to: ParticipantId, led?: Led): boolean => {
    const now = clock.now()
    const before = view.state
    if (now === undefined) return false
    const first = entryId === undefined ? undefined : { entryId, frame: 0, speed: 0, at: now }
    const place = led === undefined ? (before ?? first) : toState(led, now)
    if (place === undefined) return false
    become({ ...place, leader: to, turn: (before?.turn ?? 0) + 1, seq: 0 })
    return true
  }
  const setInStep = (isInStep: boolean): void => {
    if (view.isInStep === isInStep) return
    set({ isInStep })
    present()
  }
  const takeLead = (led?: Led): void => {
    if (mayLead && pass(id, led)) setInStep(true)
  }
  const hear = (state: RoomState | undefined): void => {
    if (state === undefined) return
    if (state.leader === view.state?.leader) heardAt = timers.elapsed()
    if (!isNewer(state, view.state)) return
    heardAt = timers.elapsed()
    const isHandedOver = state.leader === id && !view.isLeading
    set({ state, ...(state.leader !== id && { askedBy: undefined }) })
    if (!isHandedOver) return
    beatenAt = -Infinity
    if (!view.isInStep) setInStep(true)
  }
  const onSaid = (message: unknown): void => {
    const { kind, from, strokes, user } = fieldsOf(message)
    if (kind === 'hello') {
      if (view.isLeading && view.state !== undefined) tell(view.state)
      const own = deps.ownStrokes()
      if (own.length > 0) channel.say({ kind: 'strokes', strokes: own })
    } else if (kind === 'strokes' && Array.isArray(strokes)) {
      const merged = mergeStrokes(
        view.strokes,
        strokes.slice(0, 400).flatMap((stroke: unknown) => readStroke(stroke) ?? []),
      )
      if (merged !== view.strokes) set({ strokes: merged })
    } else if (kind === 'ask' && view.isLeading) {
      const askedBy = view.people.find((person) => person.id === from)
      if (askedBy?.mayLead === true) set({ askedBy })
    } else if (kind === 'laser' && typeof user === 'string') {
      const { x, y, mediaId } = fieldsOf(message)
      if (typeof x !== 'number' || typeof y !== 'number' || typeof mediaId !== 'string') return
      // As it was sent: a laser of somebody who is not there points nobody anywhere.
      const owner = view.people.find((person) => person.userId === user)?.userId
      if (owner !== undefined) for (const listener of laserListeners) listener({ userId: owner, mediaId, x, y })
    }
  }
  const channel = deps.join({
    onSaid,
    onLed: (state) => hear(readRoomState(state)),
    onPeople: (all) => {
      const people = readParticipants(all)
      const isHere = people.some((person) => person.id === view.state?.leader)
      goneAt = isHere ? undefined : (goneAt ?? timers.elapsed())
      set({ people })
    },
    onJoined: (isJoined) => {
      if (isJoined) {
        heardAt = timers.elapsed()
        goneAt = undefined
        channel.say({ kind: 'hello', from: id })
      }
      set({ isJoined })
      present()
    },
  })

  /** Whoever leads says so; whoever may lead looks whether somebody still does. */
  const look = (): void => {
    stopLooking = timers.after(lookMs, look)
    const now = timers.elapsed()
    const { state, isLeading, isJoined } = view
    if (!isJoined) return
    if (joinedAt === undefined) present()
    if (isLeading && state !== undefined) {
      if (now - beatenAt >= beatMs) tell(state)
      return
    }
    const rank = rankToLead(view.people.filter((person) => person.id !== state?.leader), id)
    if (rank === undefined || isAsking || (state === undefined && entryId === undefined)) return
    const isSilent = now - heardAt > silentMs + rank * betweenMs
    const mayBeLeft = goneAt !== undefined && (state !== undefined || rank === 0)
    const isGone = mayBeLeft && now - Math.max(goneAt ?? now, heardAt) > leftMs + rank * betweenMs
    if (!isSilent && !isGone) return
    // Silence may be this device's own: only whoever reaches the server takes the lead.
    isAsking = true
    const { turn = 0 } = state ?? {}
    void clock.ask().then((isAnswered) => {
      isAsking = false
      if (!isAnswered || view.isLeading || (view.state?.turn ?? 0) !== turn) return
      if (timers.elapsed() - heardAt > leftMs) takeLead()
    })
  }
  stopLooking = timers.after(lookMs, look)

  return {
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribeLaser: (listener) => {
      laserListeners.add(listener)
      return () => laserListeners.delete(listener)
    },
    moment: () => {
      const now = clock.now()
      return now === undefined || view.state === undefined ? undefined : momentAt(view.state, now)
    },
    lead: (led) => {
      const now = clock.now()
      const { state, isLeading } = view
      if (!isLeading || state === undefined || now === undefined) return
      become({ ...toState(led, now), leader: id, turn: state.turn, seq: state.seq + 1 })
    },
    takeLead,
    askForLead: () => channel.say({ kind: 'ask', from: id }),
    handOver: (to) => {
      if (view.isLeading) pass(to)
    },
    setInStep,
    lookAt: (next) => {
      if (entryId === next) return
      entryId = next
      // Whoever looks along is where the leader is; that need not be told.
      if (!view.isInStep) present()
    },
    point: (at) => channel.say({ kind: 'laser', user: userId, ...at }),
    draw: (strokes) => {
      if (strokes.length > 0) channel.say({ kind: 'strokes', strokes })
    },
    close: () => {
      stopLooking?.()
      clock.close()
      listeners.clear()
      laserListeners.clear()
      channel.leave()
    },
  }
}

function toState({ entryId, frame, speed, loop, then, agoMs = 0 }: Led, now: number): Omit<RoomState, 'leader' | 'turn' | 'seq'> {
  return {
    entryId,
    frame,
    speed,
    at: now - agoMs,
    ...(loop && { loop }),
    ...(then && { then: { entryId: then.entryId, frame: then.frame, at: now + then.inMs } }),
  }
}
