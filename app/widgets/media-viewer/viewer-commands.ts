import { defineCommand, type Command, type CommandContext, type CommandId } from '#app/commands/define-command.ts'
import { fitView, zoomAt } from './image-zoom.ts'
import type { FramePlayer } from './frame-player.ts'
import { holdKey } from './hold-key.ts'
import { findPlayer, viewerStore } from './viewer-store.ts'

const group = 'Viewer'
const base = { group, scope: 'popup' } as const
const zoomFactor = 1.5

/** What can be done with the picture, film or sound in view. */
export const viewerCommands: readonly Command[] = [
  defineCommand({
    ...base,
    id: 'viewer.play',
    title: 'Play or pause',
    keys: ['space', 'k'],
    when: () => isPlayable(),
    run: togglePlay,
  }),
  defineCommand({
    ...base,
    id: 'viewer.play-while-typing',
    title: 'Play or pause while typing',
    keys: ['alt+p'],
    worksWhileTyping: true,
    isKeyOnly: true,
    when: () => isPlayable(),
    run: togglePlay,
  }),
  forVideo('viewer.shuttle-back', 'Play backwards, again for faster', ['j'], (player) => player.shuttle(-1)),
  forVideo('viewer.shuttle-on', 'Play forwards, again for faster', ['l'], (player) => player.shuttle(1)),
  stepping('viewer.frame-back', 'One frame back', [',', 'left'], (player) => player.step(-1)),
  stepping('viewer.frame-on', 'One frame on', ['.', 'right'], (player) => player.step(1)),
  stepping('viewer.second-back', 'One second back', ['shift+left'], (player) => player.stepSeconds(-1)),
  stepping('viewer.second-on', 'One second on', ['shift+right'], (player) => player.stepSeconds(1)),
  forVideo('viewer.start', 'To the first frame', ['home'], (player) => player.seekFrame(0)),
  forVideo('viewer.end', 'To the last frame', ['end'], (player) => player.seekEnd()),
  forVideo('viewer.previous-marker', 'To the comment before', ['up'], (player) => goToMarker(player, -1)),
  forVideo('viewer.next-marker', 'To the comment after', ['down'], (player) => goToMarker(player, 1)),
  forVideo('viewer.range-start', 'Start the range here', ['i'], (player) => player.markRange('from')),
  forVideo('viewer.range-end', 'End the range here', ['o'], (player) => player.markRange('to')),
  forVideo('viewer.range-clear', 'Clear the range', ['u'], (player) => player.clearRange()),
  forVideo('viewer.loop', 'Loop', ['shift+l'], (player) => player.toggleLoop()),
  forVideo('viewer.mute', 'Sound on or off', [], (player) => player.toggleMuted()),
  defineCommand({
    ...base,
    id: 'viewer.fullscreen',
    title: 'Fullscreen',
    keys: ['f'],
    when: () => viewerStore.get().stage !== undefined,
    run: async () => {
      if (document.fullscreenElement === null) await viewerStore.get().stage?.requestFullscreen()
      else await document.exitFullscreen()
    },
  }),
  forImage('viewer.zoom-in', 'Zoom in', ['=', 'plus'], zoomFactor),
  forImage('viewer.zoom-out', 'Zoom out', ['-'], 1 / zoomFactor),
  forImage('viewer.fit', 'Fit', ['0'], undefined),
]

function isPlayable(): boolean {
  const kind = viewerStore.get().target?.kind
  return kind === 'video' || kind === 'audio'
}

function togglePlay(): void {
  const { target } = viewerStore.get()
  if (target?.kind === 'video') target.player.togglePlay()
  else if (target?.kind === 'audio' && target.element.paused) void target.element.play().catch(() => undefined)
  else if (target?.kind === 'audio') target.element.pause()
}

function forVideo(id: CommandId, title: string, keys: readonly string[], act: (player: FramePlayer) => void): Command {
  const run = (): void => {
    const player = findPlayer()
    if (player !== undefined) act(player)
  }
  return { ...base, id, title, keys, when: () => findPlayer() !== undefined, run }
}

/** A movement that goes on while its key is held. */
function stepping(id: CommandId, title: string, keys: readonly string[], act: (player: FramePlayer) => void): Command {
  const command = forVideo(id, title, keys, act)
  const run = ({ source }: CommandContext): void => {
    const player = findPlayer()
    if (player === undefined) return
    if (source === 'key') holdKey(() => act(player))
    else act(player)
  }
  return { ...command, isKeyOnly: true, run }
}

function forImage(id: CommandId, title: string, keys: readonly string[], factor: number | undefined): Command {
  const find = () => {
    const { target } = viewerStore.get()
    return target?.kind === 'image' ? target.zoom : undefined
  }
  const run = (): void => {
    const zoom = find()
    zoom?.set(factor === undefined ? fitView : zoomAt(zoom.get(), factor, { x: 0, y: 0 }))
  }
  return { ...base, id, title, keys, when: () => find() !== undefined, run }
}

function goToMarker(player: FramePlayer, direction: 1 | -1): void {
  const { frame } = player.getState()
  const frames = viewerStore.get().markers.map((marker) => marker.frame)
  const next =
    direction === 1 ? Math.min(...frames.filter((at) => at > frame)) : Math.max(...frames.filter((at) => at < frame))
  if (Number.isFinite(next)) player.seekFrame(next)
}
