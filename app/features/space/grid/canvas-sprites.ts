import type { StatusPill, Theme } from '#core/tasks/status-pill.ts'
import { makeStatusPill } from '#core/tasks/status-pill.ts'
import type { CellStatus, Person } from '../model/space-model.ts'
import { afterPaint, nextTask } from '../model/after-paint.ts'
import type { CanvasColors } from './canvas-colors.ts'
import { aFont, baselineOf, takeFont, type CanvasTexts } from './canvas-text.ts'

const LIMIT = 600
/** In device pixels. */
const SHEET_WIDTH = 1024
const RING = 1.5
/** Whole pixels around an avatar for its ring, so that it is copied without blurring. */
const avatarMargin = 2
const label = aFont(600, 10.5, 0.2625)
const initialsFonts = { 20: aFont(600, 9, 0), 17: aFont(600, 8, 0) } as const
/** For two letters that are wider than the circle. */
const wideFonts = { 20: aFont(600, 7.4, 0), 17: aFont(600, 6.5, 0) } as const

export type AvatarSize = keyof typeof initialsFonts

type Place = { readonly left: number; readonly top: number }

/** Pills and avatars, each drawn once and copied into place many times. */
export type Sprites = {
  readonly addPill: (
    request: Place & {
      readonly status: CellStatus
      readonly width: number
      readonly height: number
      /** The room for its text. */
      readonly room: number
    },
  ) => void
  readonly addAvatar: (person: Person, at: Place & { readonly size: AvatarSize }) => void
  /** Draws what was added since the last call, in that order; new sprites are made first, all on one canvas. */
  readonly draw: (context: CanvasRenderingContext2D) => void
  readonly clear: () => void
}

type Look = {
  readonly scale: number
  readonly theme: Theme
  readonly colors: CanvasColors
  /** For measuring. */
  readonly context: CanvasRenderingContext2D
  readonly texts: CanvasTexts
}

/** Makes sprites on hidden canvases in the page, because only those have the page's font features. */
export function makeSprites(holder: HTMLElement, look: Look): Sprites {
  const sheet = makeSheet(holder, look.scale)
  const status = makeStatusLooks(look)
  const { colors, texts } = look
  return {
    draw: sheet.draw,
    clear: () => {
      sheet.clear()
      status.clear()
    },
    addPill: ({ status: shown, left, top, width, height, room }) => {
      const { pill, number, labelWidth } = status.of(shown)
      // Most labels fit, whoever works on the task: then the room is left out of the sprite's key.
      const key = `${number} ${width} ${height} ${room >= labelWidth ? '' : Math.round(room)}`
      sheet.add(key, { left, top, width, height }, (context) => {
        drawPill(context, { pill, width, height, line: colors.line, quiet: colors['text-3'] })
        takeFont(context, label)
        const text = texts.fit(context, { font: label, text: shown.row.shortCode, room })
        context.fillText(text, 8, baselineOf(label, height))
      })
    },
    addAvatar: (person, { left, top, size }) => {
      const across = size + 2 * avatarMargin
      const place = { left: left - avatarMargin, top: top - avatarMargin, width: across, height: across }
      sheet.add(`${person.id} ${size}`, place, (context) => drawAvatar(context, { person, size, colors }))
    },
  }
}

type StatusLook = { readonly pill: StatusPill; readonly number: number; readonly labelWidth: number }

/** Caches what a status needs: its colours and the width of its text. */
function makeStatusLooks({ theme, context }: Look): {
  readonly of: (status: CellStatus) => StatusLook
  readonly clear: () => void
} {
  let known = new WeakMap<CellStatus, StatusLook>()
  let count = 0
  return {
    of: (status) => {
      const found = known.get(status)
      if (found !== undefined) return found
      takeFont(context, label)
      const { width } = context.measureText(status.row.shortCode)
      const made = { pill: makeStatusPill(status.row, theme), number: (count += 1), labelWidth: width }
      known.set(status, made)
      return made
    },
    clear: () => {
      known = new WeakMap()
    },
  }
}

type Draw = (context: CanvasRenderingContext2D) => void
type Size = { readonly width: number; readonly height: number }

type Sheet = {
  readonly add: (key: string, place: Place & Size, draw: Draw) => void
  readonly draw: Draw
  readonly clear: () => void
}

/** The sheet sprites are first drawn on, and the bitmap cut out of it for each. */
type Picture = HTMLCanvasElement | ImageBitmap

function drop(picture: Picture): void {
  if ('close' in picture) picture.close()
  else picture.remove()
}

/** A sprite and its place, in device pixels; without a place it fills the whole picture. */
type Sprite = {
  picture: Picture | undefined
  x: number | undefined
  y: number | undefined
  readonly draw: Draw
} & Size

