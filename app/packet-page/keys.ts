import type { DrawingPad } from './drawing-pad.ts'
import type { Room } from './room.ts'

type Key = {
  readonly keys: readonly string[]
  readonly shown: string
  readonly title: string
  readonly act: (key: string) => void
}

type Ways = {
  readonly room: Room
  readonly pad: DrawingPad
  readonly toggleEarlier: () => void
  readonly showKeys: () => void
  readonly toggleFullScreen: () => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Returns the keys of the page, the same as in the review room. */
export function listKeys({ room, toggleEarlier, showKeys, toggleFullScreen }: Ways): readonly Key[] {
  const play = (act: (player: NonNullable<ReturnType<Room['findPlayer']>>) => void) => () => {
    const player = room.findPlayer()
    if (player !== undefined) act(player)
  }
  return [
    { keys: digits, shown: '1 … 9', title: 'Judge with the n-th status', act: (key) => room.judge(Number(key)) },
    { keys: ['enter', 'shift+arrowdown'], shown: 'Enter', title: 'Next', act: () => room.go(1) },
    { keys: ['backspace', 'shift+arrowup'], shown: 'Backspace', title: 'Previous', act: () => room.go(-1) },
    { keys: ['n', 'c'], shown: 'N', title: 'Write a note', act: () => room.writeNote() },
    { keys: ['m'], shown: 'M', title: 'Write a note on this frame or range', act: () => room.pin() },
    { keys: ['mod+enter'], shown: 'Ctrl Enter', title: 'Keep the note and go on', act: () => room.send() },
    { keys: ['d'], shown: 'D', title: 'Draw, or end drawing', act: () => room.toggleDrawing() },
    { keys: [' ', 'k'], shown: 'Space, K', title: 'Play or pause', act: play((player) => player.togglePlay()) },
    { keys: ['j'], shown: 'J', title: 'Play backwards, faster each time', act: play((player) => player.shuttle(-1)) },
    { keys: ['l'], shown: 'L', title: 'Play, faster each time', act: play((player) => player.shuttle(1)) },
    { keys: [',', 'arrowleft'], shown: ', ←', title: 'One frame back', act: play((player) => player.step(-1)) },
    { keys: ['.', 'arrowright'], shown: '. →', title: 'One frame on', act: play((player) => player.step(1)) },
    {
      keys: ['shift+arrowleft'],
      shown: 'Shift ←',
      title: 'One second back',
      act: play((player) => player.stepSeconds(-1)),
    },
    {
      keys: ['shift+arrowright'],
      shown: 'Shift →',
      title: 'One second on',
      act: play((player) => player.stepSeconds(1)),
    },
    { keys: ['home'], shown: 'Home', title: 'First frame', act: play((player) => player.seekFrame(0)) },
    { keys: ['end'], shown: 'End', title: 'Last frame', act: play((player) => player.seekEnd()) },
    { keys: ['i'], shown: 'I', title: 'The range begins here', act: play((player) => player.markRange('from')) },
    { keys: ['o'], shown: 'O', title: 'The range ends here', act: play((player) => player.markRange('to')) },
    { keys: ['u'], shown: 'U', title: 'No range', act: play((player) => player.setRange(room.getEntry()?.film?.span)) },
    { keys: ['shift+l'], shown: 'Shift L', title: 'Play in a loop', act: play((player) => player.toggleLoop()) },
    { keys: ['e'], shown: 'E', title: 'Show or hide earlier notes', act: toggleEarlier },
    { keys: ['f'], shown: 'F', title: 'Full screen', act: toggleFullScreen },
    { keys: ['mod+z'], shown: 'Ctrl Z', title: 'Undo', act: () => room.undo() },
    { keys: ['mod+s'], shown: 'Ctrl S', title: 'Save decisions.json', act: () => room.save() },
    { keys: ['?', 'shift+?'], shown: '?', title: 'These keys', act: showKeys },
  ]
}

const penMoves: Readonly<Record<string, readonly [number, number]>> = {
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  arrowup: [0, -1],
  arrowdown: [0, 1],
}

const whileTyping = ['mod+enter', 'mod+s']

/** Handles keys on the page. While someone types, only those with Ctrl or ⌘ work, and Esc leaves the field. */
export function listenToKeys(ways: Ways & { readonly tell: (text: string) => void }): void {
  const { room, pad, tell } = ways
  const keys = new Map(listKeys(ways).flatMap((key) => key.keys.map((name) => [name, key.act] as const)))
  document.addEventListener('keydown', (event) => {
    const { target } = event
    if (event.isComposing || event.altKey || document.querySelector('dialog[open]') !== null) return
    const name = nameOf(event)
    const isTyping = target instanceof HTMLTextAreaElement
    if (isTyping && name === 'escape') return target.blur()
    if (isTyping && !whileTyping.includes(name)) return
    const isPressed = target instanceof HTMLElement && target.matches('button, summary, a')
    if (isPressed && (name === 'enter' || name === ' ')) return
    if (pad.isOn() && drawByKey(name)) return event.preventDefault()
    const act = keys.get(name)
    if (act === undefined) return
    event.preventDefault()
    act(event.key)
  })

  function drawByKey(name: string): boolean {
    const [x, y] = penMoves[name.replace('shift+', '')] ?? []
    if (x !== undefined && y !== undefined) pad.move(x, y, name.startsWith('shift+'))
    else if (name === ' ') tell(pad.togglePen() ? 'Pen down' : 'Pen up')
    else if (name === 'escape' || name === 'enter') room.stopDrawing()
    else if (name === 'backspace') room.undoStroke()
    else return false
    return true
  }
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const mod = ctrlKey || metaKey ? 'mod+' : ''
  return `${mod}${shiftKey && key !== '?' ? 'shift+' : ''}${key.toLowerCase()}`
}
