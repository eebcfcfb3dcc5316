import type { MediaRow } from '#core/schema/media.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeContainerClock } from '#core/revisions/frame-clock.ts'
import { newId, type MediaId, type UserId } from '#core/lib/ids.ts'
import { registry } from '#app/commands/registry.ts'
import { makeMediaUrls } from '#app/widgets/media-urls.ts'
import { bringForward } from './deck-players.ts'
import { FilmDeck } from './film-deck.tsx'
import { isFullScreen, toggleFullScreen } from './full-screen.ts'
import type { MediaViewProps as ViewProps } from './media-view-props.ts'
import { MediaViewer } from './media-viewer.tsx'
import { useViewer } from './use-viewer.ts'
import { viewerCommands } from './viewer-commands.ts'
import { placeViewer, setViewerNotes, viewerStore } from './viewer-store.ts'

function aFile(filename: string, contentType: string, sizeBytes = 1000): MediaRow {
  const unknown = { width: undefined, height: undefined, frameRate: undefined, frameCount: undefined }
  const about = {
    durationMs: undefined,
    codec: undefined,
    startTimecode: undefined,
    firstFrame: undefined,
    waveform: undefined,
    posterMediaId: undefined,
    proxyMediaId: undefined,
    largeProxyMediaId: undefined,
    previewWaits: false,
    previewNote: undefined,
    previewPercent: undefined,
    previewProblem: undefined,
    thumbnailMediaId: undefined,
    isStored: true,
    createdAt: 1,
  }
  return { ...unknown, ...about, id: newId<MediaId>(), filename, contentType, sizeBytes, createdBy: newId<UserId>() }
}

function show(media: MediaRow, sign: (count: number) => string = (count) => `/signed/${count}`): HTMLElement {
  let signed = 0
  const urls = makeMediaUrls(async (ids) => {
    signed += 1
    return await Promise.resolve(new Map(ids.map((id) => [id, sign(signed)])))
  })
  render(<MediaViewer media={media} urls={urls} />)
  return screen.getByRole('region', { name: media.filename })
}

// The DOM constant, which jsdom lacks.
const MEDIA_ERR_NETWORK = 2

let answers: Response[]
let made: Blob[]

beforeEach(() => {
  answers = []
  made = []
  vi.stubGlobal('fetch', async () => await Promise.resolve(answers.shift() ?? new Response(null, { status: 500 })))
  Object.assign(HTMLVideoElement.prototype, { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback: () => {} })
  Object.assign(HTMLMediaElement.prototype, { load: () => {}, pause: () => {}, play: async () => {} })
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) made.push(blob)
    return 'blob:page'
  }
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a PDF is shown in place, as a PDF whatever type the server sends', async () => {
  answers = [new Response('<script>', { headers: { 'content-type': 'image/svg+xml' } })]
  show(aFile('brief.pdf', 'application/pdf'))

  const page = await screen.findByTitle('brief.pdf')

  expect(page.getAttribute('src')).toMatch(/^blob:page#/)
  expect(made.map(({ type }) => type)).toEqual(['application/pdf'])
})

test('a PDF that failed once is requested again, even if its new URL is the same', async () => {
  answers = [new Response(null, { status: 502 }), new Response('%PDF')]
  show(aFile('brief.pdf', 'application/pdf'), () => '/signed/the-same-second')

  expect(await screen.findByTitle('brief.pdf')).toBeDefined()
})

test('a PDF that fails with a fresh URL too is offered as a download', async () => {
  show(aFile('brief.pdf', 'application/pdf'))

  const link = await screen.findByRole('link', { name: /Download/ })

  expect(link.getAttribute('href')).toBe('/signed/2')
  expect(screen.queryByTitle('brief.pdf')).toBeNull()
})

test('a browser without a PDF viewer gets the file', async () => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true })
  show(aFile('brief.pdf', 'application/pdf'))

  expect(await screen.findByRole('link', { name: /Download/ })).toBeDefined()
})

test.each([
  ['alone', MediaViewer],
  ['among others', (props: ViewProps) => <FilmDeck films={[props.media]} shown={props.media} urls={props.urls} />],
])('a film %s that cannot be shown does not end in a reload loop', async (_, Viewer) => {
  const urls = makeMediaUrls(async (ids) => await Promise.resolve(new Map(ids.map((id) => [id, '/signed']))))
  const film = aFile('storm.mp4', 'video/mp4')
  function Popup() {
    useViewer()
    return <Viewer media={film} urls={urls} />
  }
  render(<Popup />)
  const breakFilm = (): void => void fireEvent.error(screen.getByLabelText('storm.mp4', { selector: 'video' }))

  breakFilm()
  await waitFor(breakFilm)

  expect(await screen.findByText('This video could not be played.')).toBeDefined()
})

