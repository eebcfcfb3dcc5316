import { drawingLimits } from '#core/comments/drawing.ts'
import { newId, type CommentId, type StatusId } from '#core/lib/ids.ts'
import type { Decision, Decisions } from '#core/packet/decisions.ts'
import type { Packet, PacketEntry } from '#core/packet/packet.ts'
import { nothingCarried, readCarried, writeCarried, type Carried } from './carried.ts'
import {
  change,
  countChanges,
  emptyState,
  join,
  nameOf,
  readState,
  since,
  withoutStatus,
  writeState,
  type KeptState,
} from './kept-state.ts'
import type { OtherWindows } from './other-windows.ts'
import type { SecondCopy } from './second-copy.ts'
import { joinDrafts, takeBack, toStep, type Draft, type UndoStep } from './undo-step.ts'

const emptyDraft: Draft = { text: '', drawings: [], references: [] }

type State = Pick<KeptState, 'name' | 'decisions' | 'drafts' | 'saved'>

type Deps = {
  readonly packet: Packet
  /** Where the state is stored; a browser may refuse. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** A second copy, in case the first place refuses the state or loses it. */
  readonly copy?: SecondCopy
  /** This window's name, which survives a reload. */
  readonly carried?: { readonly get: () => string; readonly set: (text: string) => void }
  /** Windows tell each other what they know, even if the browser shows each its own writes only. */
  readonly windows?: OtherWindows
  readonly now?: () => number
}

const mostUndone = 100
const mostRetries = 3

/** The decisions made in a packet, stored by the browser on every change. */
export class DecisionsStore {
  readonly #deps: Deps
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  readonly #steps: UndoStep[] = []
  /** Resolves when the second copy has been read, or cannot be. */
  readonly opened: Promise<void>
  /** The text last written or read: any other text comes from another window. */
  #text: string | null = null
  #state: KeptState = emptyState
  #isKept = true
  /** The text in the second copy, as far as this window knows. */
  #copied: string | undefined
  #confirmed: KeptState = emptyState
  #isCopying = false
  /** What this window carried here, until its changes are here or given up. */
  #carried: Carried = nothingCarried

