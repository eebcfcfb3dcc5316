import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf } from '#core/lib/readable-bytes.ts'
import { readStartTimecode } from './start-timecode.ts'

const box = (type: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const numbers = (...values: readonly number[]): Uint8Array => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

type Film = { readonly frame: number; readonly base: number; readonly isDropFrame?: boolean; readonly handler?: string }

/** A film with only a timecode track, its single sample right after the file type. */
function aFilm({ frame, base, isDropFrame = false, handler = 'tmcd' }: Film): Uint8Array {
  const fileType = box('ftyp', Buffer.from('qt  '))
  const sample = box('mdat', numbers(frame))
  const entry = Buffer.concat([
    Buffer.alloc(12),
    numbers(isDropFrame ? 1 : 0, base * 1000, 1001),
    Buffer.from([base, 0]),
  ])
  const table = box(
    'stbl',
    box('stsd', numbers(0, 1), box('tmcd', entry)),
    box('stco', numbers(0, 1, fileType.length + 8)),
  )
  const media = box('mdia', box('hdlr', numbers(0, 0), Buffer.from(handler), numbers(0, 0, 0)), box('minf', table))
  return Buffer.concat([fileType, sample, box('moov', box('mvhd', numbers(0)), box('trak', media))])
}

const read = async (film: Uint8Array) => await readStartTimecode(bytesOf(new Blob([Uint8Array.from(film)])))

test.each([
  { wanted: '00:00:00:00', frame: 0, base: 24 },
  { wanted: '01:00:00:00', frame: 86_400, base: 24 },
  { wanted: '10:00:01:07', frame: 900_032, base: 25 },
  { wanted: '00:01:00;02', frame: 1800, base: 30, isDropFrame: true },
  { wanted: '00:00:59;29', frame: 1799, base: 30, isDropFrame: true },
  { wanted: '00:10:00;00', frame: 17_982, base: 30, isDropFrame: true },
  { wanted: '01:00:00;00', frame: 107_892, base: 30, isDropFrame: true },
  { wanted: '00:01:00;04', frame: 3600, base: 60, isDropFrame: true },
])('the start timecode $wanted is read from frame $frame at $base', async ({ wanted, ...film }) => {
  expect(await read(aFilm(film))).toBe(wanted)
})

test('a film without a timecode track, or a truncated one, has no start timecode', async () => {
  const film = aFilm({ frame: 86_400, base: 24 })

  expect(await read(aFilm({ frame: 0, base: 24, handler: 'vide' }))).toBeUndefined()
  await fc.assert(
    fc.asyncProperty(fc.nat(film.length - 1), async (length) => {
      const said = await read(film.subarray(0, length)).catch(() => undefined)
      expect(said).toBeUndefined()
    }),
  )
})