test('a film stays on its frame when more becomes known about it', async () => {
  const film = aFile('storm.mp4', 'video/mp4')
  const urls = makeMediaUrls(async (ids) => await Promise.resolve(new Map(ids.map((id) => [id, '/signed']))))
  const { rerender } = render(<MediaViewer media={film} urls={urls} />)
  const slider = () => screen.getByRole('slider', { name: 'Frame' })
  const { target } = viewerStore.get()
  if (target?.kind === 'video') act(() => target.player.seekFrame(7))
  expect(slider().getAttribute('aria-valuenow')).toBe('8')

  rerender(<MediaViewer media={{ ...film, frameRate: '25', frameCount: 200 }} urls={urls} />)

  expect(slider().getAttribute('aria-valuenow')).toBe('8')
  expect(slider().getAttribute('aria-valuemax')).toBe('200')
})

test("a sound is positioned by its waveform, and played by the viewer's keys", async () => {
  const region = show(aFile('score.wav', 'audio/wav'))
  const audio = region.querySelector('audio')
  if (audio === null) throw new Error('There is a sound')
  await waitFor(() => expect(audio.getAttribute('src')).toBe('/signed/1'))
  Object.defineProperty(audio, 'duration', { value: 90 })
  fireEvent(audio, new Event('durationchange'))

  const place = await screen.findByRole('slider', { name: 'Place in score.wav' })
  await waitFor(() => expect(place.getAttribute('aria-valuemax')).toBe('90'))
  place.focus()
  fireEvent.keyDown(place, { key: 'End' })

  expect(audio.currentTime).toBe(90)
  expect(viewerStore.get().target?.kind).toBe('audio')
})

test('a sound that cannot be played is offered as a download', async () => {
  const region = show(aFile('score.wav', 'audio/wav'))
  const audio = region.querySelector('audio')
  if (audio === null) throw new Error('There is a sound')

  // Once for the first URL, once for the fresh one.
  fireEvent.error(audio)
  fireEvent.error(audio)

  expect(await screen.findByText('This sound could not be played.')).toBeDefined()
})

test.each([
  ['film.mp4', 'video/mp4', 'video'],
  ['score.wav', 'audio/wav', 'audio'],
  ['sky.png', 'image/png', 'img'],
])('%s is loaded again after an error, even if its new URL is the same', async (name, type, tag) => {
  const region = show(aFile(name, type), () => '/signed/the-same-second')
  const element = region.querySelector(tag)
  if (element === null) throw new Error('There is one')
  await waitFor(() => expect(element.getAttribute('src')).toBe('/signed/the-same-second'))
  Object.defineProperty(element, 'error', { value: { code: MEDIA_ERR_NETWORK }, configurable: true })
  let loadCount = 0
  const watcher = new MutationObserver((changes) => {
    loadCount += changes.filter(({ target }) => target === element && element.hasAttribute('src')).length
  })
  watcher.observe(element, { attributeFilter: ['src'] })

  fireEvent.error(element)

  await waitFor(() => expect(loadCount).toBeGreaterThan(0))
})

test.each([
  ['by its button', () => screen.getByRole('button', { name: 'Try again' }).click()],
  ['when the network is back', () => fireEvent(window, new Event('online'))],
])('a file that could not be shown is tried again %s', async (_, tryAgain) => {
  onTestFinished(registry.register(viewerCommands))
  const region = show(aFile('film.mp4', 'video/mp4'))
  for (const _try of ['the address it had', 'the fresh one']) {
    await waitFor(() => expect(region.querySelector('video')?.hasAttribute('src')).toBe(true))
    fireEvent.error(region.querySelector('video') ?? region)
  }
  await screen.findByText('This video could not be played.')
  expect(region.querySelector('video')).toBeNull()

  act(() => {
    tryAgain()
  })

  await waitFor(() => expect(region.querySelector('video')?.getAttribute('src')).toMatch(/^\/signed/))
})

test('a file that could run scripts in a page is never shown, only offered', async () => {
  show(aFile('page.html', 'text/html'))

  expect(await screen.findByRole('link', { name: /Download/ })).toBeDefined()
  expect(screen.queryByRole('link', { name: /Open/ })).toBeNull()
})