  constructor(deps: Deps) {
    this.#deps = deps
    this.#key = `xsheet-packet:${deps.packet.id}`
    this.#takeCarried()
    this.reload()
    if (this.#state !== emptyState && this.#toText() !== this.#text) this.#keep()
    this.opened = this.#openCopy()
    deps.windows?.listen((text) => this.#hear(text))
    deps.windows?.send(this.#toText())
  }

  get = (): State => this.#state
  /** Returns whether the browser stores the decisions until the page is opened again. */
  isKept = (): boolean => this.#isKept || (this.#copied !== undefined && this.#copied === this.#toText())
  subscribe = (listener: () => void): void => void this.#listeners.add(listener)

  /** Reads what another window of this packet, or this one before it was closed, has stored. */
  reload(): void {
    this.#read()
    this.#tell()
  }

  #read(): void {
    try {
      const text = this.#deps.storage().getItem(this.#key)
      if (text === this.#text) return
      this.#text = text
      if (text !== null) this.#take(text)
    } catch {
      this.#isKept = false
    }
  }

  #takeCarried(): void {
    this.#carried = readCarried(this.#key, this.#deps.carried?.get() ?? '')
    const kept = readState(this.#carried.left)
    if (kept !== undefined) this.#state = join(this.#state, kept)
  }

  /**
   * Carries the number of changes across a reload, and the unconfirmed ones themselves: the first place may then be
   * empty and the second one behind.
   */
  #carry(retries = 0): void {
    const { carried } = this.#deps
    if (carried === undefined) return
    const changes = Math.max(countChanges(this.#state), this.#carried.changes)
    const unconfirmed = since(this.#confirmed, this.#state)
    const left = countChanges(unconfirmed) === 0 ? '' : writeState(unconfirmed, this.#toFile(unconfirmed.decisions))
    carried.set(writeCarried(this.#key, carried.get(), { changes, left, retries }))
  }

  /** Returns whether the name, and every change that this window knew before it was loaded, are here. */
  isComplete = (): boolean => this.#state.name !== '' && countChanges(this.#state) >= this.#carried.changes

  /**
   * Returns whether the page should be loaded again, as neither place has what this window knew: now and then Chromium
   * shows a page none of its stores for as long as it is open.
   */
  retry(): boolean {
    const { changes, retries } = this.#carried
    if (countChanges(this.#state) < changes && retries < mostRetries) {
      this.#carry(retries + 1)
      return true
    }
    this.#carried = nothingCarried
    return false
  }

  /** Joins what another window knows, and answers if this one knows more. */
  #hear(text: string): void {
    const kept = readState(text)
    if (kept === undefined) return
    const before = this.#toText()
    this.#state = join(this.#state, kept)
    const joined = this.#toText()
    if (joined !== before || joined !== text) this.#keep()
    this.#tell()
  }

  /** Joins a stored state to this one; stores the result at once if it differs. */
  #take(text: string): void {
    const kept = readState(text)
    if (kept === undefined) return this.#setAside(text)
    this.#state = join(this.#state, kept)
    if (this.#toText() !== text) this.#keep()
  }

  /** Puts aside a text that this page cannot read, before it is overwritten. */
  #setAside(text: string): void {
    this.#deps.storage().setItem(`${this.#key}:unread`, text)
  }

  setName(name: string): void {
    this.#read()
    this.#change({ name })
  }

  getDraft(entry: PacketEntry): Draft {
    return this.#state.drafts[entry.id] ?? emptyDraft
  }

  setDraft(entry: PacketEntry, changes: Partial<Draft>): void {
    this.#read()
    const draft = { ...this.getDraft(entry), ...changes }
    this.#change({ drafts: withDraft(this.#state.drafts, entry, draft) })
  }

  listOf(entry: PacketEntry): readonly Decision[] {
    return this.#state.decisions.filter(({ entryId }) => entryId === entry.id)
  }

  /** Returns the status that a task was given here. */
  findStatus(entry: PacketEntry): StatusId | undefined {
    // It comes from the packet's own statuses.
    return this.listOf(entry).findLast(({ statusId }) => statusId !== undefined)?.statusId as StatusId | undefined
  }

  /** Gives a task a status, with its draft as the note; a second judgement replaces the first. */
  judge(entry: PacketEntry, statusId: StatusId): void {
    this.#read()
    const note = this.#noteOf(entry)
    if (note === undefined && this.findStatus(entry) === statusId) return
    const others = this.#state.decisions.flatMap((decision) => {
      if (decision.entryId !== entry.id || decision.statusId === undefined) return [decision]
      return withoutStatus(decision)
    })
    const judged = { ...this.#decide(entry), statusId, ...(note !== undefined && { note }) }
    this.#decided(entry, [...others, judged], emptyDraft)
  }

  /** Turns the draft into a note; returns false if it is empty. */
  send(entry: PacketEntry): boolean {
    this.#read()
    const note = this.#noteOf(entry)
    if (note === undefined) return false
    this.#decided(entry, [...this.#state.decisions, { ...this.#decide(entry), note }], emptyDraft)
    return true
  }

  remove(decision: Decision): void {
    this.#read()
    const left = this.#state.decisions.filter(({ id }) => id !== decision.id)
    this.#decided({ id: decision.entryId }, left, this.#state.drafts[decision.entryId] ?? emptyDraft)
  }

  /** Undoes the last judgement, note or removal; returns false if there is none. */
  undo(): boolean {
    this.#read()
    const step = this.#steps.pop()
    if (step === undefined) return false
    const { drafts, decisions } = this.#state
    const written = drafts[step.entryId] ?? emptyDraft
    const draft = isSameDraft(step.draft, written) ? written : joinDrafts(step.draft, written)
    this.#change({ decisions: takeBack(decisions, step), drafts: withDraft(drafts, { id: step.entryId }, draft) })
    return true
  }

  /** Returns whether there is anything that the last saved file lacks. */
  isUnsaved(): boolean {
    const { decisions, saved } = this.#state
    const inFile = new Set(saved)
    const isOther = decisions.length !== inFile.size || decisions.some((each) => !inFile.has(nameOf(each)))
    return isOther || this.#listWritten().length > 0
  }

  /** Returns the contents of `decisions.json`, with unsent drafts as notes. */
  save(): Decisions {
    for (const entry of this.#listWritten()) this.send(entry)
    this.#change({ saved: this.#state.decisions.map(nameOf) })
    return this.#toFile()
  }

  #listWritten(): readonly PacketEntry[] {
    return this.#deps.packet.entries.filter((entry) => this.#noteOf(entry) !== undefined)
  }

  #noteOf(entry: PacketEntry): NonNullable<Decision['note']> | undefined {
    const { text, drawings, references } = this.getDraft(entry)
    const content = text.trim()
    if (content === '' && drawings.length === 0) return undefined
    const used = references.filter(({ label }) => content.includes(`@here[${label}]`))
    const metadata = {
      ...(used.length > 0 && { hereReferences: used }),
      ...(drawings.length > 0 && { drawings: drawings.slice(0, drawingLimits.drawings) }),
    }
    return { content, metadata }
  }

  #decide(entry: PacketEntry) {
    const { taken } = this.#deps.packet
    const name = this.#state.name === '' ? 'Somebody' : this.#state.name
    const at = (this.#deps.now ?? Date.now)()
    const by = { name, ...(name === taken.by.name && { userId: taken.by.userId }) }
    return {
      id: newId<CommentId>(at),
      entryId: entry.id,
      taskId: entry.taskId,
      seenStatusId: entry.statusId ?? null,
      by,
      at,
    }
  }

  #toFile(decisions: readonly Decision[] = this.#state.decisions): Decisions {
    const { studio, session, id } = this.#deps.packet
    const about = { studioId: studio.id, sessionId: session.id, packetId: id }
    return { format: 'xsheet-decisions', version: 1, ...about, decisions: [...decisions] }
  }

  /** Sets the decisions and the draft of an entry, as a step to undo. */
  #decided(entry: { readonly id: string }, decisions: readonly Decision[], draft: Draft): void {
    const { decisions: before, drafts } = this.#state
    this.#steps.push(toStep(entry.id, [before, decisions], drafts[entry.id] ?? emptyDraft))
    if (this.#steps.length > mostUndone) this.#steps.shift()
    this.#change({ decisions, drafts: withDraft(drafts, entry, draft) })
  }

  #change(changes: Partial<State>): void {
    this.#state = change(this.#state, changes)
    this.#keep()
    this.#tell()
  }

  #toText(): string {
    return writeState(this.#state, this.#toFile())
  }

  #keep(): void {
    const text = this.#toText()
    try {
      this.#deps.storage().setItem(this.#key, text)
      this.#text = text
      this.#isKept = true
    } catch {
      this.#isKept = false
    }
    this.#carry()
    this.#deps.windows?.send(text)
    this.#startCopy()
  }

  async #openCopy(): Promise<void> {
    const text = await this.#deps.copy?.load().catch(() => undefined)
    const kept = text === undefined ? undefined : readState(text)
    if (kept === undefined) return this.#startCopy()
    this.#copied = text
    this.#confirmed = kept
    this.#state = join(this.#state, kept)
    if (this.#toText() !== this.#text) this.#keep()
    this.#tell()
  }

  #startCopy(): void {
    if (this.#isCopying) return
    this.#isCopying = true
    void this.#copy().finally(() => (this.#isCopying = false))
  }

  /** Updates the second copy, one change at a time; what it refuses goes with the next change. */
  async #copy(): Promise<void> {
    const { copy } = this.#deps
    for (let text = this.#toText(); copy !== undefined && text !== this.#copied; text = this.#toText()) {
      const state = this.#state
      const written = await copy.save(text, (kept, mine) => this.#join(kept, mine)).catch(() => undefined)
      if (written === undefined) return
      this.#copied = written
      this.#confirmed = state
      if (written === text) this.#carry()
      else this.#takeJoined(written)
      // Updates a notice that nothing is stored.
      if (!this.#isKept) this.#tell()
    }
  }

  /**
   * Takes over the second copy, which holds this window's changes joined with another's, even if the first place has
   * only one of them.
   */
  #takeJoined(text: string): void {
    const kept = readState(text)
    if (kept === undefined) return
    this.#confirmed = kept
    this.#state = join(this.#state, kept)
    this.#keep()
    this.#tell()
  }

  #join(kept: string, mine: string): string {
    const [one, other] = [readState(kept), readState(mine)]
    if (one === undefined || other === undefined) return mine
    const joined = join(one, other)
    return writeState(joined, this.#toFile(joined.decisions))
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function isSameDraft(first: Draft, second: Draft): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

function withDraft(drafts: State['drafts'], { id }: { readonly id: string }, draft: Draft): State['drafts'] {
  const { [id]: _old, ...others } = drafts
  return draft.text === '' && draft.drawings.length === 0 ? others : { ...others, [id]: draft }
}
