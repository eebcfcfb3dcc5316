import { is, object, optional, array, record, string, unknown } from 'valibot'
import { drawingLimits, readDrawings } from '#core/comments/drawing.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { newId, type CommentId, type StatusId } from '#core/lib/ids.ts'
import { decisionsSchema, type Decision, type Decisions } from '#core/packet/decisions.ts'
import type { Packet, PacketEntry } from '#core/packet/packet.ts'
import { joinDrafts, takeBack, toStep, type Draft, type UndoStep } from './undo-step.ts'

const emptyDraft: Draft = { text: '', drawings: [], references: [] }

type State = {
  readonly name: string
  readonly decisions: readonly Decision[]
  readonly drafts: Readonly<Record<string, Draft>>
  /** The ids of the decisions that were in the file when it was saved last. */
  readonly saved: readonly string[]
}

const keptSchema = object({
  name: string(),
  file: unknown(),
  drafts: record(string(), object({ text: string(), drawings: unknown(), references: unknown() })),
  saved: optional(array(string())),
})

type Deps = {
  readonly packet: Packet
  /** Where it is kept; a browser may refuse it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
  readonly now?: () => number
}

const mostUndone = 100

/** What is decided in a packet, kept by the browser at each change. */
export class DecisionsStore {
  readonly #deps: Deps
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  readonly #steps: UndoStep[] = []
  /** What was kept or read last: other text is another window's. */
  #text: string | null = null
  #state: State = { name: '', decisions: [], drafts: {}, saved: [] }
  #isKept = true

  constructor(deps: Deps) {
    this.#deps = deps
    this.#key = `xsheet-packet:${deps.packet.id}`
    this.reload()
  }

  get = (): State => this.#state
  /** Whether the browser keeps what is decided until the page is opened again. */
  isKept = (): boolean => this.#isKept
  subscribe = (listener: () => void): void => void this.#listeners.add(listener)

  /** What another window of this packet, or this one before it was closed, has kept. */
  reload(): void {
    this.#read()
    this.#tell()
  }

  #read(): void {
    // What the browser has not kept is newer than what it has.
    if (!this.#isKept) return
    try {
      const text = this.#deps.storage().getItem(this.#key)
      if (text === this.#text) return
      this.#text = text
      const kept: unknown = text === null ? undefined : JSON.parse(text)
      if (!is(keptSchema, kept)) return
      const { name, file, drafts, saved = [] } = kept
      const decisions = is(decisionsSchema, file) ? file.decisions : []
      this.#state = { name, decisions, saved, drafts: readDrafts(drafts) }
    } catch {
      this.#isKept = false
    }
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

  /** The status a task was given here. */
  findStatus(entry: PacketEntry): StatusId | undefined {
    // It was taken from the packet's own statuses.
    return this.listOf(entry).findLast(({ statusId }) => statusId !== undefined)?.statusId as StatusId | undefined
  }

  /** Gives a task its status, with what is written as its note; a second one takes the place of the first. */
  judge(entry: PacketEntry, statusId: StatusId): void {
    this.#read()
    const note = this.#noteOf(entry)
    if (note === undefined && this.findStatus(entry) === statusId) return
    const others = this.#state.decisions.flatMap((decision) => {
      if (decision.entryId !== entry.id || decision.statusId === undefined) return [decision]
      const { statusId: _replaced, ...rest } = decision
      return rest.note === undefined ? [] : [rest]
    })
    const judged = { ...this.#decide(entry), statusId, ...(note !== undefined && { note }) }
    this.#decided(entry, [...others, judged], emptyDraft)
  }

  /** Keeps what is written as a note; false where nothing is. */
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

  /** Takes the last judgement, note or removal back; false where there is none. */
  undo(): boolean {
    this.#read()
    const step = this.#steps.pop()
    if (step === undefined) return false
    const { drafts, decisions } = this.#state
    const since = drafts[step.entryId] ?? emptyDraft
    const draft = isSameDraft(step.draft, since) ? since : joinDrafts(step.draft, since)
    this.#change({ decisions: takeBack(decisions, step), drafts: withDraft(drafts, { id: step.entryId }, draft) })
    return true
  }

  /** Whether the file that was saved last says something else. */
  isUnsaved(): boolean {
    const { decisions, saved } = this.#state
    const inFile = new Set(saved)
    const isOther = decisions.length !== inFile.size || decisions.some((each) => !inFile.has(nameOf(each)))
    return isOther || this.#listWritten().length > 0
  }

  /** `decisions.json`; what is written and not sent yet is in it as a note. */
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

  #toFile(): Decisions {
    const { studio, session, id } = this.#deps.packet
    const { decisions } = this.#state
    const about = { studioId: studio.id, sessionId: session.id, packetId: id }
    return { format: 'xsheet-decisions', version: 1, ...about, decisions: [...decisions] }
  }

  /** What was decided of an entry, and what is left written of it. */
  #decided(entry: { readonly id: string }, decisions: readonly Decision[], draft: Draft): void {
    const { decisions: before, drafts } = this.#state
    this.#steps.push(toStep(entry.id, [before, decisions], drafts[entry.id] ?? emptyDraft))
    if (this.#steps.length > mostUndone) this.#steps.shift()
    this.#change({ decisions, drafts: withDraft(drafts, entry, draft) })
  }

  #change(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes }
    const { name, drafts, saved } = this.#state
    try {
      const text = JSON.stringify({ name, drafts, saved, file: this.#toFile() })
      this.#deps.storage().setItem(this.#key, text)
      this.#text = text
      this.#isKept = true
    } catch {
      this.#isKept = false
    }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** A decision as it was saved: without its status it is another one. */
function nameOf({ id, statusId = '' }: Decision): string {
  return `${id} ${statusId}`
}

function isSameDraft(first: Draft, second: Draft): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

function withDraft(drafts: State['drafts'], { id }: { readonly id: string }, draft: Draft): State['drafts'] {
  const { [id]: _old, ...others } = drafts
  return draft.text === '' && draft.drawings.length === 0 ? others : { ...others, [id]: draft }
}

function readDrafts(kept: Readonly<Record<string, { text: string; drawings: unknown; references: unknown }>>) {
  return Object.fromEntries(
    Object.entries(kept).map(([id, { text, drawings, references }]) => [
      id,
      {
        text,
        drawings: readDrawings(drawings),
        references: readCommentMetadata({ hereReferences: references }).hereReferences,
      },
    ]),
  )
}