test('a film no browser plays is played by its proxy; without one, its progress or problem is shown', async () => {
  const film = aFile('sh010.mxf', 'application/mxf')
  show({ ...film, proxyMediaId: newId<MediaId>() })
  const video = screen.getByLabelText('sh010.mxf', { selector: 'video' })
  cleanup()
  show({ ...film, previewPercent: 40 })
  const making = screen.getByText('Making a preview… 40 %')
  cleanup()
  show({ ...film, previewProblem: 'This file cannot be read' })
  const unmade = viewerStore.get().unmade

  expect(video).toBeInstanceOf(HTMLVideoElement)
  expect(making).toBeInstanceOf(HTMLElement)
  expect(screen.getByText('No preview could be made. This file cannot be read.')).toBeInstanceOf(HTMLElement)
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInstanceOf(HTMLElement)
  expect(unmade).toBe(film.id)
})

test('the proxy plays by default, the original by key, and an unplayable original falls back to the proxy', async () => {
  onTestFinished(registry.register(viewerCommands))
  const proxyMediaId = newId<MediaId>()
  const media = { ...aFile('sh010.mov', 'video/quicktime'), proxyMediaId }
  const urls = makeMediaUrls(async (ids) => await Promise.resolve(new Map(ids.map((id) => [id, `/signed/${id}`]))))
  const { rerender } = render(<MediaViewer media={{ ...media, proxyMediaId: undefined }} urls={urls} />)
  const unplayed = screen.getByLabelText<HTMLVideoElement>('sh010.mov', { selector: 'video' })
  await waitFor(() => expect(unplayed.src).toContain(media.id))
  fireEvent.error(unplayed)
  fireEvent.error(unplayed)
  await screen.findByText('This video could not be played.')
  rerender(<MediaViewer media={media} urls={urls} />)
  const video = screen.getByLabelText<HTMLVideoElement>('sh010.mov', { selector: 'video' })
  await waitFor(() => expect(video.src).toContain(proxyMediaId))
  const original = viewerCommands.find(({ id }) => id === 'viewer.original')

  expect(original?.keys).toEqual(['q'])
  expect(original?.when?.({} as never)).toBe(true)
  act(() => void original?.run({} as never, []))
  await waitFor(() => expect(video.src).toContain(media.id))
  fireEvent.error(video)
  fireEvent.error(video)
  await waitFor(() => expect(video.src).toContain(proxyMediaId))
  expect(screen.getByLabelText('sh010.mov', { selector: 'video' })).toBe(video)
})

/** Shows a film with its rate and frame count known, on its first frame. */
function showFilm(facts: Partial<MediaRow> = {}) {
  show({ ...aFile('sh010.mov', 'video/quicktime'), frameRate: '30000/1001', frameCount: 240, ...facts })
  const run = (command: string, ...args: string[]) =>
    act(() => viewerCommands.find(({ id }) => id === command)?.run({} as never, args))
  return { slider: screen.getByRole('slider', { name: 'Frame' }), run }
}

test('frames are counted from the first frame, shown with the film’s timecode, and reached by either', async () => {
  onTestFinished(placeViewer({ firstFrame: 1001, projectId: undefined }))
  const { slider, run } = showFilm({ startTimecode: '00:59:58;12' })

  expect(screen.getByTestId('frame-counter').textContent).toBe('frame 1001 / 1240')
  expect(slider.getAttribute('aria-valuetext')).toBe('Frame 1001 of 1240, 00:59:58;12')
  await run('viewer.go-to', '1049')
  expect(slider.getAttribute('aria-valuetext')).toBe('Frame 1049 of 1240, 01:00:00;00')
  await run('viewer.go-to', '00:59:59;29')
  expect(screen.getByTestId('frame-counter').textContent).toBe('frame 1048 / 1240')
})

test('a comment on a range is labelled with the current frame numbers', () => {
  onTestFinished(placeViewer({ firstFrame: 1001, projectId: undefined }))
  showFilm()
  onTestFinished(() => setViewerNotes({ markers: [], drawings: [] }))

  act(() => {
    const marker = { commentId: 'c', at: { frame: 12 }, range: { from: 12, to: 19 } }
    setViewerNotes({ markers: [marker], drawings: [] })
  })

  expect(screen.getByRole('button', { name: 'Comment at 1013–1020' })).toBeDefined()
})

