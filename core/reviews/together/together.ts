import { makeListeners } from '#core/lib/listeners.ts'
import type { UserId } from '#core/lib/ids.ts'
import { mergeStrokes, readStroke, type LiveStroke, type LiveStrokes } from './live-strokes.ts'
import { findLeadRank, readParticipants, writePresented, type Participant } from './participants.ts'
import {
  fieldsOf,
  isNewer,
  momentAt,
  readRoomState,
  toState,
  type Led,
  type ParticipantId,
  type RoomMoment,
  type RoomState,
} from './room-state.ts'
import type { SharedClock, Timers } from './shared-clock.ts'

/** A window's connection to a room's channels: what it sends reaches everybody else. */
export type RoomChannel = {
  /** Sends to everybody in the room. */
  readonly say: (message: object) => void
  /** Sends the room's state; only heard from those who may lead. */
  readonly lead: (state: RoomState) => void
  /** Sets this window's presence. */
  readonly show: (presented: object) => void
  readonly leave: () => void
}

/** The events of a channel. */
export type RoomListener = {
  readonly onSaid: (message: unknown) => void
  readonly onLed: (state: unknown) => void
  readonly onPeople: (present: ReadonlyMap<ParticipantId, unknown>) => void
  readonly onJoined: (isJoined: boolean) => void
}

/** A laser pointer; x and y are fractions of the picture. */
export type Laser = { readonly userId: UserId; readonly mediaId: string; readonly x: number; readonly y: number }

/** A room's state for display; the same object until something changes. */
export type TogetherView = {
  readonly isJoined: boolean
  readonly people: readonly Participant[]
  readonly state: RoomState | undefined
  readonly leader: Participant | undefined
  readonly isLeading: boolean
  readonly isInStep: boolean
  /** Who is asking this window for the lead, in order. */
  readonly asking: readonly Participant[]
  /** Whether this window's request for the lead is unanswered or refused. */
  readonly asked: 'waiting' | 'kept' | undefined
  readonly strokes: LiveStrokes
}

export type Together = {
  readonly get: () => TogetherView
  readonly subscribe: (listener: () => void) => () => void
  readonly subscribeLaser: (listener: (laser: Laser) => void) => () => void
  /** Joins those who are present: until then this window only hears who leads, and where. */
  readonly enter: () => void
  /** Returns the room's position now; undefined without a leader or before the clock is known. */
  readonly moment: () => RoomMoment | undefined
  /** Sets the leader's position; does nothing while somebody else leads. */
  readonly lead: (led: Led) => void
  readonly takeLead: (led?: Led) => void
  readonly askForLead: () => void
  /** Refuses the lead to those who asked. */
  readonly keepLead: () => void
  readonly handOver: (to: ParticipantId) => void
  readonly setInStep: (isInStep: boolean) => void
  /** Sets the entry and the file that this window shows. */
  readonly lookAt: (entryId: string, mediaId?: string) => void
  /** Returns what the leader shows according to presence, for windows that join before the leader has sent anything. */
  readonly findLed: () => Pick<Participant, 'entryId' | 'mediaId'> | undefined
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
  /** Returns this window's current strokes, for somebody who has just joined. */
  readonly ownStrokes: () => readonly LiveStroke[]
}

/** The interval at which the leader repeats the room's state. */
const beatMs = 1000
/** A leader silent for this long is gone, even without notice. */
const silentMs = 3200
/** A leader who has left the channel may be reloading the page. */
const leftMs = 1200
/** Eligible leaders wait for each other; the one who joined first waits the shortest. */
const betweenMs = 250
const lookMs = 250
/** The most strokes accepted from one message. */
const mostHeard = 400

/** Makes one window's part in a room. The room is stored nowhere: people present tell those who join. */
export function makeTogether(deps: TogetherDeps): Together {
  return new JoinedRoom(deps)
}

