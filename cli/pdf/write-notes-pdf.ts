import PDFDocument from 'pdfkit'
import { drawingPath, drawingUnit } from '#core/comments/drawing-path.ts'
import { groupNotes, type NumberedDrawing, type ReviewNote } from '#core/reviews/review-notes.ts'

/** A drawing's background: its size, its frame's label, and its picture if a PDF accepts it. */
export type DrawnPicture = {
  readonly width: number
  readonly height: number
  readonly caption: string
  readonly bytes: Uint8Array | undefined
}

type Printed = {
  readonly title: string
  readonly about: string
  readonly notes: readonly ReviewNote[]
  readonly by: 'shot' | 'artist'
  readonly fonts: readonly Buffer[]
  readonly findPicture: (drawing: NumberedDrawing) => DrawnPicture
}

type Page = InstanceType<typeof PDFDocument>
type Style = { readonly size: number; readonly color: string }

const margin = 44
const [frameWidth, gap] = [248, 10]
const styles = {
  title: { size: 18, color: '#111111' },
  group: { size: 12, color: '#111111' },
  about: { size: 8.5, color: '#666666' },
  text: { size: 10, color: '#111111' },
} as const

/** Renders a session's notes as a PDF of A4 pages, with drawings as vectors over their frames. */
export async function writeNotesPdf(printed: Printed): Promise<Buffer> {
  const { title, about, notes, by, fonts, findPicture } = printed
  // No default font: pdfkit would read it from a package that the built command line does not have.
  const page = new PDFDocument({ size: 'A4', margin, font: null as unknown as string, info: { Title: title } })
  const parts: Buffer[] = []
  page.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => {
    page.on('end', resolve)
  })
  for (const [at, font] of fonts.entries()) page.registerFont(String(at), font)
  const write = (text: string, style: Style): void => writeText(page, { text, style, fontCount: fonts.length })
  write(title, styles.title)
  write(about, styles.about)
  if (notes.length === 0) write('\nNothing was noted.', styles.text)
  for (const [name, ofGroup] of groupNotes(notes, by)) {
    page.moveDown(1)
    keepTogether(page, 60)
    write(name, styles.group)
    for (const note of ofGroup) {
      page.moveDown(0.6)
      keepTogether(page, 40)
      write(describeNote(note, by), styles.about)
      if (note.text !== '') write(note.text, styles.text)
      drawFrames(page, note.drawings, { findPicture, write, fontCount: fonts.length })
    }
  }
  page.end()
  await ended
  return Buffer.concat(parts)
}

function describeNote(note: ReviewNote, by: 'shot' | 'artist'): string {
  const { shot, stage, artist, author, frames, judged, answeredBy } = note
  const about = by === 'shot' ? [stage, artist] : [shot, stage]
  const answer = answeredBy === undefined ? 'open' : `answered by v${answeredBy}`
  const said = [...about, frames.join(', '), judged, `by ${author}`, answer]
  return said.filter((part) => part !== undefined && part !== '').join(' · ')
}

type Frames = Pick<Printed, 'findPicture'> & {
  readonly write: (text: string, style: Style) => void
  readonly fontCount: number
}

/** Draws frames in two columns. */
function drawFrames(page: Page, drawings: readonly NumberedDrawing[], { findPicture, write, fontCount }: Frames): void {
  for (let at = 0; at < drawings.length; at += 2) {
    const row = drawings.slice(at, at + 2).map((drawing) => ({ drawing, picture: findPicture(drawing) }))
    const heights = row.map(({ picture: { width, height } }) => (frameWidth * height) / width)
    const tallest = Math.min(420, Math.max(...heights))
    keepTogether(page, tallest + 20)
    const top = page.y + 4
    for (const [column, { drawing, picture }] of row.entries()) {
      const scale = Math.min(1, 420 / (heights[column] ?? 1))
      const size = { width: frameWidth * scale, height: (heights[column] ?? 0) * scale }
      page.save().translate(margin + column * (frameWidth + gap), top)
      drawFrame(page, drawing, { ...picture, ...size, fontCount })
      page.restore()
    }
    page.x = margin
    page.y = top + tallest + 3
    write(row.map(({ picture }) => picture.caption).join('  |  '), styles.about)
  }
}

function drawFrame(
  page: Page,
  { shapes }: NumberedDrawing,
  { width, height, bytes, fontCount }: DrawnPicture & { readonly fontCount: number },
): void {
  page.rect(0, 0, width, height).fill('#4a4d52')
  // The picture was checked before; one that still fails leaves the grey background.
  if (bytes !== undefined) page.image(Buffer.from(bytes), 0, 0, { width, height })
  page.rect(0, 0, width, height).clip()
  const unit = drawingUnit({ width, height })
  page.lineCap('round').lineJoin('round')
  for (const shape of shapes) {
    if (shape.kind === 'text') {
      page.fontSize(unit * 13).fillColor(shape.color)
      let x = shape.at.x * width
      for (const { font, text } of toRuns(page, shape.text, fontCount)) {
        page.font(String(font)).text(text, x, shape.at.y * height - unit * 13, { lineBreak: false })
        x += page.widthOfString(text)
      }
      continue
    }
    const path = drawingPath(shape, { width, height })
    page
      .path(path)
      .lineWidth(unit * 3.2)
      .stroke('#000000')
    page
      .path(path)
      .lineWidth(unit * 2)
      .stroke(shape.color)
  }
}

type Text = { readonly text: string; readonly style: Style; readonly fontCount: number }

/** Writes each run in the font that has its characters; a character no font has is written as its number. */
function writeText(page: Page, { text, style: { size, color }, fontCount }: Text): void {
  page.fillColor(color).fontSize(size)
  for (const line of text.split('\n')) {
    const runs = toRuns(page, line, fontCount)
    for (const [at, { font, text: run }] of runs.entries()) {
      page.font(String(font)).text(run, { continued: at < runs.length - 1 })
    }
    if (runs.length === 0) page.font('0').moveDown(0.5)
  }
}

type Run = { readonly font: number; readonly text: string }

function toRuns(page: Page, line: string, fontCount: number): readonly Run[] {
  const runs: Run[] = []
  for (const letter of line.replaceAll('\t', '  ').replaceAll('\r', '')) {
    const last = runs.at(-1)
    const code = letter.codePointAt(0) ?? 0
    const all = Array.from({ length: fontCount }, (_, font) => font)
    const order = last === undefined ? all : [last.font, ...all]
    const found = order.find((font) => hasLetter(page, font, code))
    const [font, text] = found === undefined ? [0, `[U+${code.toString(16).toUpperCase()}]`] : [found, letter]
    if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + text }
    else runs.push({ font, text })
  }
  return runs
}

function hasLetter(page: Page, font: number, code: number): boolean {
  page.font(String(font))
  // Embedded fonts are fontkit fonts, which the types do not say.
  const { _font: opened } = page as unknown as {
    readonly _font: { readonly font: { readonly hasGlyphForCodePoint: (code: number) => boolean } }
  }
  return opened.font.hasGlyphForCodePoint(code)
}

function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.height - margin) page.addPage()
}
