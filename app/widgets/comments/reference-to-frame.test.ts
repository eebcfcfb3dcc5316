import { afterEach, expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { toFrameRate } from '#core/revisions/frame-rate.ts'
import { uiStore, toggleTimeForm } from '#app/stores/ui-store.ts'
import type { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import { placeViewer, showInViewer } from '#app/widgets/media-viewer/viewer-store.ts'
import { emptyDraft } from './draft.ts'
import { nameBareHeres, referencesOf, referenceToFrame } from './reference-to-frame.ts'

const mediaId = newId<MediaId>()
let leave: (() => void)[] = []
afterEach(() => {
  for (const each of leave) each()
  leave = []
  if (uiStore.timeForm === 'timecode') toggleTimeForm()
})

/** Shows a film of 240 frames, counted from 1001, paused on its thirteenth. */
function aFilmInView(): void {
  const clock = { seekTimeOf: (frame: number) => (frame + 0.5) / 24 }
  const state = { rate: toFrameRate(24), frame: 12, frameCount: 240 }
  const player = {
    getState: () => state,
    getSeconds: () => clock.seekTimeOf(12),
    getClock: () => clock,
    pause: () => {},
  }
  // The code under test calls nothing else of a player.
  const target = {
    kind: 'video',
    player: player as unknown as FramePlayer,
    mediaId,
    startTimecode: '01:00:00:00',
  } as const
  leave = [showInViewer(target), placeViewer({ firstFrame: 1001, projectId: undefined })]
}

test("the frame in view is named in the reader's time format", () => {
  aFilmInView()

  expect(referenceToFrame({ mediaId })?.label).toBe('frame 1013')
  toggleTimeForm()
  expect(referenceToFrame({ mediaId })?.label).toBe('01:00:00:12')
})

test('an @here typed by hand points at its frame, in either time format', () => {
  aFilmInView()
  const text = 'pop @here[1013], hold @here[01:00:01:00], then @here[9999] and @here[fox.png]'

  const references = referencesOf({ ...emptyDraft, text }, { mediaId, version: 'v2' })

  expect(references.map(({ label, type, data }) => [label, type, data.version, data.timestamp])).toEqual([
    ['1013', 'video', 'v2', 12.5 / 24],
    ['01:00:01:00', 'video', 'v2', 24.5 / 24],
  ])
})

test('a bare @here means the frame in view', () => {
  const draft = { ...emptyDraft, text: 'Hold @here, not @here[1014] or @hereafter' }
  expect(nameBareHeres(draft)).toEqual(draft)
  aFilmInView()

  const named = nameBareHeres(draft)

  expect(named.text).toBe('Hold @here[frame 1013], not @here[1014] or @hereafter')
  expect(referencesOf(named, { mediaId }).map(({ data }) => data.timestamp)).toEqual([12.5 / 24, 13.5 / 24])
})

test('a reference inserted by key keeps its frame, even when no film is in view', () => {
  const known = { id: 'a', type: 'video', label: '1013', data: { timestamp: 3, mediaId } }
  const draft = { ...emptyDraft, text: '@here[1013] @here[1014]', references: [known] }

  expect(referencesOf(draft, {})).toEqual([known])
  aFilmInView()
  expect(referencesOf(draft, { mediaId }).map(({ data }) => data.timestamp)).toEqual([3, 13.5 / 24])
})
