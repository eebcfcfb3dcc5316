import { beforeEach, expect, test } from 'vitest'
import { anId } from '#core/testing/studio-fixture.ts'
import { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import { showInViewer } from '#app/widgets/media-viewer/viewer-store.ts'
import { FakeVideo } from '#tests/fakes/fake-video.ts'
import { showReference } from './show-reference.ts'

let player: FramePlayer

beforeEach(() => {
  const video = new FakeVideo()
  player = new FramePlayer(video, { frameRate: '24', frameCount: 120 })
  player.setSource('film')
  video.tell('loadedmetadata')
  showInViewer({ kind: 'video', player, mediaId: anId(23, 1) })
})

const look = () => {
  const { frame, range } = player.getState()
  return { frame, range }
}

test('a note on several frames sets them as the played range, up to the end of the film', () => {
  showReference({ timestamp: 8.5 / 24, range: { from: 8, to: 19 } })
  expect(look()).toEqual({ frame: 8, range: { from: 8, to: 19 } })

  showReference({ timestamp: 100.5 / 24, range: { from: 100, to: 500 } })
  expect(look()).toEqual({ frame: 100, range: { from: 100, to: 119 } })
})

test('a note on one frame keeps a range that contains it, and clears any other', () => {
  player.setRange({ from: 8, to: 19 })

  showReference({ timestamp: 10.5 / 24 })
  expect(look()).toEqual({ frame: 10, range: { from: 8, to: 19 } })

  showReference({ timestamp: 40.5 / 24 })
  expect(look()).toEqual({ frame: 40, range: undefined })
})
