import { beforeEach, expect, test, vi } from 'vitest'
import { FramePlayer, type VideoSurface } from './frame-player.ts'

/** A video of 24 frames a second that seeks when it is told that it has, and paints when it is told to. */
class FakeVideo extends EventTarget implements VideoSurface {
  currentTime = 0
  duration = 5
  readyState = 1
  playbackRate = 1
  loop = false
  muted = false
  src = ''
  isPlaying = false
  loads = 0
  #painted: VideoFrameRequestCallback | undefined

  play = async (): Promise<void> => {
    this.isPlaying = true
    await Promise.resolve()
  }
  pause = (): void => {
    this.isPlaying = false
    this.dispatchEvent(new Event('pause'))
  }
  load = (): void => {
    this.loads += 1
    this.readyState = 0
  }
  requestVideoFrameCallback = (callback: VideoFrameRequestCallback): number => {
    this.#painted = callback
    return 1
  }
  cancelVideoFrameCallback = (): void => {
    this.#painted = undefined
  }
  paint(mediaTime: number): void {
    // The player reads the media time alone.
    this.#painted?.(0, { mediaTime } as VideoFrameCallbackMetadata)
  }
  tell(event: 'seeked' | 'loadedmetadata' | 'ended'): void {
    if (event === 'loadedmetadata') this.readyState = 1
    this.dispatchEvent(new Event(event))
  }
}

const facts = { frameRate: '24', frameCount: 120 }
let video: FakeVideo
let player: FramePlayer

beforeEach(() => {
  video = new FakeVideo()
  player = new FramePlayer(video, facts)
  player.setSource('film')
  video.tell('loadedmetadata')
})

test('steps to the middle of the next frame, where no rounding can reach a neighbour', () => {
  player.step(1)

  expect(video.currentTime).toBeCloseTo(1.5 / 24, 10)
  expect(player.getState().frame).toBe(1)
})

test('holds every step while seeks are slower than keys, and ends on the newest', () => {
  player.step(1)
  player.step(1)
  player.step(1)
  expect(video.currentTime).toBeCloseTo(1.5 / 24, 10)

  video.tell('seeked')

  expect(video.currentTime).toBeCloseTo(3.5 / 24, 10)
  expect(player.getState().frame).toBe(3)
})

test('stays between the first and the last frame', () => {
  player.step(-5)
  expect(player.getState().frame).toBe(0)

  player.seekEnd()
  player.step(1)

  expect(player.getState().frame).toBe(119)
})

test('shows the frame that was painted while it plays', () => {
  player.play(1)

  video.paint(2.0)

  expect(player.getState().frame).toBe(48)
  expect(player.getState().paintedFrame).toBe(48)
})

test('does not take a frame painted on the way for where it stands', () => {
  player.seekFrame(60)

  video.paint(0.25)

  expect(player.getState()).toMatchObject({ frame: 60, paintedFrame: 6 })
})

test('goes twice as fast when the same shuttle key is pressed again, and anew in the other direction', () => {
  player.shuttle(1)
  player.shuttle(1)
  expect(video.playbackRate).toBe(2)
  expect(player.getState().shuttle).toBe(2)

  player.shuttle(-1)

  expect(player.getState().shuttle).toBe(-1)
  expect(video.isPlaying).toBe(false)
})

test('plays again from the start when it stands on the last frame', () => {
  player.seekEnd()
  video.tell('seeked')

  player.play(1)

  expect(video.currentTime).toBeCloseTo(0.5 / 24, 10)
  expect(video.isPlaying).toBe(true)
})

test('goes on at the same frame when its address is renewed', () => {
  player.seekFrame(33)
  video.tell('seeked')

  player.setSource('film, signed anew')
  video.tell('loadedmetadata')

  expect(video.loads).toBe(2)
  expect(video.currentTime).toBeCloseTo(33.5 / 24, 10)
  expect(player.getState().frame).toBe(33)
})

test('plays on after its address was renewed while playing', () => {
  player.play(1)
  video.paint(1)

  player.setSource('film, signed anew')
  video.pause()
  video.tell('loadedmetadata')

  expect(video.isPlaying).toBe(true)
  expect(video.currentTime).toBeCloseTo(24.5 / 24, 10)
})

test('stops at the end of the marked range, or starts it again when looping', () => {
  player.seekFrame(10)
  player.markRange('from')
  player.seekFrame(20)
  player.markRange('to')
  player.seekFrame(12)
  // The seek that was under way, and the one to the newest wish.
  video.tell('seeked')
  video.tell('seeked')
  player.play(1)
  video.paint(20 / 24)
  expect(player.getState()).toMatchObject({ frame: 20, shuttle: 0 })

  video.tell('seeked')
  player.toggleLoop()
  player.seekFrame(12)
  video.tell('seeked')
  player.play(1)
  video.paint(20 / 24)

  expect(player.getState()).toMatchObject({ frame: 10, shuttle: 1 })
})

test('takes a frame asked for before anything is known of the film', () => {
  const unread = new FakeVideo()
  unread.readyState = 0
  const early = new FramePlayer(unread, { frameRate: '24', frameCount: undefined })
  early.setSource('film')

  early.seekFrame(50)
  unread.tell('loadedmetadata')

  expect(unread.currentTime).toBeCloseTo(50.5 / 24, 10)
  expect(early.getState()).toMatchObject({ frame: 50, frameCount: 120 })
})

test('says that nothing plays when the browser refuses to', async () => {
  vi.spyOn(video, 'play').mockRejectedValue(new DOMException('no', 'NotAllowedError'))

  player.play(1)
  await Promise.resolve()
  await Promise.resolve()

  expect(player.getState().shuttle).toBe(0)
})
