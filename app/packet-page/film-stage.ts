import type { Packet, PacketEntry, PacketFilm } from '#core/packet/packet.ts'
import { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import { el } from './element.ts'

type Size = { readonly width: number; readonly height: number }

type Shown = {
  readonly element: HTMLElement
  readonly player: FramePlayer | undefined
  /** The size in pixels, once known. */
  size: Size | undefined
  /** Why it cannot be shown. */
  problem: string | undefined
}

/** Shows the films and pictures of a packet: the current one, with its neighbours preloaded. */
export class FilmStage {
  readonly #packet: Packet
  readonly #place: HTMLElement
  readonly #frame: HTMLElement
  readonly #shown = new Map<string, Shown>()
  readonly #onChange: () => void
  #entry: PacketEntry | undefined

  constructor({
    packet,
    place,
    frame,
    onChange,
  }: {
    readonly packet: Packet
    readonly place: HTMLElement
    /** Covers exactly the picture. */
    readonly frame: HTMLElement
    readonly onChange: () => void
  }) {
    this.#packet = packet
    this.#place = place
    this.#frame = frame
    this.#onChange = onChange
    new ResizeObserver(() => this.#fit()).observe(place)
  }

  /** Shows an entry's film or picture, and preloads its neighbours. */
  show(entry: PacketEntry): void {
    this.#entry = entry
    const at = this.#packet.entries.indexOf(entry)
    const near = this.#packet.entries.slice(Math.max(0, at - 1), at + 2)
    for (const [id, shown] of this.#shown) {
      if (near.some((each) => each.id === id)) continue
      shown.player?.close()
      if (shown.element instanceof HTMLVideoElement) shown.element.removeAttribute('src')
      shown.element.remove()
      this.#shown.delete(id)
    }
    for (const each of near) this.#open(each)
    for (const [id, { element, player }] of this.#shown) {
      element.hidden = id !== entry.id
      if (id !== entry.id) player?.pause()
    }
    this.#fit()
  }

  find(): Shown | undefined {
    return this.#entry && this.#shown.get(this.#entry.id)
  }

  /** Returns why nothing is shown, in a sentence. */
  getProblem(): string | undefined {
    const entry = this.#entry
    if (entry === undefined) return undefined
    return this.find()?.problem ?? (entry.film?.path === undefined ? (entry.why ?? missing(entry)) : undefined)
  }

  #open(entry: PacketEntry): void {
    const { film } = entry
    if (this.#shown.has(entry.id) || film === undefined) return
    const source = film.path ?? film.poster
    if (source === undefined) return
    const isFilm = film.path !== undefined && (film.kind === 'video' || film.kind === 'audio')
    const shown = isFilm ? this.#openFilm(entry, film, source) : this.#openPicture(entry, source)
    shown.element.hidden = true
    this.#shown.set(entry.id, shown)
    this.#frame.prepend(shown.element)
  }

  #openFilm(entry: PacketEntry, film: PacketFilm, source: string): Shown {
    const video = el('video', { preload: 'auto', playsinline: true, 'aria-label': `Film of ${entry.shot}` })
    const player = new FramePlayer(video, { frameRate: film.rate, frameCount: film.frameCount })
    const shown: Shown = { element: video, player, size: undefined, problem: undefined }
    player.subscribe(this.#onChange)
    if (film.span !== undefined) player.setRange(film.span)
    player.stand(film.span?.from ?? 0)
    video.addEventListener('loadedmetadata', () => {
      shown.size = { width: video.videoWidth || 1280, height: video.videoHeight || 720 }
      this.#fit()
    })
    video.addEventListener('error', () => {
      if (player.recover()) return
      const isThere = video.error?.code === MediaError.MEDIA_ERR_DECODE
      shown.problem = isThere
        ? `This browser cannot play ${source}.`
        : `${source} is missing, or this browser cannot play it.`
      this.#onChange()
    })
    player.setSource(source)
    return shown
  }

  #openPicture(entry: PacketEntry, source: string): Shown {
    const image = el('img', { alt: `Picture of ${entry.shot}` })
    const shown: Shown = { element: image, player: undefined, size: undefined, problem: undefined }
    image.addEventListener('load', () => {
      shown.size = { width: image.naturalWidth, height: image.naturalHeight }
      this.#fit()
      this.#onChange()
    })
    image.addEventListener('error', () => {
      shown.problem = `${source} is missing, or this browser cannot show it.`
      this.#onChange()
    })
    image.src = source
    return shown
  }

  /** Sizes the frame to the picture in the available room, so that positions in both are the same. */
  #fit(): void {
    const { width, height } = this.find()?.size ?? { width: 16, height: 9 }
    const room = this.#place.getBoundingClientRect()
    const scale = Math.min(room.width / width, room.height / height)
    this.#frame.style.width = `${Math.floor(width * scale)}px`
    this.#frame.style.height = `${Math.floor(height * scale)}px`
    this.#onChange()
  }
}

function missing({ shot, film }: PacketEntry): string {
  return film === undefined ? `There is nothing to show for ${shot}.` : `The film of ${shot} is not in this packet.`
}
