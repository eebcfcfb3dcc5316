import { replaceDrawing, drawingLimits, type DrawingShape } from '#core/comments/drawing.ts'
import { formatMoment } from '#core/comments/film-moment.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import { newId, type CommentId } from '#core/lib/ids.ts'
import type { Packet, PacketEntry, PacketNote, PacketStatus } from '#core/packet/packet.ts'
import type { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import type { DecisionsStore } from './decisions-store.ts'
import type { DrawingPad } from './drawing-pad.ts'
import type { FilmStage } from './film-stage.ts'

type Parts = {
  readonly packet: Packet
  readonly store: DecisionsStore
  readonly stage: FilmStage
  readonly pad: () => DrawingPad
  readonly note: HTMLTextAreaElement
  /** Announces what happened, visibly and to screen readers. */
  readonly tell: (text: string) => void
  readonly onChange: () => void
  readonly saveFile: (text: string) => void
}

/** What people can do on a packet's page. */
export class Room {
  readonly #parts: Parts
  #at: number
  /** The earlier note whose drawings are shown. */
  #lookedUp: PacketNote | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const { packet, store } = parts
    const first = packet.entries.findIndex((entry) => this.#isOpen(entry, store))
    this.#at = Math.max(0, first)
  }

  #isOpen(entry: PacketEntry, store: DecisionsStore): boolean {
    return entry.judgedStatusId === undefined && store.findStatus(entry) === undefined
  }

  getPlace = (): number => this.#at

  getEntry(): PacketEntry | undefined {
    return this.#parts.packet.entries[this.#at]
  }

  listStatuses(): readonly PacketStatus[] {
    const entry = this.getEntry()
    return entry === undefined ? [] : (this.#parts.packet.statuses[entry.spaceId] ?? [])
  }

  findPlayer(): FramePlayer | undefined {
    return this.#parts.stage.find()?.player
  }

  getFrame(): number {
    return this.findPlayer()?.getState().frame ?? 0
  }

  /** Returns the shapes shown on the frame in view. */
  listShapes(): readonly DrawingShape[] {
    const entry = this.getEntry()
    if (entry === undefined) return []
    const frame = this.getFrame()
    const own = this.#parts.store.getDraft(entry).drawings
    const earlier = this.#lookedUp?.drawings ?? []
    return [...earlier, ...own].filter((drawing) => drawing.frame === frame).flatMap(({ shapes }) => shapes)
  }

  show(at: number): void {
    const { packet, stage, tell } = this.#parts
    const entry = packet.entries[at]
    if (entry === undefined) {
      if (at >= packet.entries.length) tell('That was the last one. Save your decisions with Ctrl S.')
      return
    }
    this.stopDrawing()
    this.#at = at
    this.#lookedUp = undefined
    stage.show(entry)
    this.#parts.onChange()
  }

  go(by: 1 | -1): void {
    this.show(this.#at + by)
  }

  judge(number: number): void {
    const status = this.listStatuses()[number - 1]
    const entry = this.getEntry()
    const { store, packet, tell } = this.#parts
    if (status === undefined || entry === undefined) return
    if (packet.session.isLocked) return tell('The session was locked when this packet was taken: notes only.')
    store.judge(entry, status.id)
    tell(`${entry.shot}: ${status.name}`)
  }

  /** Keeps the note and moves on to the next task. */
  send(): void {
    const entry = this.getEntry()
    if (entry === undefined || !this.#parts.store.send(entry)) return
    this.#parts.tell(`Note on ${entry.shot} kept`)
    this.#parts.note.blur()
    this.go(1)
  }

  writeNote(): void {
    this.findPlayer()?.pause()
    this.stopDrawing()
    this.#parts.note.focus()
  }

  /** Begins a note that points at the frame in view, or at the marked range. */
  pin(): void {
    const [entry, player] = [this.getEntry(), this.findPlayer()]
    const film = entry?.film
    if (entry === undefined || film === undefined || player === undefined) return this.writeNote()
    this.writeNote()
    const { range, rate, frame, frameCount } = player.getState()
    const isWhole =
      range === undefined || (range.from === (film.span?.from ?? 0) && range.to === (film.span?.to ?? frameCount - 1))
    const about = isWhole ? { from: frame, to: frame } : range
    const first = film.firstNumber
    const label = isWhole
      ? formatMoment(frame, { rate, firstFrame: first }, 'frame')
      : `${first + about.from}–${first + about.to}`
    const reference: StoredHereReference = {
      id: newId<CommentId>(),
      type: 'video',
      label,
      data: {
        mediaId: film.mediaId,
        taskId: entry.taskId,
        timestamp: player.getClock().seekTimeOf(about.from),
        version: `v${film.version}`,
        ...(!isWhole && { range: about }),
      },
    }
    const { store, note } = this.#parts
    const { references, text } = store.getDraft(entry)
    const others = references.filter((each) => each.label !== label)
    const mark = `@here[${label}] `
    const lead = text === '' || text.endsWith(' ') || text.endsWith('\n') ? text : `${text} `
    store.setDraft(entry, { references: [...others, reference], text: lead + mark })
    note.setSelectionRange(note.value.length, note.value.length)
  }

  toggleDrawing(): void {
    if (this.#parts.pad().isOn()) return this.stopDrawing()
    const { stage, tell } = this.#parts
    if (this.getEntry()?.film === undefined || stage.getProblem() !== undefined || stage.find() === undefined)
      return tell('There is nothing to draw on.')
    this.findPlayer()?.pause()
    this.#parts.pad().start()
    tell('Drawing. Arrows move the pen, Space puts it down, D ends.')
    this.#parts.onChange()
  }

  stopDrawing(): void {
    if (!this.#parts.pad().isOn()) return
    this.#parts.pad().stop()
    this.#parts.onChange()
  }

  /** Adds a stroke to the frame in view. */
  draw(shape: DrawingShape): void {
    const entry = this.getEntry()
    if (entry?.film === undefined) return
    const shapes = [...this.#listOwnShapes(entry), shape]
    if (shapes.length > drawingLimits.shapes) return this.#parts.tell('This frame is full: send the note first.')
    this.#keepShapes(entry, shapes)
  }

  /** Removes the last stroke of this frame; returns false if there is none. */
  undoStroke(): boolean {
    const entry = this.getEntry()
    const shapes = entry === undefined ? [] : this.#listOwnShapes(entry)
    if (entry === undefined || shapes.length === 0) return false
    this.#keepShapes(entry, shapes.slice(0, -1))
    return true
  }

  undo(): void {
    if (this.#parts.pad().isOn() && this.undoStroke()) return
    this.#parts.tell(this.#parts.store.undo() ? 'Undone' : 'Nothing to undo')
  }

  /** Shows the frame and drawings of an earlier note. */
  lookUp(note: PacketNote, frame: number): void {
    this.#lookedUp = note
    this.findPlayer()?.seekFrame(frame)
    this.#parts.onChange()
  }

  save(): void {
    const { store, saveFile, tell } = this.#parts
    const file = store.save()
    if (file.decisions.length === 0) return tell('Nothing is decided yet.')
    saveFile(`${JSON.stringify(file, undefined, 2)}\n`)
    tell(
      `decisions.json with ${file.decisions.length} ${file.decisions.length === 1 ? 'decision' : 'decisions'} was passed to the browser to save.`,
    )
  }

  #listOwnShapes(entry: PacketEntry): readonly DrawingShape[] {
    const { drawings } = this.#parts.store.getDraft(entry)
    return drawings.find(({ frame }) => frame === this.getFrame())?.shapes ?? []
  }

  #keepShapes(entry: PacketEntry, shapes: readonly DrawingShape[]): void {
    if (entry.film === undefined) return
    const { drawings } = this.#parts.store.getDraft(entry)
    const next = replaceDrawing(drawings, { mediaId: entry.film.mediaId, frame: this.getFrame(), shapes })
    if (next.length > drawingLimits.drawings) return this.#parts.tell('A note has at most 20 drawings: send it first.')
    this.#parts.store.setDraft(entry, { drawings: next })
  }
}
