import { expect, test } from 'vitest'
import { toShots } from './cut.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

const rate = { numerator: 24, denominator: 1 }

async function bring(text: string, format: 'edl' | 'xml', match?: string) {
  const more = { format, rate, match, collection: 'SQ010' } as const
  const { changes, problems, said } = await importSheetFile(new TextEncoder().encode(text), more)
  const shots = changes.items.map(({ title, frameIn, frameOut }) => `${title} ${frameIn}-${frameOut}`)
  return { shots, problems, said }
}

const edl = `TITLE: BOARD
FCM: NON-DROP FRAME

001  BL       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00
002  AX       V     C        00:00:00:00 00:00:01:00 01:00:01:00 01:00:02:00
* FROM CLIP NAME: Sc_12_Panel_1.mov
003  AX       V     C        00:00:00:00 00:00:01:12 01:00:02:00 01:00:03:12
* FROM CLIP NAME: Sc_12_Panel_2.mov
004  AX       V     C        00:00:00:00 00:00:02:00 01:00:05:00 01:00:07:00
* FROM CLIP NAME: Sc_13_Panel_1.mov
005  AX       V     C        00:00:02:00 00:00:02:00 01:00:07:00 01:00:07:00
005  AX       V     D    012 00:00:00:00 00:00:01:00 01:00:07:00 01:00:08:00
* FROM CLIP NAME: Sc_13_Panel_1.mov
* TO CLIP NAME: Sc_14_Panel_1.mov
006  AX       AA    C        00:00:00:00 00:00:08:00 01:00:00:00 01:00:08:00
* FROM CLIP NAME: scratch.wav
`

test('the panels of a storyboard’s cut are one shot per scene, as long as all of them', async () => {
  const { shots, problems, said } = await bring(edl, 'edl')

  // Scene 13 is visible for twelve more frames in the dissolve.
  expect(shots).toEqual(['Sc_12 0-59', 'Sc_13 0-59', 'Sc_14 0-23'])
  expect(problems).toEqual([])
  expect(said).toContain(
    'The panels of a scene are one shot (4 panels in 3 scenes), as long as all of them. To keep each panel, write {item} at “Names of the clips”.',
  )
  expect(said).toContain('Line 4 is not used: Black or bars.')
  expect(said).toContain('Line 15 is not used: No picture.')
})

test('panels stay shots if the names of clips are given', async () => {
  const { shots } = await bring(edl, 'edl', '{item}')

  expect(shots.map((shot) => shot.split(' ')[0])).toEqual(['Sc_12_Panel_1', 'Sc_12_Panel_2', 'Sc_13_Panel_1', 'Sc_14_Panel_1']) // prettier-ignore
})

test('names such as 1-A-1 stay shots, and the plan says what they could be', async () => {
  const event = (number: number, name: string) =>
    `00${number}  AX V C 00:00:00:00 00:00:01:00 01:00:0${number}:00 01:00:0${number + 1}:00\n* FROM CLIP NAME: ${name}\n`
  const { shots, said } = await bring(`TITLE: B\n${event(1, '1-A-1')}${event(2, '1-A-2')}${event(3, '1-B-1')}`, 'edl')
  const plain = await bring(`TITLE: B\n${event(1, '1-A-1')}${event(2, '1-B-1')}`, 'edl')

  expect(shots).toEqual(['1-A-1 0-23', '1-A-2 0-23', '1-B-1 0-23'])
  expect(said).toContain(
    'Clips such as "1-A-1" and "1-A-2" may be panels of one scene; each is a shot here. Names such as 1-A_Panel_1 make one shot of a scene.',
  )
  expect(plain.said.some((text) => text.includes('panels'))).toBe(false)
})

test('clips of other names that end in panel and a number are no panels of a scene', async () => {
  const event = (number: number, name: string) =>
    `00${number}  AX V C 00:00:00:00 00:00:01:00 01:00:0${number}:00 01:00:0${number + 1}:00\n* FROM CLIP NAME: ${name}\n`
  const { shots, said } = await bring(`TITLE: B\n${event(1, 'Control_Panel_1')}${event(2, 'Control_Panel_2')}`, 'edl')

  expect(shots).toEqual(['Control_Panel_1 0-23', 'Control_Panel_2 0-23'])
  expect(said.some((text) => text.includes('panels'))).toBe(false)
})

test('a storyboard’s XML for Final Cut has the same shots', async () => {
  const clip = (name: string, frames: number) => `<clipitem><name>${name}</name><in>0</in><out>${frames}</out>
    <start>0</start><end>${frames}</end><rate><timebase>24</timebase><ntsc>FALSE</ntsc></rate></clipitem>`
  const xml = `<?xml version="1.0"?><xmeml version="5"><sequence><name>BOARD</name>
    <rate><timebase>24</timebase></rate><media><video><track>
    ${clip('Scene 12 Panel 1', 24)}${clip('Scene 12 Panel 2', 36)}${clip('Scene 12A Panel 1', 48)}
    </track></video></media></sequence></xmeml>`
  const { shots, said } = await bring(xml, 'xml')

  expect(shots).toEqual(['Scene 12 0-59', 'Scene 12A 0-47'])
  expect(said.some((text) => text.startsWith('The panels of a scene are one shot (3 panels in 2 scenes)'))).toBe(true)
})

test('a scene’s handles are those before its first panel and after its last', () => {
  const clip = { line: 1, rate }
  const [scene] = toShots(
    [
      { ...clip, name: 'Sc_12_Panel_1', frameIn: 10, frameOut: 19, handleIn: 10, handleOut: 80 },
      { ...clip, name: 'Sc_12_Panel_2', frameIn: 5, frameOut: 14, handleIn: 5, handleOut: 3 },
    ],
    { collection: 'SQ010', match: undefined, firstFrame: undefined, handles: undefined },
  )

  expect(scene?.item).toMatchObject({ frameIn: 10, frameOut: 29, handleIn: 10, handleOut: 3 })
})
