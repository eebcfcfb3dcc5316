import { drawingColors } from '#core/comments/drawing-colors.ts'
import { parseComment, toPlainText } from '#core/comments/markup.ts'
import type { Decision } from '#core/packet/decisions.ts'
import type { Packet, PacketEntry, PacketNote, PacketStatus } from '#core/packet/packet.ts'
import { makeStatusPill } from '#core/tasks/status-pill.ts'
import { button, el, find } from './element.ts'
import type { DecisionsStore } from './decisions-store.ts'
import type { DrawingPad } from './drawing-pad.ts'
import type { Room } from './room.ts'

export type View = {
  readonly packet: Packet
  readonly store: DecisionsStore
  readonly room: Room
  readonly pad: DrawingPad
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Sets the colours of a status for both themes on an element; the style sheet picks those of the current theme. */
function paintPill(element: HTMLElement, status: PacketStatus): void {
  for (const theme of ['dark', 'light'] as const) {
    const { background, text, border } = makeStatusPill(status, theme)
    element.style.setProperty(`--${theme}-fill`, background ?? 'transparent')
    element.style.setProperty(`--${theme}-text`, text)
    element.style.setProperty(`--${theme}-line`, border)
  }
}

function pill(status: PacketStatus): HTMLElement {
  const words = status.shortCode === '' ? status.name : status.shortCode
  const element = el('span', { class: 'pill', title: status.name }, words)
  paintPill(element, status)
  return element
}

function findStatus({ packet }: Pick<View, 'packet'>, { spaceId }: PacketEntry, id: string | undefined) {
  return packet.statuses[spaceId]?.find((status) => status.id === id)
}

/** Updates the heading: what is shown, and the progress. */
export function drawHead({ room, store, packet }: View): void {
  const entry = room.getEntry()
  if (entry === undefined) return
  const { shot, sequence, stage, film } = entry
  find('shot', HTMLElement).textContent = shot
  const facts = [sequence, stage, film && `v${film.version}`].filter((each) => each !== undefined && each !== '')
  find('facts', HTMLElement).textContent = facts.join(' · ')
  const judged = packet.entries.filter((each) => (store.findStatus(each) ?? each.judgedStatusId) !== undefined).length
  find('count', HTMLElement).textContent = `${room.getPlace() + 1} of ${packet.entries.length} · ${judged} judged`
  const { name } = store.get()
  find('who', HTMLElement).textContent = name === '' ? 'Your name' : name
  find('save', HTMLElement).dataset['unsaved'] = store.isUnsaved() ? 'true' : 'false'
  const warning = find('warning', HTMLElement)
  warning.hidden = store.isKept()
  const lost = 'This browser cannot store this page’s decisions: save them before you close it.'
  warning.textContent = store.isKept() ? '' : lost
}

/** Updates the buttons that judge, with their keys. */
export function drawJudging({ room, store, packet }: View): void {
  const entry = room.getEntry()
  const chosen = entry && store.findStatus(entry)
  const buttons = room.listStatuses().map((status, index) => {
    const words = el('span', {}, status.name)
    const key = index < 9 ? el('kbd', {}, String(index + 1)) : undefined
    const element = button(words, () => room.judge(index + 1), {
      class: 'status',
      'aria-pressed': status.id === chosen ? 'true' : 'false',
      disabled: packet.session.isLocked,
    })
    if (key !== undefined) element.prepend(key)
    paintPill(element, status)
    return element
  })
  find('judge', HTMLElement).replaceChildren(...buttons)
}

/** Updates the packet's tasks; builds them once, then changes only the tiles that differ. */
export function drawStrip(view: View): void {
  const { packet, room, store } = view
  const tiles = find('tiles', HTMLOListElement)
  if (tiles.childElementCount === 0)
    tiles.append(...packet.entries.map((entry, at) => makeTile(entry, () => room.show(at))))
  for (const [at, entry] of packet.entries.entries()) {
    const tile = tiles.children[at]?.firstElementChild
    const foot = tile?.lastElementChild
    if (!(tile instanceof HTMLButtonElement) || !(foot instanceof HTMLElement)) continue
    const isShown = at === room.getPlace()
    const judged = store.findStatus(entry) ?? entry.judgedStatusId
    const status = findStatus(view, entry, judged ?? entry.statusId)
    const hasNote = store.listOf(entry).some(({ note }) => note !== undefined)
    const drawn = [isShown, judged, status?.id, hasNote].join(' ')
    // Usually one of hundreds of tiles has changed.
    if (tile.dataset['drawn'] === drawn) continue
    tile.dataset['drawn'] = drawn
    if (isShown) tile.setAttribute('aria-current', 'true')
    else tile.removeAttribute('aria-current')
    tile.tabIndex = isShown ? 0 : -1
    foot.replaceChildren(
      el('span', {}, entry.stage),
      ...(status === undefined ? [] : [pill(status)]),
      el('span', { class: 'marks' }, `${judged === undefined ? '' : '✓'}${hasNote ? '✎' : ''}`),
      el(
        'span',
        { class: 'visually-hidden' },
        `${judged === undefined ? 'not judged' : 'judged'}${hasNote ? ', noted' : ''}`,
      ),
    )
    if (isShown && tiles.dataset['at'] !== String(at)) {
      tiles.scrollLeft = tile.offsetLeft - (tiles.clientWidth - tile.offsetWidth) / 2
      tiles.dataset['at'] = String(at)
    }
  }
}

function makeTile(entry: PacketEntry, show: () => void): HTMLLIElement {
  const { film } = entry
  const source = film?.poster ?? (film?.kind === 'image' ? film.path : undefined)
  const picture =
    source === undefined ? el('span', { class: 'no-picture' }) : el('img', { src: source, alt: '', loading: 'lazy' })
  picture.addEventListener('error', () => picture.replaceWith(el('span', { class: 'no-picture' })))
  const tile = button(undefined, show, { class: 'tile' })
  tile.append(picture, el('span', { class: 'name' }, entry.shot), el('span', { class: 'foot' }))
  return el('li', {}, tile)
}

/** Updates the notes: the decisions made here on the task in view, and the earlier notes. */
export function drawNotes(view: View): void {
  const { room, store } = view
  const entry = room.getEntry()
  const own = entry === undefined ? [] : store.listOf(entry)
  const lines = own.map((decision) => {
    const status = entry && findStatus(view, entry, decision.statusId)
    return el(
      'li',
      {},
      ...(status === undefined ? [] : [pill(status)]),
      el('span', { class: 'words' }, describeDecision(decision)),
      button('Remove', () => store.remove(decision), { class: 'quiet' }),
    )
  })
  find('own', HTMLElement).replaceChildren(
    ...(lines.length > 0 ? lines : [el('li', { class: 'none' }, 'Nothing yet.')]),
  )
  const earlier = entry?.notes ?? []
  find('earlier', HTMLElement).hidden = earlier.length === 0
  find('earlier-title', HTMLElement).textContent = `Earlier notes (${earlier.length})`
  find('said-before', HTMLElement).replaceChildren(...earlier.map((note) => makeNote(note, view)))
}

function describeDecision({ note }: Decision): string {
  if (note === undefined) return ''
  const { drawings } = note.metadata
  const count = Array.isArray(drawings) ? drawings.length : 0
  const drawn = count === 0 ? '' : ` (${count} ${count === 1 ? 'drawing' : 'drawings'})`
  return toPlainText(parseComment(note.content, [])) + drawn
}

function makeNote(note: PacketNote, { room, packet }: View): HTMLLIElement {
  const { author, at, text, frames, drawings } = note
  const first = packet.entries[room.getPlace()]?.film?.firstNumber ?? 1
  const drawn = drawings.map(({ frame }) => ({ from: frame, label: `drawing on ${first + frame}` }))
  return el(
    'li',
    {},
    el('p', { class: 'by' }, `${author}, ${day.format(at)}${note.isOfSession ? ', in this session' : ''}`),
    el('p', { class: 'words' }, text),
    ...[...frames, ...drawn].map(({ from, label }) => button(label, () => room.lookUp(note, from), { class: 'quiet' })),
  )
}

/** Updates the frame's number, in the studio's numbering. */
export function drawFrame({ room, store, pad }: View): void {
  const entry = room.getEntry()
  const player = room.findPlayer()
  const number = find('number', HTMLElement)
  const slider = find('slider', HTMLInputElement)
  const isFilm = player !== undefined && entry?.film !== undefined
  find('transport', HTMLElement).dataset['film'] = String(isFilm)
  if (player !== undefined && entry?.film !== undefined) {
    const { frame, frameCount, shuttle, rate, range, isLooping } = player.getState()
    const { firstNumber: first, span } = entry.film
    number.textContent = `${first + frame} / ${first}–${first + frameCount - 1} · ${rate.label} fps${isLooping ? ' · loop' : ''}`
    const isMarked =
      range !== undefined && (range.from !== (span?.from ?? 0) || range.to !== (span?.to ?? frameCount - 1))
    if (isMarked) number.textContent += ` · ${first + range.from}–${first + range.to}`
    slider.max = String(frameCount - 1)
    slider.value = String(frame)
    slider.setAttribute('aria-valuetext', String(first + frame))
    const play = find('play', HTMLButtonElement)
    play.textContent = shuttle === 0 ? 'Play' : 'Pause'
  } else number.textContent = ''
  pad.show(room.listShapes())
  const drawings = entry === undefined ? [] : store.getDraft(entry).drawings
  const drawn = find('drawn', HTMLElement)
  drawn.hidden = drawings.length === 0
  const first = entry?.film?.firstNumber ?? 1
  drawn.textContent = `Drawn on ${drawings.map(({ frame }) => first + frame).join(', ')}; it goes with the note or the judgement.`
}

/** Updates the pens, shown while someone draws. */
export function drawPens({ pad, room }: View): void {
  const pens = find('pens', HTMLElement)
  pens.hidden = !pad.isOn()
  if (pens.hidden) return pens.replaceChildren()
  const names = ['Red', 'Orange', 'Yellow', 'Green', 'Blue', 'White']
  const colors = drawingColors.map((color, index) => {
    const element = button(undefined, () => choose(color), {
      class: 'pen',
      'aria-label': names[index] ?? color,
      'aria-pressed': pad.getColor() === color ? 'true' : 'false',
    })
    element.style.background = color
    return element
  })
  const choose = (color: string): void => {
    pad.setColor(color)
    for (const [index, element] of colors.entries())
      element.setAttribute('aria-pressed', drawingColors[index] === color ? 'true' : 'false')
  }
  if (pens.childElementCount === 0)
    pens.append(
      ...colors,
      button('Undo stroke', () => void room.undoStroke()),
      button('Done', () => room.stopDrawing()),
    )
}