test.each(['1241', '1000', '00:00:00;00', 'soon', ''])(
  'going to "%s", which the film does not have, is refused',
  async (typed) => {
    onTestFinished(placeViewer({ firstFrame: 1001, projectId: undefined }))
    const { slider, run } = showFilm({ startTimecode: '00:59:58;12' })

    const refused = (await run('viewer.go-to', typed)) as unknown

    expect(refused).toMatchObject({ ok: false })
    expect(slider.getAttribute('aria-valuenow')).toBe('1001')
  },
)

test('a film of 120 frames a second says so, and its timecode counts them', () => {
  const { slider } = showFilm({ frameRate: '120/1', frameCount: 120 })

  expect(screen.getByText('120 fps')).toBeDefined()
  fireEvent.keyDown(slider, { key: 'End' })
  expect(slider.getAttribute('aria-valuetext')).toBe('Frame 120 of 120, 00:00:00:119')
})

test('a film with frames of differing duration shows a variable rate', () => {
  showFilm({ frameRate: '24/1' })
  const { target } = viewerStore.get()
  const clock = makeContainerClock({ starts: [0, 0.1, 0.5, 0.6], endSeconds: 1, isWhole: true })
  if (target?.kind !== 'video' || clock === undefined) throw new Error('There is a film')

  act(() => target.player.setClock(clock))

  expect(screen.getByText('variable, 5 fps')).toBeDefined()
})

test('a film whose pictures this browser cannot decode plays its sound, and its pictures once the proxy exists', async () => {
  const media = { ...aFile('sh010.mov', 'video/quicktime'), codec: 'apch' }
  const urls = makeMediaUrls(async (ids) => await Promise.resolve(new Map(ids.map((id) => [id, `/signed/${id}`]))))
  const { rerender, container } = render(<MediaViewer media={media} urls={urls} />)
  const video = container.querySelector('video')
  if (video === null) throw new Error('There is a film')
  fireEvent(video, new Event('loadeddata'))
  const said = 'This browser cannot play the pictures of this file: only its sound is played.'
  expect(await screen.findByText(said)).toBeDefined()

  const proxyMediaId = newId<MediaId>()
  rerender(<MediaViewer media={{ ...media, proxyMediaId }} urls={urls} />)

  await waitFor(() => expect(container.querySelector('video')?.src).toContain(proxyMediaId))
  expect(screen.queryByText(said)).toBeNull()
})

test('a film without pictures plays its sound, and the page says why nothing is visible', async () => {
  const region = show(aFile('guide.mp4', 'video/mp4'))
  const video = region.querySelector('video')
  if (video === null) throw new Error('There is a film')

  fireEvent(video, new Event('loadeddata'))

  expect(await screen.findByText('There are no pictures in this file: only its sound is played.')).toBeDefined()
  expect(region.querySelector('audio')).not.toBeNull()
})

test('an EXR without a proxy is read in the browser, and offered as a download if that fails', async () => {
  const workers: { onmessage: ((event: MessageEvent) => void)[] }[] = []
  class FakeWorker {
    readonly onmessage: ((event: MessageEvent) => void)[] = []
    constructor() {
      workers.push(this)
    }
    addEventListener(type: string, listener: (event: MessageEvent) => void): void {
      if (type === 'message') this.onmessage.push(listener)
    }
    postMessage(): void {}
    terminate(): void {}
  }
  vi.stubGlobal('Worker', FakeWorker)
  show(aFile('beauty.exr', 'image/x-exr'))
  await waitFor(() => expect(workers).toHaveLength(1))
  expect(screen.getByRole('img', { name: 'beauty.exr' })).toBeInstanceOf(HTMLCanvasElement)
  expect(viewerStore.get().target).toMatchObject({ kind: 'image' })

  const failed = { kind: 'failed', problem: 'Unknown compression', isAddressStale: false }
  act(() => workers[0]?.onmessage[0]?.(new MessageEvent('message', { data: failed })))

  expect(await screen.findByText('This picture could not be shown. Unknown compression.')).toBeDefined()
})

test('an animated picture plays as a film, and a key shows the original picture', async () => {
  onTestFinished(registry.register(viewerCommands))
  const gif = { ...aFile('walk.gif', 'image/gif'), proxyMediaId: newId<MediaId>(), frameCount: 12 }
  show(gif)
  const original = viewerCommands.find(({ id }) => id === 'viewer.original')
  const film = screen.getByLabelText('walk.gif', { selector: 'video' })

  act(() => void original?.run({} as never, []))
  const picture = await screen.findByRole('img', { name: 'walk.gif' })
  const isOffered = original?.when?.({} as never)
  act(() => void original?.run({} as never, []))

  expect([film, picture]).toEqual([expect.any(HTMLVideoElement), expect.any(HTMLImageElement)])
  expect(isOffered).toBe(true)
  expect(await screen.findByLabelText('walk.gif', { selector: 'video' })).toBeDefined()
})