function makeSheet(holder: HTMLElement, scale: number): Sheet {
  const made = new Map<string, Sprite>()
  const pictures = new Set<Picture>()
  const wanted: Sprite[] = []
  const stamps: (Place & Size & { readonly sprite: Sprite })[] = []
  const clear = (): void => {
    for (const picture of pictures) drop(picture)
    pictures.clear()
    made.clear()
    wanted.length = 0
    stamps.length = 0
  }
  const make = (): void => {
    // In the page, hidden, for the page's font features.
    const canvas = document.createElement('canvas')
    holder.append(canvas)
    pictures.add(canvas)
    Object.assign(canvas, packShelves(wanted))
    const context = canvas.getContext('2d')
    for (const sprite of wanted) {
      sprite.picture = canvas
      context?.save()
      context?.setTransform(scale, 0, 0, scale, sprite.x ?? 0, sprite.y ?? 0)
      if (context !== null) sprite.draw(context)
      context?.restore()
    }
    void cutSheet(canvas, wanted.splice(0), pictures)
  }
  return {
    clear,
    add: (key, { left, top, width, height }, draw) => {
      let sprite = made.get(key)
      if (sprite === undefined) {
        sprite = { picture: undefined, x: 0, y: 0, draw, width: width * scale, height: height * scale }
        made.set(key, sprite)
        wanted.push(sprite)
      }
      stamps.push({ sprite, left, top, width, height })
    },
    draw: (target) => {
      if (wanted.length > 0) make()
      for (const { sprite, left, top, width, height } of stamps) {
        const { picture, x, y } = sprite
        if (picture === undefined) continue
        if (x === undefined || y === undefined) target.drawImage(picture, left, top, width, height)
        else target.drawImage(picture, x, y, sprite.width, sprite.height, left, top, width, height)
      }
      stamps.length = 0
      if (made.size >= LIMIT) clear()
    },
  }
}

/** Cuts a sheet into one bitmap per sprite once the frame is painted: drawing part of a picture costs more. */
async function cutSheet(picture: Picture, sprites: readonly Sprite[], pictures: Set<Picture>): Promise<void> {
  await afterPaint()
  for (const sprite of sprites) {
    // The sprites may have been cleared meanwhile.
    if (!pictures.has(picture)) return
    const { x = 0, y = 0 } = sprite
    const [width, height] = [Math.ceil(sprite.width), Math.ceil(sprite.height)]
    const own = copyPart(picture, { x, y, width, height })
    pictures.add(own)
    Object.assign(sprite, { picture: own, x: undefined, y: undefined })
    await nextTask()
  }
  if (pictures.delete(picture)) drop(picture)
}

function copyPart(
  source: CanvasImageSource,
  { x, y, width, height }: Size & { readonly x: number; readonly y: number },
): ImageBitmap {
  const copy = new OffscreenCanvas(width, height)
  copy.getContext('2d')?.drawImage(source, x, y, width, height, 0, 0, width, height)
  return copy.transferToImageBitmap()
}

/** Packs sprites side by side on shelves, a pixel apart, and returns the size of the whole. */
function packShelves(sprites: readonly Sprite[]): Size {
  let [x, y, shelf] = [0, 0, 0]
  for (const sprite of sprites) {
    if (x + sprite.width > SHEET_WIDTH) [x, y, shelf] = [0, y + shelf, 0]
    Object.assign(sprite, { x, y })
    x += Math.ceil(sprite.width) + 1
    shelf = Math.max(shelf, Math.ceil(sprite.height) + 1)
  }
  return { width: y === 0 ? x : SHEET_WIDTH, height: y + shelf }
}

function drawPill(
  context: CanvasRenderingContext2D,
  look: {
    readonly pill: StatusPill
    readonly width: number
    readonly height: number
    readonly line: string
    readonly quiet: string
  },
): void {
  const { pill, width, height } = look
  const { kind, background, text } = pill
  if (background !== undefined && kind !== 'outline') {
    context.beginPath()
    context.roundRect(0, 0, width, height, 4)
    context.fillStyle = background
    context.fill()
  }
  if (kind !== 'tint') {
    context.beginPath()
    context.roundRect(0.5, 0.5, width - 1, height - 1, 3.5)
    context.globalAlpha = kind === 'solid' ? 0.22 : 1
    context.strokeStyle = kind === 'solid' ? text : look.line
    context.stroke()
    context.globalAlpha = 1
  }
  context.fillStyle = kind === 'outline' ? look.quiet : text
}

function drawAvatar(
  context: CanvasRenderingContext2D,
  { person, size, colors }: { readonly person: Person; readonly size: AvatarSize; readonly colors: CanvasColors },
): void {
  const center = size / 2 + avatarMargin
  const disc = (radius: number, color: string): void => {
    context.beginPath()
    context.arc(center, center, radius, 0, 2 * Math.PI)
    context.fillStyle = color
    context.fill()
  }
  disc(size / 2 + RING, colors.bg)
  disc(size / 2, person.color)
  const font = (person.isWide ? wideFonts : initialsFonts)[size]
  takeFont(context, font)
  context.textAlign = 'center'
  context.fillStyle = colors['on-fill']
  context.fillText(person.initials, center, avatarMargin + baselineOf(font, size))
}
