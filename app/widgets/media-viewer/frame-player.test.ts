import { beforeEach, expect, test, vi } from 'vitest'
import { makeContainerClock, makeSteadyClock } from '#core/revisions/frame-clock.ts'
import { toFrameRate } from '#core/revisions/frame-rate.ts'
import { FakeVideo } from '#tests/fakes/fake-video.ts'
import { FramePlayer } from './frame-player.ts'
import { resumePlayer, setSpeed } from './resume-player.ts'

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

test('settings stay the same object while stepping, and change with the settings', () => {
  player.play(1)
  player.pause()
  const settings = player.getSettings()

  player.step(1)
  video.tell('seeked')
  video.paint(1 / 24)

  expect(player.getSettings()).toBe(settings)
  player.setSpeed(2)
  expect(player.getSettings()).toMatchObject({ speed: 2 })
})

test('a clock with the same frames still notifies, an unchanged state does not', () => {
  let told = 0
  player.subscribe(() => (told += 1))

  player.pause()
  expect(told).toBe(0)
  player.setClock(makeSteadyClock(toFrameRate(24), 120))

  expect(told).toBeGreaterThan(0)
})

test('keeps its frame when the clock arrives while the film is being reloaded', () => {
  player.seekFrame(60)
  video.tell('seeked')
  video.readyState = 0
  video.currentTime = 0

  player.setClock(makeSteadyClock(toFrameRate(24), 120))

  expect(player.getState().frame).toBe(60)
})

test("later facts from the database do not override the container's", () => {
  player.setClock(makeSteadyClock(toFrameRate(25), 200))

  player.setFacts({ frameRate: '24', frameCount: 120 })

  expect(player.getState()).toMatchObject({ frameCount: 200, rate: toFrameRate(25) })
})

