import { beforeEach, expect, test } from 'vitest'
import { FakeVideo } from '#tests/fakes/fake-video.ts'
import { followPlayer } from './follow-player.ts'
import { FramePlayer } from './frame-player.ts'

let videos: { readonly leader: FakeVideo; readonly follower: FakeVideo }
let leader: FramePlayer
let now: number

function makePlayer(video: FakeVideo, facts: { frameRate: string; frameCount: number }): FramePlayer {
  const player = new FramePlayer(video, facts)
  player.setSource('film')
  video.tell('loadedmetadata')
  return player
}

function follow(facts: { frameRate: string; frameCount: number }): FramePlayer {
  const follower = makePlayer(videos.follower, facts)
  followPlayer(leader, follower, () => now)
  return follower
}

beforeEach(() => {
  now = 0
  videos = { leader: new FakeVideo(), follower: new FakeVideo() }
  leader = makePlayer(videos.leader, { frameRate: '24', frameCount: 120 })
})

test('the follower shows the same frame wherever the leader goes', () => {
  const follower = follow({ frameRate: '24', frameCount: 100 })

  for (const frame of [7, 8, 60, 3]) {
    leader.seekFrame(frame)
    expect(follower.getState().frame).toBe(frame)
  }
  leader.seekEnd()
  expect(follower.getState().frame).toBe(99)
})

test('the follower shows the same moment if the frame rates differ', () => {
  const follower = follow({ frameRate: '60', frameCount: 300 })

  leader.seekFrame(48)

  expect(follower.getState().frame).toBe(121)
})

test('the follower shows the same frame if one film has an NTSC rate, however long they are', () => {
  leader = makePlayer(videos.leader, { frameRate: '24', frameCount: 3000 })
  const follower = follow({ frameRate: '24000/1001', frameCount: 3000 })

  for (const frame of [7, 600, 2999]) {
    leader.seekFrame(frame)
    expect(follower.getState().frame).toBe(frame)
  }
})

test('the follower plays and stops with the leader, at its speed', () => {
  const follower = follow({ frameRate: '24', frameCount: 120 })
  leader.setSpeed(0.5)
  leader.play(1)

  expect(videos.follower.isPlaying).toBe(true)
  expect(videos.follower.playbackRate).toBe(0.5)

  leader.pause()

  expect(videos.follower.isPlaying).toBe(false)
  expect(follower.getState().shuttle).toBe(0)
})

test('a drifted follower is corrected, but not for a single frame', () => {
  const follower = follow({ frameRate: '24', frameCount: 120 })
  leader.play(1)
  now = 1000
  videos.follower.paint(1)
  videos.leader.paint(25 / 24)
  expect(follower.getState().frame).toBe(24)

  videos.leader.paint(30 / 24)

  expect(follower.getState()).toMatchObject({ frame: 30, shuttle: 1 })
})

test('the follower stops with the leader even if a correction interrupted the start of its playback', async () => {
  const follower = follow({ frameRate: '24', frameCount: 120 })
  const refusals: (() => void)[] = []
  videos.follower.play = async () => {
    videos.follower.isPlaying = true
    await new Promise<void>((_resolve, reject) => refusals.push(() => reject(new DOMException('', 'AbortError'))))
  }
  leader.play(1)
  now = 1000
  videos.leader.paint(30 / 24)
  for (const refuse of refusals.slice(0, -1)) refuse()
  await Promise.resolve()
  await Promise.resolve()
  expect(follower.getState().shuttle).toBe(1)

  leader.pause()

  expect(refusals.length).toBeGreaterThan(1)
  expect(videos.follower.isPlaying).toBe(false)
})
