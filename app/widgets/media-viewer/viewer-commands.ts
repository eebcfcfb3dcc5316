import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { parseMoment } from '#core/comments/film-moment.ts'
import {
  defineWith,
  type Command,
  type CommandContext,
  type CommandId,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { retryPreview } from '#core/revisions/previews.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { toggleTimeForm, uiStore } from '#app/stores/ui-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { fitView, panTowards, zoomAt, type Side } from './image-zoom.ts'
import { pictureChannels } from '#core/revisions/develop-picture.ts'
import type { AudioPlayer } from './audio-player.ts'
import type { FramePlayer } from './frame-player.ts'
import { playbackSpeeds } from './player-state.ts'
import type { PictureLookStore } from './picture-look.ts'
import { makeHeldKey } from './hold-key.ts'
import { toggleFullScreen } from './full-screen.ts'
import { findPlayer, frameOfMarker, isPlayable, setOriginal, viewerStore } from './viewer-store.ts'

const group = 'Viewer'
const base = { group, scope: 'viewer' } as const
const define = defineWith(base)
const zoomFactor = 1.5

/** Commands for the picture, film or sound in view. */
export const viewerCommands: readonly Command[] = [
  define({
    id: 'viewer.play',
    title: 'Play or pause',
    keys: ['space', 'k'],
    when: isPlayable,
    run: togglePlay,
  }),
  define({
    id: 'viewer.play-while-typing',
    title: 'Play or pause while typing',
    keys: ['alt+p'],
    worksWhileTyping: true,
    isKeyOnly: true,
    when: isPlayable,
    run: togglePlay,
  }),
  forVideo({ id: 'viewer.shuttle-back', title: 'Play backwards, again for faster', keys: ['j'] }, (player) =>
    player.shuttle(-1),
  ),
  forVideo({ id: 'viewer.shuttle-on', title: 'Play forwards, again for faster', keys: ['l'] }, (player) =>
    player.shuttle(1),
  ),
  stepping({ id: 'viewer.frame-back', title: 'One frame back', keys: [',', 'left'] }, (player) => player.step(-1)),
  stepping({ id: 'viewer.frame-on', title: 'One frame forward', keys: ['.', 'right'] }, (player) => player.step(1)),
  stepping({ id: 'viewer.second-back', title: 'One second back', keys: ['shift+left'] }, (player) =>
    player.stepSeconds(-1),
  ),
  stepping({ id: 'viewer.second-on', title: 'One second forward', keys: ['shift+right'] }, (player) =>
    player.stepSeconds(1),
  ),
  forVideo({ id: 'viewer.start', title: 'First frame', keys: ['home'] }, (player) => player.seekFrame(0)),
  forVideo({ id: 'viewer.end', title: 'Last frame', keys: ['end'] }, (player) => player.seekEnd()),
  define({
    id: 'viewer.go-to',
    title: 'Go to a frame…',
    keywords: ['timecode', 'seek', 'jump', 'frame number'],
    when: () => findPlayer() !== undefined,
    args: [
      {
        id: 'place',
        placeholder: 'Frame number or timecode',
        free: true,
        options: () => [],
        empty: 'Type a frame number, such as 1013, or a timecode, such as 00:01:05:12.',
      },
    ],
    run: (_context, [typed = '']) => goTo(typed.trim()),
  }),
  define({
    id: 'viewer.time-form',
    title: 'Write times as frames or as timecode',
    keywords: ['@here', 'frame number', 'smpte'],
    when: () => findPlayer() !== undefined,
    run: () => {
      toggleTimeForm()
      showToast({
        text: uiStore.timeForm === 'frame' ? 'Times are written as frames' : 'Times are written as timecode',
      })
    },
  }),
  forVideo({ id: 'viewer.previous-marker', title: 'Previous comment', keys: ['up'] }, (player) =>
    goToMarker(player, -1),
  ),
  forVideo({ id: 'viewer.next-marker', title: 'Next comment', keys: ['down'] }, (player) => goToMarker(player, 1)),
  forVideo({ id: 'viewer.range-start', title: 'Start the range here', keys: ['i'] }, (player) =>
    player.markRange('from'),
  ),
  forVideo({ id: 'viewer.range-end', title: 'End the range here', keys: ['o'] }, (player) => player.markRange('to')),
  forVideo({ id: 'viewer.range-clear', title: 'Clear the range', keys: ['u'] }, (player) => player.setRange(undefined)),
  forPlayer({ id: 'viewer.loop', title: 'Loop', keys: ['shift+l'] }, (player) => player.toggleLoop()),
  define({
    id: 'viewer.original',
    title: 'Play the original or its proxy',
    keywords: ['quality', 'resolution', 'full'],
    keys: ['q'],
    when: () => viewerStore.get().hasBoth,
    run: () => setOriginal(!viewerStore.get().isOriginal),
  }),
  define({
    id: 'viewer.remake-preview',
    title: 'Make the preview again',
    when: () => viewerStore.get().unmade !== undefined,
    run: async () => {
      const { unmade } = viewerStore.get()
      if (unmade === undefined) return
      await retryPreview(unmade, getStudio().client)
      showToast({ text: 'The preview will be tried again.' })
    },
  }),
  define({
    id: 'viewer.retry',
    title: 'Load the file again',
    when: () => viewerStore.get().retry !== undefined,
    run: () => viewerStore.get().retry?.(),
  }),
  define({
    id: 'viewer.speed',
    title: 'Playback speed…',
    keywords: ['slow', 'fast'],
    args: [
      {
        id: 'speed',
        placeholder: 'How fast?',
        options: () => playbackSpeeds.map((speed) => ({ value: String(speed), label: `${speed}×` })),
      },
    ],
    when: () => findPlayer() !== undefined,
    run: (_, [wanted]) => {
      const speed = playbackSpeeds.find((known) => String(known) === wanted)
      if (speed !== undefined) findPlayer()?.setSpeed(speed)
    },
  }),
  define({
    id: 'viewer.fullscreen',
    title: 'Fullscreen',
    keys: ['f'],
    when: () => viewerStore.get().stage !== undefined,
    run: toggleFullScreen,
  }),
  forImage({ id: 'viewer.zoom-in', title: 'Zoom in', keys: ['=', 'plus'] }, zoomFactor),
  forImage({ id: 'viewer.zoom-out', title: 'Zoom out', keys: ['-'] }, 1 / zoomFactor),
  forImage({ id: 'viewer.fit', title: 'Fit', keys: ['0'] }, undefined),
  makeExposureCommand({ id: 'viewer.expose-more', title: 'Exposure: half a stop more', keys: ['alt+='] }, 0.5),
  makeExposureCommand({ id: 'viewer.expose-less', title: 'Exposure: half a stop less', keys: ['alt+-'] }, -0.5),
  makeExposureCommand({ id: 'viewer.expose-as-is', title: 'Exposure: as it is', keys: ['alt+0'] }, undefined),
  define({
    id: 'viewer.exposure',
    title: 'Exposure…',
    keywords: ['stops', 'brighter', 'darker'],
    args: [{ id: 'stops', placeholder: 'Stops, such as 1.5 or -2', free: true, options: () => [] }],
    when: () => findLook() !== undefined,
    run: (_context, [typed = '']) => {
      const stops = Number(typed.trim() || 'none')
      if (!Number.isFinite(stops)) return err(new AppError('invalid-input', `"${typed}" is not a number of stops.`))
      return findLook()?.expose(stops)
    },
  }),
  define({
    id: 'viewer.channel',
    title: 'Show one channel…',
    keywords: ['red', 'green', 'blue', 'alpha', 'colour'],
    args: [
      {
        id: 'channel',
        placeholder: 'Which channel?',
        options: () => pictureChannels.map((value) => ({ value, label: value })),
      },
    ],
    when: () => findLook() !== undefined,
    run: (_context, [wanted]) => {
      const channel = pictureChannels.find((known) => known === wanted)
      if (channel !== undefined) findLook()?.setChannel(channel)
    },
  }),
  looking({ id: 'viewer.look-left', title: 'Pan left', keys: ['left'] }, 'left', 'viewer.frame-back'),
  looking({ id: 'viewer.look-right', title: 'Pan right', keys: ['right'] }, 'right', 'viewer.frame-on'),
  looking({ id: 'viewer.look-up', title: 'Pan up', keys: ['up'] }, 'up', 'viewer.previous-marker'),
  looking({ id: 'viewer.look-down', title: 'Pan down', keys: ['down'] }, 'down', 'viewer.next-marker'),
]

type Named = { readonly id: CommandId; readonly title: string; readonly keys: readonly string[] }

function togglePlay(): void {
  const { target } = viewerStore.get()
  if (target?.kind === 'video' || target?.kind === 'audio') target.player.togglePlay()
}

function forPlayer({ id, title, keys }: Named, act: (player: FramePlayer | AudioPlayer) => void): Command {
  const run = (): void => {
    const { target } = viewerStore.get()
    if (target?.kind === 'video' || target?.kind === 'audio') act(target.player)
  }
  return { ...base, id, title, keys, when: isPlayable, run }
}

function forVideo({ id, title, keys }: Named, act: (player: FramePlayer) => void): Command {
  const run = (): void => {
    const player = findPlayer()
    if (player !== undefined) act(player)
  }
  return { ...base, id, title, keys, when: () => findPlayer() !== undefined, run }
}

/** Returns a command that repeats while its key is held. */
function stepping(named: Named, act: (player: FramePlayer) => void): Command {
  const isWanted = makeHeldKey()
  const run = ({ source }: CommandContext): void => {
    const player = findPlayer()
    if (player !== undefined && (source !== 'key' || isWanted())) act(player)
  }
  return { ...forVideo(named, act), isKeyOnly: true, isRepeatable: true, run }
}

function forImage({ id, title, keys }: Named, factor: number | undefined): Command {
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

function findLook(): PictureLookStore | undefined {
  const { target } = viewerStore.get()
  return target?.kind === 'image' ? target.look : undefined
}

function makeExposureCommand({ id, title, keys }: Named, stops: number | undefined): Command {
  const run = (): void => {
    const look = findLook()
    look?.expose(stops === undefined ? 0 : look.get().exposure + stops)
  }
  return { ...base, id, title, keys, isRepeatable: true, when: () => findLook() !== undefined, run }
}

/** Returns a command that pans a picture larger than its frame, by a key that a film uses otherwise. */
function looking(named: Named, side: Side, film: CommandId): Command {
  const find = () => {
    const { target } = viewerStore.get()
    return target?.kind === 'image' && target.zoom.get().scale > 1 ? target : undefined
  }
  const run = (): void => {
    const target = find()
    if (target !== undefined) panTowards(target.zoom, side, target.pane.getBoundingClientRect())
  }
  const base = { ...named, group, scope: 'viewer', isKeyOnly: true, isRepeatable: true } as const
  return { ...base, shadows: [film], when: () => find() !== undefined, run }
}

/** Goes to a frame by its displayed number or its timecode; refuses one the film does not have. */
function goTo(typed: string): CommandOutcome {
  const { target, firstFrame } = viewerStore.get()
  if (target?.kind !== 'video') return undefined
  const { startTimecode } = target
  const { rate, frameCount } = target.player.getState()
  const frame = parseMoment(typed, { rate, firstFrame, startTimecode })
  if (frame === undefined)
    return err(new AppError('invalid-input', `"${typed}" is neither a frame number nor a timecode.`))
  if (frame < 0 || frame >= frameCount) {
    const range = `${firstFrame} to ${firstFrame + frameCount - 1}`
    return err(new AppError('invalid-input', `The film has no frame ${typed}: its frames are ${range}.`))
  }
  return target.player.seekFrame(frame)
}

function goToMarker(player: FramePlayer, direction: 1 | -1): void {
  const { frame } = player.getState()
  const frames = viewerStore.get().markers.map((marker) => frameOfMarker(marker, player))
  const next =
    direction === 1 ? Math.min(...frames.filter((at) => at > frame)) : Math.max(...frames.filter((at) => at < frame))
  if (Number.isFinite(next)) player.seekFrame(next)
}