test('queued steps are all counted while seeks are slower than keys, and it ends on the newest', () => {
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

test('shows the painted frame while playing', () => {
  player.play(1)

  video.paint(2.0)

  expect(player.getState().frame).toBe(48)
  expect(player.getState().paintedFrame).toBe(48)
})

test('a frame painted during a seek does not become the current frame', () => {
  player.seekFrame(60)

  video.paint(0.25)

  expect(player.getState()).toMatchObject({ frame: 60, paintedFrame: 6 })
})

test('a late report of the frame it left does not change where the next step starts', () => {
  vi.useFakeTimers()
  player.seekFrame(60)
  video.tell('seeked')

  video.paint(0.25)
  player.step(1)

  expect(player.getState().frame).toBe(61)
  video.tell('seeked')
  video.paint(61 / 24)
  expect(player.getState()).toMatchObject({ frame: 61, paintedFrame: 61 })
  vi.useRealTimers()
})

test('names the frame on screen if the browser keeps showing another one', () => {
  vi.useFakeTimers()
  player.seekFrame(60)
  video.tell('seeked')

  video.paint(59 / 24)
  for (let again = 0; again < 2; again += 1) {
    vi.advanceTimersByTime(300)
    video.tell('seeked')
  }
  vi.advanceTimersByTime(300)

  expect(player.getState()).toMatchObject({ frame: 59, paintedFrame: 59 })
  vi.useRealTimers()
})

test('seeks again if the browser reports the end of a seek but shows another picture', () => {
  vi.useFakeTimers()
  video.paint(0.5)
  player.seekEnd()
  video.tell('seeked')
  video.currentTime = 0

  vi.advanceTimersByTime(300)

  expect(video.currentTime).toBeCloseTo(119.5 / 24, 10)
  video.tell('seeked')
  video.paint(119 / 24)
  vi.advanceTimersByTime(300)
  expect(player.getState()).toMatchObject({ frame: 119, paintedFrame: 119 })
  vi.useRealTimers()
})

test('seeks again if the browser reports no picture after the end of a seek', () => {
  vi.useFakeTimers()
  player.seekEnd()
  video.tell('seeked')
  video.paint(119 / 24)
  player.seekFrame(60)
  player.seekEnd()
  // Frame 60 may be on screen: nothing was reported since the end was painted.
  video.tell('seeked')
  video.tell('seeked')
  video.currentTime = 0

  vi.advanceTimersByTime(300)

  expect(video.currentTime).toBeCloseTo(119.5 / 24, 10)
  vi.useRealTimers()
})

test('stops on the last frame after playing to the end, or starts again when looping', () => {
  player.play(1)
  video.end()
  expect(player.getState()).toMatchObject({ frame: 119, shuttle: 0 })

  player.toggleLoop()
  player.play(1)
  video.tell('seeked')
  video.ended = false
  video.end()

  expect(player.getState()).toMatchObject({ frame: 0, shuttle: 1 })
})

test('a late `ended` event from a seek to the end does not move it back there', () => {
  player.seekEnd()
  video.tell('seeked')
  player.seekFrame(75)
  video.tell('ended')
  expect(player.getState().frame).toBe(75)

  video.tell('seeked')
  video.tell('ended')

  expect(player.getState()).toMatchObject({ frame: 75, shuttle: 0 })
})

test('pressing the same shuttle key again doubles the speed; the other direction starts at normal speed', () => {
  player.shuttle(1)
  player.shuttle(1)
  expect(video.playbackRate).toBe(2)
  expect(player.getState().shuttle).toBe(2)

  player.shuttle(-1)

  expect(player.getState().shuttle).toBe(-1)
  expect(video.isPlaying).toBe(false)
})

test('plays from the start if it is on the last frame', () => {
  player.seekEnd()
  video.tell('seeked')

  player.play(1)

  expect(video.currentTime).toBeCloseTo(0.5 / 24, 10)
  expect(video.isPlaying).toBe(true)
})

test('keeps its frame when its URL is renewed', () => {
  player.seekFrame(33)
  video.tell('seeked')

  player.setSource('film, signed anew')
  video.tell('loadedmetadata')

  expect(video.loads).toBe(2)
  expect(video.currentTime).toBeCloseTo(33.5 / 24, 10)
  expect(player.getState().frame).toBe(33)
})

test('keeps playing when its URL is renewed', () => {
  player.play(1)
  video.paint(1)

  player.setSource('film, signed anew')
  video.pause()
  video.tell('loadedmetadata')

  expect(video.isPlaying).toBe(true)
  expect(video.currentTime).toBeCloseTo(24.5 / 24, 10)
})

test('stops at the end of the marked range, or restarts the range when looping', () => {
  player.seekFrame(10)
  player.markRange('from')
  player.seekFrame(20)
  player.markRange('to')
  player.seekFrame(12)
  // One for the seek that was under way, one for the newest target.
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

test('accepts a frame requested before anything is known of the film', () => {
  const unread = new FakeVideo()
  unread.readyState = 0
  const early = new FramePlayer(unread, { frameRate: '24', frameCount: undefined })
  early.setSource('film')

  early.seekFrame(50)
  unread.tell('loadedmetadata')

  expect(unread.currentTime).toBeCloseTo(50.5 / 24, 10)
  expect(early.getState()).toMatchObject({ frame: 50, frameCount: 120 })
})

test('reports that nothing plays if the browser refuses to play', async () => {
  vi.spyOn(video, 'play').mockRejectedValue(new DOMException('no', 'NotAllowedError'))

  player.play(1)
  await Promise.resolve()
  await Promise.resolve()

  expect(player.getState().shuttle).toBe(0)
})

test('counts frames by the measured rate, once the duration is known', () => {
  const unmeasured = new FramePlayer(video, { frameRate: undefined, frameCount: undefined })
  video.tell('loadedmetadata')
  expect(unmeasured.getState()).toMatchObject({ frameCount: 120, isRateKnown: false })

  unmeasured.setRate(toFrameRate(25))

  expect(unmeasured.getState()).toMatchObject({ frameCount: 125, isRateKnown: true })
})

test('steps by the real frame times if frames differ in duration', () => {
  const clock = makeContainerClock({ starts: [0, 0.1, 0.5, 0.6], endSeconds: 1, isWhole: true })
  if (clock === undefined) throw new Error('There are frames')
  player.setClock(clock)

  player.seekFrame(1)
  video.tell('seeked')
  expect(video.currentTime).toBeCloseTo(0.3, 10)
  video.paint(0.1004)
  expect(player.getState()).toMatchObject({ frame: 1, frameCount: 4 })

  player.seekEnd()
  expect(video.currentTime).toBeCloseTo(0.8, 10)
})

test('does not wait forever for a seek that never ends', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  player.step(1)
  vi.advanceTimersByTime(1000)
  player.step(1)
  expect(video.currentTime).toBeCloseTo(1.5 / 24, 10)

  vi.advanceTimersByTime(1000)
  player.step(1)

  expect(video.currentTime).toBeCloseTo(3.5 / 24, 10)
  vi.useRealTimers()
})

test('reports a variable rate if frames differ in duration', () => {
  const clock = makeContainerClock({ starts: [0, 0.1, 0.5, 0.6], endSeconds: 1, isWhole: true })
  if (clock === undefined) throw new Error('There are frames')
  expect(player.getState().isVariable).toBe(false)

  player.setClock(clock)

  expect(player.getState().isVariable).toBe(true)
})

test('after a seek that never ends, returns to the last frame seen and names the one that cannot be shown', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  video.paint(5 / 24)

  player.seekEnd()
  vi.advanceTimersByTime(4000)

  expect(player.getState()).toMatchObject({ frame: 5, unshownFrame: 119 })
  expect(video.currentTime).toBeCloseTo(5.5 / 24, 10)
  video.tell('seeked')
  video.paint(5 / 24)
  expect(player.getState()).toMatchObject({ frame: 5, unshownFrame: 119 })
  player.step(1)
  expect(player.getState()).toMatchObject({ frame: 6, unshownFrame: undefined })
  vi.useRealTimers()
})

test('a film that fails while seeking is reloaded at the last frame seen', () => {
  video.paint(7 / 24)
  player.seekEnd()

  expect(player.recover()).toBe(true)
  video.tell('loadedmetadata')

  expect(video.loads).toBe(2)
  expect(video.currentTime).toBeCloseTo(7.5 / 24, 10)
  expect(player.getState()).toMatchObject({ frame: 7, unshownFrame: 119, shuttle: 0 })
})

test('a film that never showed a frame, or fails repeatedly, is given up', () => {
  expect(player.recover()).toBe(false)
  video.paint(7 / 24)

  const tries = [1, 2, 3, 4].map(() => player.recover())

  expect(tries).toEqual([true, true, true, false])
})

test('wake reloads a film after a long rest, but not while it plays or seeks', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  video.readyState = 4
  video.paint(0)

  now.mockReturnValue(9000)
  player.wake()
  expect(video.currentTime).toBe(0)
  now.mockReturnValue(12_000)
  player.wake()
  expect(video.currentTime).toBeCloseTo(0.5 / 24, 10)
  expect(player.getState()).toMatchObject({ frame: 0, shuttle: 0 })

  video.currentTime = 0
  player.wake()
  expect(video.currentTime).toBe(0)
  video.tell('seeked')
  video.paint(0)
  player.play(1)
  now.mockReturnValue(30_000)
  player.wake()
  expect(video.currentTime).toBe(0)
  now.mockRestore()
})

test('another player of the same film resumes at the same frame, range and speed', () => {
  player.seekFrame(30)
  player.markRange('from')
  player.setSpeed(0.5)
  const next = new FramePlayer(new FakeVideo(), facts)

  resumePlayer(next, player.getState())

  expect(next.getState()).toMatchObject({ frame: 30, shuttle: 0, speed: 0.5, range: { from: 30, to: 119 } })
  player.play(2)
  resumePlayer(next, player.getState())
  expect(next.getState()).toMatchObject({ frame: 30, shuttle: 2, speed: 0.5 })
})

test('a playing film takes another speed without becoming faster', () => {
  player.play(0.5)

  setSpeed(player, 0.25)

  expect(player.getState()).toMatchObject({ shuttle: 2, speed: 0.25 })
  expect(video.playbackRate).toBe(0.5)
})