test('the larger of two proxies is played where it fits, also after the window grows', async () => {
  const looks: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        looks.push(look)
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  const box = { width: 900, height: 500 }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => box.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => box.height)
  onTestFinished(() => void vi.restoreAllMocks())
  const [proxyMediaId, largeProxyMediaId] = [newId<MediaId>(), newId<MediaId>()]
  const size = { width: 2048, height: 1152 }
  const media = { ...aFile('sh010.mxf', 'application/mxf'), ...size, proxyMediaId, largeProxyMediaId }
  const urls = makeMediaUrls(async (ids) => await Promise.resolve(new Map(ids.map((id) => [id, `/signed/${id}`]))))
  render(<MediaViewer media={media} urls={urls} />)
  const video = screen.getByLabelText<HTMLVideoElement>('sh010.mxf', { selector: 'video' })

  await waitFor(() => expect(video.src).toContain(proxyMediaId))
  Object.assign(box, { width: 1900, height: 1060 })
  act(() => looks.forEach((look) => look()))
  await waitFor(() => expect(video.src).toContain(largeProxyMediaId))
  Object.assign(box, { width: 900, height: 500 })
  act(() => looks.forEach((look) => look()))
  expect(video.src).toContain(largeProxyMediaId)
})

test('a film shows its waveform behind its line, and the note about its proxy', () => {
  show({
    ...aFile('sh010.mov', 'video/quicktime'),
    frameRate: '24/1',
    frameCount: 48,
    waveform: '0az',
    previewNote: '1 of 48 frames is missing (1004).',
  })

  expect(screen.getByTestId('film-sound').querySelector('path')?.getAttribute('d')).toMatch(/^M0 /)
  expect(screen.getByText('1 of 48 frames is missing (1004).')).toBeDefined()
})

test('at a cut the next film appears at once, and stays when the page rerenders', () => {
  const films = [aFile('a.mp4', 'video/mp4'), aFile('b.mp4', 'video/mp4'), aFile('c.mp4', 'video/mp4')]
  const deckAt = (at: number) => <FilmDeck films={films} shown={films[at] ?? aFile('', '')} urls={undefined} />
  const seen = () =>
    [...document.querySelectorAll('video')].filter((video) => video.closest('[data-ahead]') === null).map((video) => video.getAttribute('aria-label')) // prettier-ignore
  const { rerender } = render(deckAt(0))

  bringForward(films[1]?.id ?? newId<MediaId>())
  const atOnce = seen()
  rerender(deckAt(1))
  const drawn = seen()
  rerender(deckAt(2))

  expect([atOnce, drawn, seen()]).toEqual([['b.mp4'], ['b.mp4'], ['c.mp4']])
})

test('a picture without a preview says why, shown or not, with its download', () => {
  show(aFile('plate.heic', 'image/heic'))
  expect(screen.getByText(/^It has no preview: neither browsers nor media workers read HEIC pictures\./)).toBeTruthy()
  cleanup()

  show(aFile('wall.png', 'image/png', 80_000_000))
  expect(screen.getByText('It has no preview: pictures above 64 MB get one only on request.')).toBeTruthy()
  cleanup()

  show(aFile('small.png', 'image/png'))
  expect(screen.queryByText(/It has no preview/)).toBeNull()
})

test('without fullscreen the viewer fills the page, until something it covers is focused', async () => {
  render(<input aria-label="Comment" />)
  const picture = show(aFile('a.webp', 'image/webp'))
  await toggleFullScreen()
  expect(picture.hasAttribute('data-full-screen')).toBe(true)
  expect(isFullScreen()).toBe(true)
  await toggleFullScreen()
  expect(picture.hasAttribute('data-full-screen')).toBe(false)

  await toggleFullScreen()
  Object.assign(document, { elementFromPoint: () => picture.firstElementChild })
  onTestFinished(() => void Reflect.deleteProperty(document, 'elementFromPoint'))
  screen.getByRole('textbox', { name: 'Comment' }).focus()

  expect(picture.hasAttribute('data-full-screen')).toBe(false)
  expect(isFullScreen()).toBe(false)
})
