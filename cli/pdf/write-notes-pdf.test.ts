import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import type { NumberedDrawing, ReviewNote } from '#core/reviews/review-notes.ts'
import { loadFonts } from './fonts.ts'
import { writeNotesPdf, type DrawnPicture } from './write-notes-pdf.ts'

const drawing: NumberedDrawing = {
  number: 1013,
  mediaId: toId<MediaId>('00000001-0000-4000-8000-000000000001'),
  frame: 16,
  shapes: [
    {
      kind: 'pen',
      color: '#ff0000',
      points: [
        { x: 0.1, y: 0.1 },
        { x: 0.9, y: 0.5 },
      ],
    },
    { kind: 'arrow', color: '#00ff00', from: { x: 0.2, y: 0.2 }, to: { x: 0.4, y: 0.4 } },
    { kind: 'text', color: '#0000ff', at: { x: 0.5, y: 0.5 }, text: 'здесь' },
  ],
}

function aNote(changes: Partial<ReviewNote>): ReviewNote {
  const who = { shot: 'sh0010', stage: 'Animation', author: 'Ingrid', artist: 'Amara', judged: 'FEEDBACK' }
  return {
    id: 'n',
    taskId: 't',
    ...who,
    at: 0,
    text: 'Hold',
    frames: [],
    drawings: [],
    answeredBy: undefined,
    ...changes,
  }
}

async function print(notes: readonly ReviewNote[], picture: Partial<DrawnPicture> = {}) {
  const fonts = await loadFonts()
  const findPicture = () => ({ width: 1920, height: 1080, caption: 'a.mov frame 17', bytes: undefined, ...picture })
  const bytes = await writeNotesPdf({ title: 'Notes of Monday', about: '', notes, by: 'shot', fonts, findPicture })
  return read(bytes)
}

/** Extracts what a PDF draws and its text: unpacks streams and maps glyphs to characters. */
function read(bytes: Buffer) {
  const source = bytes.toString('latin1')
  const streams = [...source.matchAll(/stream\n([^]*?)\nendstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const letters = streams
    .filter((text) => text.includes('begincmap'))
    .flatMap((text) =>
      [...text.matchAll(/<([0-9a-f]{4})>/g)].map(([, code = '']) => String.fromCharCode(Number.parseInt(code, 16))),
    )
  return { source, drawn: streams.join('\n'), letters: new Set(letters) }
}

test('a PDF writes other scripts in a font that has them, and characters without a font as numbers', async () => {
  const { source, letters } = await print([aNote({ text: 'Größe Привет Γειά 中\n🎬' })])

  expect(source.startsWith('%PDF-')).toBe(true)
  expect([...letters]).toEqual(
    expect.arrayContaining(['ö', 'ß', 'П', 'р', 'Γ', 'ά', '[', 'U', '+', '4', 'E', '2', 'D']),
  )
})

test('a PDF renders drawings as vectors over a grey frame or over the picture', async () => {
  const grey = await print([aNote({ drawings: [drawing] })])
  const png = await print([aNote({ drawings: [drawing] })], { bytes: aPicture() })

  expect(grey.drawn).toMatch(/1 0 0 SCN/)
  expect(grey.drawn).toMatch(/0 1 0 SCN/)
  expect([...grey.letters]).toContain('з')
  expect(grey.source).not.toContain('/Subtype /Image')
  expect(png.source).toContain('/Subtype /Image')
})

test('a PDF without notes has a page that says so, and many notes take several pages', async () => {
  const none = await print([])
  const many = await print(
    Array.from({ length: 60 }, (_, at) => aNote({ id: `${at}`, shot: `sh${at}`, drawings: [drawing] })),
  )

  expect(none.source).toContain('/Count 1')
  expect(Number(/\/Count (\d+)/.exec(many.source)?.[1])).toBeGreaterThan(10)
})

/** A PNG of one grey pixel. */
function aPicture(): Uint8Array {
  const part = (name: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const dot = deflateSync(Buffer.from([0, 128]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', head),
    part('IDAT', dot),
    part('IEND', Buffer.alloc(0)),
  ])
}