class JoinedRoom implements Together {
  readonly #deps: TogetherDeps
  readonly #channel: RoomChannel
  readonly #listeners = makeListeners()
  readonly #laserListeners = makeListeners<Laser>()
  #view: TogetherView = {
    isJoined: false,
    people: [],
    state: undefined,
    leader: undefined,
    isLeading: false,
    isInStep: true,
    asking: [],
    asked: undefined,
    strokes: new Map(),
  }
  /** People who are or have been here; nobody else's strokes are accepted. */
  readonly #seen = new Set<string>()
  /** Strokes of people whom this window does not yet know to be here. */
  #early: readonly LiveStroke[] = []
  #hasEntered = false
  #joinedAt: number | undefined
  #entryId: string | undefined
  #mediaId: string | undefined
  #heardAt: number
  #beatenAt = -Infinity
  #goneAt: number | undefined
  #isAsking = false
  #stopLooking: () => void

  constructor(deps: TogetherDeps) {
    this.#deps = deps
    this.#heardAt = deps.timers.elapsed()
    this.#channel = deps.join({
      onSaid: (message) => this.#hearSaid(message),
      onLed: (state) => this.#hearLed(readRoomState(state)),
      onPeople: (present) => this.#hearPeople(readParticipants(present)),
      onJoined: (isJoined) => this.#settle(isJoined),
    })
    this.#stopLooking = deps.timers.after(lookMs, this.#look)
  }

  get = (): TogetherView => this.#view

  subscribe = this.#listeners.subscribe

  subscribeLaser = this.#laserListeners.subscribe

  enter = (): void => {
    this.#hasEntered = true
    this.#present()
  }

  moment = (): RoomMoment | undefined => {
    const now = this.#deps.clock.now()
    const { state } = this.#view
    return now === undefined || state === undefined ? undefined : momentAt(state, now)
  }

  lead = (led: Led): void => {
    const now = this.#deps.clock.now()
    const { state, isLeading } = this.#view
    if (!isLeading || state === undefined || now === undefined) return
    this.#become({ ...toState(led, now), leader: this.#deps.id, turn: state.turn, seq: state.seq + 1 })
  }

  takeLead = (led?: Led): void => {
    if (this.#deps.mayLead && this.#pass(this.#deps.id, led)) this.setInStep(true)
  }

  askForLead = (): void => {
    this.#channel.say({ kind: 'ask', from: this.#deps.id })
    this.#set({ asked: 'waiting' })
  }

  keepLead = (): void => {
    if (!this.#view.isLeading) return
    this.#channel.say({ kind: 'keep', from: this.#deps.id })
    this.#set({ asking: [] })
  }

  handOver = (to: ParticipantId): void => {
    if (this.#view.isLeading) this.#pass(to)
  }

  setInStep = (isInStep: boolean): void => {
    if (this.#view.isInStep === isInStep) return
    this.#set({ isInStep })
    this.#present()
  }

  lookAt = (entryId: string, mediaId?: string): void => {
    if (this.#entryId === entryId && this.#mediaId === mediaId) return
    this.#entryId = entryId
    this.#mediaId = mediaId
    // A window in step shows what the leader shows; that need not be sent.
    if (!this.#view.isInStep || this.#view.isLeading) this.#present()
  }

  findLed = (): Pick<Participant, 'entryId' | 'mediaId'> | undefined =>
    this.#view.people.find(({ isLeading, id }) => isLeading && id !== this.#deps.id)

  point = (at: Omit<Laser, 'userId'>): void => {
    this.#channel.say({ kind: 'laser', user: this.#deps.userId, ...at })
  }

  draw = (strokes: readonly LiveStroke[]): void => {
    if (strokes.length > 0) this.#channel.say({ kind: 'strokes', strokes })
  }

  close = (): void => {
    this.#stopLooking()
    this.#deps.clock.close()
    this.#listeners.clear()
    this.#laserListeners.clear()
    this.#channel.leave()
  }

  #set(changes: Partial<TogetherView>): void {
    const next = { ...this.#view, ...changes }
    const { state, people } = next
    const leader = people.find((person) => person.id === state?.leader)
    const { isLeading: wasLeading } = this.#view
    this.#view = { ...next, leader, isLeading: state?.leader === this.#deps.id }
    if (this.#view.isLeading !== wasLeading) this.#present()
    this.#listeners.tell()
  }

  #present(): void {
    const { clock, userId, mayLead } = this.#deps
    const { isJoined, isInStep, isLeading } = this.#view
    if (!this.#hasEntered) return
    // Presences are ordered by joining time on the shared clock; until that is known, none is sent.
    this.#joinedAt ??= clock.now()
    if (this.#joinedAt === undefined || !isJoined) return
    const joinedAt = this.#joinedAt
    const at = { entryId: this.#entryId, mediaId: this.#mediaId }
    this.#channel.show(writePresented({ userId, joinedAt, isInStep, mayLead, isLeading, ...at }))
  }

  #tell(state: RoomState): void {
    this.#beatenAt = this.#deps.timers.elapsed()
    this.#heardAt = this.#beatenAt
    this.#channel.lead(state)
  }

  #become(state: RoomState): void {
    this.#setState(state)
    this.#tell(state)
  }

  /** A new leader has no pending requests. */
  #setState(state: RoomState): void {
    const isPassed = state.leader !== this.#view.state?.leader
    this.#set({ state, ...(isPassed && { asking: [], asked: undefined }) })
  }

  /** Passes the lead on; the room continues from its current position. */
  #pass(to: ParticipantId, led?: Led): boolean {
    const now = this.#deps.clock.now()
    const before = this.#view.state
    if (now === undefined) return false
    const first = this.#entryId === undefined ? undefined : { entryId: this.#entryId, frame: 0, speed: 0, at: now }
    const place = led === undefined ? (before ?? first) : toState(led, now)
    if (place === undefined) return false
    this.#become({ ...place, leader: to, turn: (before?.turn ?? 0) + 1, seq: 0 })
    return true
  }

  #settle(isJoined: boolean): void {
    if (isJoined) {
      this.#heardAt = this.#deps.timers.elapsed()
      this.#goneAt = undefined
      this.#channel.say({ kind: 'hello', from: this.#deps.id })
    }
    this.#set({ isJoined })
    this.#present()
  }

  #hearPeople(people: readonly Participant[]): void {
    const isHere = people.some((person) => person.id === this.#view.state?.leader)
    this.#goneAt = isHere ? undefined : (this.#goneAt ?? this.#deps.timers.elapsed())
    for (const { userId } of people) this.#seen.add(userId)
    const asking = this.#view.asking.filter(({ id }) => people.some((person) => person.id === id))
    this.#set({ people, asking })
    const early = this.#early
    this.#early = []
    this.#hearStrokes(early)
  }

  #hearStrokes(heard: readonly LiveStroke[]): void {
    const { strokes: known } = this.#view
    const merged = mergeStrokes(
      known,
      heard.filter(({ author }) => this.#seen.has(author)),
    )
    if (merged !== known) this.#set({ strokes: merged })
    const strangers = heard.filter(({ author }) => !this.#seen.has(author))
    if (strangers.length > 0) this.#early = [...this.#early, ...strangers].slice(-mostHeard)
  }

  #hearLed(state: RoomState | undefined): void {
    if (state === undefined) return
    const { state: before, isLeading, isInStep } = this.#view
    const { id, timers } = this.#deps
    if (state.leader === before?.leader) this.#heardAt = timers.elapsed()
    if (!isNewer(state, before)) return
    this.#heardAt = timers.elapsed()
    this.#setState(state)
    if (state.leader !== id || isLeading) return
    this.#beatenAt = -Infinity
    if (!isInStep) this.setInStep(true)
  }

  #hearSaid(message: unknown): void {
    const { kind, from, strokes } = fieldsOf(message)
    const { isLeading, state, people, asking, asked } = this.#view
    if (kind === 'hello') {
      if (isLeading && state !== undefined) this.#tell(state)
      this.draw(this.#deps.ownStrokes())
    } else if (kind === 'strokes' && Array.isArray(strokes)) {
      this.#hearStrokes(strokes.slice(0, mostHeard).flatMap((stroke: unknown) => readStroke(stroke) ?? []))
    } else if (kind === 'ask' && isLeading) {
      const person = people.find(({ id }) => id === from)
      if (person?.mayLead !== true || asking.some(({ id }) => id === from)) return
      this.#set({ asking: [...asking, person] })
    } else if (kind === 'keep' && from === state?.leader && asked !== undefined) {
      this.#set({ asked: 'kept' })
    } else if (kind === 'laser') this.#hearLaser(message)
  }

  #hearLaser(message: unknown): void {
    const { user, x, y, mediaId } = fieldsOf(message)
    if (typeof x !== 'number' || typeof y !== 'number' || typeof mediaId !== 'string') return
    // Only people in the room can point.
    const userId = this.#view.people.find((person) => person.userId === user)?.userId
    if (userId !== undefined) this.#laserListeners.tell({ userId, mediaId, x, y })
  }

  /** The leader repeats the state; eligible leaders check whether somebody still leads. */
  #look = (): void => {
    this.#stopLooking = this.#deps.timers.after(lookMs, this.#look)
    const { state, isLeading, isJoined } = this.#view
    if (!isJoined) return
    if (this.#joinedAt === undefined) this.#present()
    if (!isLeading || state === undefined) return this.#succeed()
    if (this.#deps.timers.elapsed() - this.#beatenAt >= beatMs) this.#tell(state)
  }

  #succeed(): void {
    const { id, timers, clock } = this.#deps
    const { state, people } = this.#view
    const others = people.filter((person) => person.id !== state?.leader)
    const rank = findLeadRank(others, id)
    if (rank === undefined || this.#isAsking || (state === undefined && this.#entryId === undefined)) return
    const now = timers.elapsed()
    const isSilent = now - this.#heardAt > silentMs + rank * betweenMs
    const mayBeLeft = this.#goneAt !== undefined && (state !== undefined || rank === 0)
    const isGone = mayBeLeft && now - Math.max(this.#goneAt ?? now, this.#heardAt) > leftMs + rank * betweenMs
    if (!isSilent && !isGone) return
    // The silence may be this device's own: only a window that reaches the server takes the lead.
    this.#isAsking = true
    const { turn = 0 } = state ?? {}
    void clock.ask().then((isAnswered) => {
      this.#isAsking = false
      if (!isAnswered || this.#view.isLeading || (this.#view.state?.turn ?? 0) !== turn) return
      if (timers.elapsed() - this.#heardAt > leftMs) this.takeLead()
    })
  }
}
