import '../styles/layers.css'
import '../styles/reset.css'
import '../styles/tokens.css'
import '../styles/base.css'
import './page.css'
import type { Packet } from '#core/packet/packet.ts'
import { sizeLimits } from '#core/schema/size-limits.ts'
import { DecisionsStore } from './decisions-store.ts'
import { DrawingPad } from './drawing-pad.ts'
import { button, el, find } from './element.ts'
import { FilmStage } from './film-stage.ts'
import { listenToKeys, listKeys } from './keys.ts'
import { openOtherWindows } from './other-windows.ts'
import { Room } from './room.ts'
import { openSecondCopy } from './second-copy.ts'
import { drawFrame, drawHead, drawJudging, drawNotes, drawPens, drawStrip, type View } from './views.ts'

const light = matchMedia('(prefers-color-scheme: light)')

function begin(packet: Packet, store: DecisionsStore): void {
  const note = find('note', HTMLTextAreaElement)
  const told = find('told', HTMLElement)
  const tell = (text: string): void => void (told.textContent = text)
  const stage = new FilmStage({
    packet,
    place: find('stage', HTMLElement),
    frame: find('frame', HTMLElement),
    onChange: () => isReady && drawMoment(),
  })
  let isReady = false
  const room: Room = new Room({ packet, store, stage, pad: () => pad, note, tell, onChange: () => draw(), saveFile })
  const pad = new DrawingPad(find('pad', SVGSVGElement), (shape) => room.draw(shape))
  const view: View = { packet, store, room, pad }
  const earlier = find('earlier', HTMLDetailsElement)
  const keysDialog = find('keys-dialog', HTMLDialogElement)
  const ways = {
    room,
    pad,
    toggleEarlier: () => void (earlier.open = !earlier.open),
    showKeys: () => keysDialog.showModal(),
    toggleFullScreen: () => {
      if (document.fullscreenElement === null)
        void find('film', HTMLElement)
          .requestFullscreen()
          .catch(() => undefined)
      else void document.exitFullscreen()
    },
  }

  const drawMoment = (): void => {
    drawFrame(view)
    const problem = stage.getProblem()
    const place = find('problem', HTMLElement)
    place.hidden = problem === undefined
    if (place.textContent !== problem) place.textContent = problem ?? ''
  }
  const draw = (): void => {
    const entry = room.getEntry()
    if (entry === undefined) return
    const { text } = store.getDraft(entry)
    if (note.value !== text) note.value = text
    for (const part of [drawHead, drawStrip, drawJudging, drawNotes, drawPens]) part(view)
    drawMoment()
  }

  makeButtons({ packet, room, store, showKeys: ways.showKeys })
  fillKeys(ways)
  store.subscribe(draw)
  listenToPage({ store, room, note })
  listenToKeys({ ...ways, tell })
  document.title = `${packet.session.name}: review`
  find('title', HTMLElement).textContent = packet.session.name
  find('about', HTMLElement).textContent =
    `${packet.project.name} · ${packet.session.day} · taken by ${packet.taken.by.name}`
  isReady = true
  room.show(room.getPlace())
  if (packet.entries.length === 0) tell('There is nothing in this packet: the session was empty when it was taken.')
  if (store.get().name === '') askName(store, packet.taken.by.name)
}

/** How long opening waits for the browser's database; what arrives later is joined. */
const longestWaitMs = 2000

async function open(packet: Packet): Promise<void> {
  const store = new DecisionsStore({
    packet,
    storage: () => localStorage,
    copy: openSecondCopy(packet.id),
    carried: { get: () => window.name, set: (text) => void (window.name = text) },
    windows: openOtherWindows(packet.id),
  })
  // Does not ask for a known name again, even if the browser has emptied the first place.
  if (!store.isComplete()) await Promise.race([store.opened, new Promise((end) => setTimeout(end, longestWaitMs))])
  if (store.retry()) return location.reload()
  begin(packet, store)
}

type Listening = { readonly store: DecisionsStore; readonly room: Room; readonly note: HTMLTextAreaElement }

