import { expect, test } from 'vitest'
import { dialogControls } from './control-names.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

/** Returns the items' ranges, and what the plan says. */
async function bring(lines: readonly string[], more: Parameters<typeof importSheetFile>[1] = {}) {
  const { changes, problems, said } = await importSheetFile(lines, { collection: 'SQ010', ...more })
  const ranges = changes.items.map(({ title, frameIn, frameOut }) => `${title} ${frameIn ?? ''}-${frameOut ?? ''}`)
  return { ranges, problems, said }
}

test('timecodes become frames at the rate in their row', async () => {
  const { ranges, problems, said } = await bring([
    'Shot,Cut In,Cut Out,FPS',
    'sh010,01:00:05:12,01:00:07:00,24',
    'sh020,01:00:05:12,01:00:07:00,25',
    'sh030,01:00:05:12,01:00:07:00,23.976',
    'sh040,1001,1048,24',
  ])

  expect(ranges).toEqual(['sh010 86532-86568', 'sh020 90137-90175', 'sh030 86532-86568', 'sh040 1001-1048'])
  expect(problems).toEqual([])
  expect(said).toEqual([
    'Column "Cut In" has timecodes (3 rows), which become frames counted from midnight at the row’s rate.',
    'Column "Cut Out" has timecodes (3 rows), which become frames counted from midnight at the row’s rate; each is read as the last frame.',
  ])
})

test('drop-frame timecodes skip the numbers that drop-frame skips', async () => {
  const { ranges, said } = await bring([
    'Shot,Cut In,Cut Out,FPS',
    'sh010,00:01:00;02,00:10:00;00,29.97',
    'sh020,00:01:00:02,00:10:00:00,29.97',
    'sh030,00:01:00;04,00:10:00;00,59.94',
    'sh040,00:01:00;00,00:10:00;00,29.97',
    'sh050,00:01:00;02,00:10:00;00,25',
  ])

  expect(ranges).toEqual(['sh010 1800-17982', 'sh020 1802-18000', 'sh030 3600-35964', 'sh040 -', 'sh050 -'])
  expect(said.slice(2)).toEqual([
    'Line 5: "00:01:00;00" is not a timecode at 29.97 fps, drop-frame; the frame range is left out.',
    'Line 6: "00:01:00;02" is drop-frame, which exists only at 29.97 and 59.94 fps; the rate is 25; the frame range is left out.',
    'Line 6: "00:10:00;00" is drop-frame, which exists only at 29.97 and 59.94 fps; the rate is 25; the frame range is left out.',
  ])
})

test('a timecode without a rate, or with too many frames, is left out of its row with the reason', async () => {
  const { ranges, problems, said } = await bring([
    'Shot,Cut In,Cut Out,FPS',
    'sh010,01:00:05:24,01:00:07:00,24',
    'sh020,01:00:05:12,01:00:07:00,',
  ])

  expect(ranges).toEqual(['sh010 -', 'sh020 -'])
  expect(problems).toEqual([])
  expect(said.slice(2)).toEqual([
    'Line 2: "01:00:05:24" is not a timecode at 24 fps; the frame range is left out.',
    'Line 3: "01:00:05:12" is a timecode, and its frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”; the frame range is left out.',
    'Line 3: "01:00:07:00" is a timecode, and its frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”; the frame range is left out.',
  ])
})

test('rows without a rate have the rate given for the file, else the one of all shots of the space', async () => {
  const lines = ['Shot,Cut In,Cut Out', 'sh010,00:00:01:00,00:00:02:00']
  const rate = { numerator: 25, denominator: 1 }

  expect((await bring(lines, { rate })).ranges).toEqual(['sh010 25-50'])
  const ofSpace = await bring(lines, { project: { name: 'Kettle', rate } })
  expect(ofSpace.ranges).toEqual(['sh010 25-50'])
  expect(ofSpace.said).toContain(
    'Column "Cut In" has timecodes (1 row), which become frames counted from midnight at 25 fps.',
  )
  expect((await bring(lines)).said).toContain(
    'Column "Cut In" is not used: Its cells are timecodes, and their frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”.',
  )
  expect((await bring(lines, { controls: { ...dialogControls, sheetRate: 'pass --rate' } })).said).toContain(
    'Column "Cut In" is not used: Its cells are timecodes, and their frame rate is unknown: pass --rate.',
  )
})

test('a length beside timecodes shows whether the out is the last frame or the one after it', async () => {
  const { ranges, said } = await bring([
    'Shot,Cut In,Cut Out,Frames,FPS',
    'sh010,01:00:00:00,01:00:02:00,48,24',
    'sh020,01:00:00:00,01:00:02:00,49,24',
    'sh030,01:00:00:00,01:00:02:00,40,24',
    'sh040,01:00:00:00,,48,24',
    'sh050,,01:00:02:00,48,24',
  ])

  expect(ranges).toEqual([
    'sh010 86400-86447',
    'sh020 86400-86448',
    'sh030 86400-86448',
    'sh040 86400-86447',
    'sh050 86401-86448',
  ])
  expect(said).toContain(
    'Column "Frames" (1 row) is not used: It differs from the length of the frame range, which was used.',
  )
  expect(said).toContain(
    'Column "Cut Out" has timecodes (4 rows), which become frames counted from midnight at the row’s rate; each is read as the last frame, or as the one after it if the length says so.',
  )
})

test('outs at which other rows begin are the frame after the last one', async () => {
  const { ranges, said } = await bring([
    'Shot,Cut In,Cut Out,FPS',
    'sh010,01:00:00:00,01:00:02:00,24',
    'sh020,01:00:02:00,01:00:03:00,24',
    'sh030,01:00:10:00,01:00:10:00,24',
  ])

  expect(ranges).toEqual(['sh010 86400-86447', 'sh020 86448-86471', 'sh030 86640-86640'])
  expect(said).toContain(
    'Column "Cut Out" has timecodes (3 rows), which become frames counted from midnight at the row’s rate; each is read as the frame after the last one, as rows begin where others end.',
  )
})

test('where rows begin at the ends of others, a length that counts the out still makes it the last frame', async () => {
  const { ranges } = await bring([
    'Shot,Cut In,Cut Out,Frames,FPS',
    'sh010,01:00:05:00,01:00:07:00,49,24',
    'sh020,01:00:07:00,01:00:08:00,24,24',
  ])

  expect(ranges).toEqual(['sh010 86520-86568', 'sh020 86568-86591'])
})

test('a shot of one frame does not say how ends are counted', async () => {
  const { ranges } = await bring([
    'Shot,Cut In,Cut Out,FPS',
    'sh010,01:00:00:00,01:00:01:23,24',
    'sh020,01:00:02:00,01:00:02:00,24',
  ])

  expect(ranges).toEqual(['sh010 86400-86447', 'sh020 86448-86448'])
})

test('a mapped column may have timecodes', async () => {
  const mapping = [
    ['frame in', 'TC In'],
    ['frame out', 'TC Out'],
  ] as const
  const { ranges } = await bring(['Shot,TC In,TC Out,FPS', 'sh010,00:00:01:00,00:00:02:00,24'], { mapping })

  expect(ranges).toEqual(['sh010 24-48'])
})