function listenToPage({ store, room, note }: Listening): void {
  light.addEventListener('change', showTheme)
  note.maxLength = sizeLimits.comments.content
  note.addEventListener('input', () => {
    const entry = room.getEntry()
    if (entry !== undefined) store.setDraft(entry, { text: note.value })
  })
  // Another window of this packet wrote.
  addEventListener('storage', () => store.reload())
  addEventListener('beforeunload', (event) => {
    if (store.isUnsaved()) event.preventDefault()
  })
}

type Buttons = {
  readonly packet: Packet
  readonly room: Room
  readonly store: DecisionsStore
  readonly showKeys: () => void
}

function makeButtons({ packet, room, store, showKeys }: Buttons): void {
  find('actions', HTMLElement).append(
    button('', () => askName(store, store.get().name || packet.taken.by.name), {
      id: 'who',
      title: 'Who decides: change your name',
    }),
    button('Keys ?', showKeys),
    button('Save decisions', () => room.save(), { id: 'save', class: 'primary' }),
  )
  find('note-actions', HTMLElement).append(
    button('Keep note', () => room.send(), { class: 'primary' }),
    button('Pin to frame', () => room.pin()),
    button('Draw', () => room.toggleDrawing()),
    button('Undo', () => room.undo()),
  )
  const slider = el('input', {
    id: 'slider',
    class: 'film',
    type: 'range',
    min: '0',
    max: '0',
    step: '1',
    'aria-label': 'Frame of the film',
  })
  slider.addEventListener('input', () => room.findPlayer()?.seekFrame(Number(slider.value)))
  find('transport', HTMLElement).append(
    button('Previous', () => room.go(-1), { 'aria-label': 'Previous task' }),
    button('‹', () => room.findPlayer()?.step(-1), { class: 'film', 'aria-label': 'One frame back' }),
    button('Play', () => room.findPlayer()?.togglePlay(), { id: 'play', class: 'film' }),
    button('›', () => room.findPlayer()?.step(1), { class: 'film', 'aria-label': 'One frame on' }),
    slider,
    button('Next', () => room.go(1), { 'aria-label': 'Next task' }),
  )
}

function fillKeys(ways: Parameters<typeof listKeys>[0]): void {
  const lines = listKeys(ways).map(({ shown, title }) =>
    el('div', {}, el('dt', {}, el('kbd', {}, shown)), el('dd', {}, title)),
  )
  find('keys', HTMLElement).replaceChildren(...lines)
}

/** Asks for the name of the person who decides; proposes the one who took the packet. */
function askName(store: DecisionsStore, proposed: string): void {
  const dialog = find('name-dialog', HTMLDialogElement)
  const name = find('name', HTMLInputElement)
  name.value = proposed
  dialog.addEventListener('close', () => store.setName(name.value.trim() || proposed), { once: true })
  dialog.showModal()
  name.select()
}

function saveFile(text: string): void {
  const link = el('a', {
    href: URL.createObjectURL(new Blob([text], { type: 'application/json' })),
    download: 'decisions.json',
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function showTheme(): void {
  document.documentElement.dataset['theme'] = light.matches ? 'light' : 'dark'
}

/** Reads the packet embedded in this page. */
function readPacket(): Packet | undefined {
  const packet: unknown = JSON.parse(document.querySelector('#packet')?.textContent ?? 'null')
  // Page and packet were written by the same version.
  return typeof packet === 'object' && packet !== null ? (packet as Packet) : undefined
}

function refuse(text: string): void {
  find('room', HTMLElement).replaceChildren(el('p', { class: 'refused', role: 'alert' }, text))
}

showTheme()
const packet = readPacket()
if (packet === undefined) refuse('There is no packet in this page.')
else if (!('requestVideoFrameCallback' in HTMLVideoElement.prototype))
  refuse(
    'This browser does not report which frame it shows. Open this page in a newer one: Chrome, Edge, Safari 15.4 or Firefox 132.',
  )
else void open(packet)
