import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

/** Returns the items' ranges, and what the plan says. */
async function bring(lines: readonly string[], more: Parameters<typeof importSheetFile>[1] = {}) {
  const { changes, problems, said } = await importSheetFile(lines, { collection: 'SQ010', firstFrame: 1001, ...more })
  const ranges = changes.items.map(({ frameIn, frameOut }) => `${frameIn ?? ''}-${frameOut ?? ''}`)
  return { ranges, problems, said }
}

test('positions in the cut give a shot only its length, as in an edit decision list', async () => {
  const { ranges, problems, said } = await bring([
    'Shot,Record In,Record Out,FPS',
    'sh010,01:00:00:00,01:00:02:00,24',
    'sh020,01:00:02:00,01:00:03:00,24',
    'sh030,01:00:10:00,01:00:10:00,24',
    'sh040,01:00:10:00,,24',
  ])

  expect(ranges).toEqual(['1001-1048', '1001-1024', '-', '-'])
  expect(problems).toEqual([])
  expect(said).toEqual([
    'Columns "Record In" and "Record Out" are positions in the cut: of these, only the lengths are used, for rows without frames or a length.',
    'Line 4: "01:00:10:00" is not after "01:00:10:00"; the length is left out.',
  ])
})

test('the source’s timecodes come before positions in the cut', async () => {
  const { ranges } = await bring([
    'Shot,Source In,Source Out,Rec In,Rec Out,FPS',
    'sh010,00:00:01:00,00:00:03:00,01:00:00:00,01:00:02:00,24',
    'sh020,00:00:03:00,00:00:04:00,01:00:02:00,01:00:03:00,24',
  ])

  expect(ranges).toEqual(['24-71', '72-95'])
})

test('ins and outs that run on from a whole hour are positions in the cut', async () => {
  const lines = ['Shot,In,Out,FPS', 'sh010,01:00:00:00,01:00:02:00,24', 'sh020,01:00:02:00,01:00:03:00,24']
  const { ranges, said } = await bring(lines)
  const mapping = [
    ['frame in', 'In'],
    ['frame out', 'Out'],
  ] as const
  const mapped = await bring(lines, { mapping })
  const withEmpty = await bring([...lines, 'sh030,,,'])
  const rateless = await bring(lines, { firstFrame: undefined })

  expect(ranges).toEqual(['1001-1048', '1001-1024'])
  expect(said).toEqual([
    'Columns "In" and "Out" run on from 01:00:00:00, so they are read as positions in the cut, of which only the lengths are used. If they are frames of the shots, map them to frame in and frame out.',
  ])
  expect(withEmpty.ranges).toEqual(['1001-1048', '1001-1024', '-'])
  expect(mapped.ranges).toEqual(['86400-86447', '86448-86471'])
  expect(rateless.said).toContain(
    'Column "In" (2 rows) is not used: A length needs a first frame: enter the first frame of every shot.',
  )
})

test('where they begin at an hour and leave gaps, the plan asks which they are', async () => {
  const lines = ['Shot,In,Out,FPS', 'sh010,10:00:00:00,10:00:02:00,24', 'sh020,10:00:05:00,10:00:06:00,24']
  const { ranges, said } = await bring(lines)
  const mapping = [
    ['record in', 'In'],
    ['record out', 'Out'],
  ] as const
  const mapped = await bring(lines, { mapping })

  expect(ranges).toEqual(['864000-864048', '864120-864144'])
  expect(said).toContain(
    'Column "In" begins at 10:00:00:00 and rises: if its timecodes are positions in the cut, not frames of the shots, map it to record in, and "Out" to record out.',
  )
  expect(mapped.ranges).toEqual(['1001-1048', '1001-1024'])
})

test.each([
  ['at midnight', ['00:00:00:00,00:00:02:00', '00:00:02:00,00:00:03:00']],
  ['within an hour', ['01:00:05:00,01:00:07:00', '01:00:07:00,01:00:08:00']],
  ['in the same place twice', ['01:00:00:00,01:00:02:00', '01:00:00:00,01:00:03:00']],
])('timecodes that begin %s stay the frames of the shots', async (_, ends) => {
  const { ranges, said } = await bring(['Shot,In,Out,FPS', ...ends.map((end, at) => `sh0${at}0,${end},24`)])

  expect(ranges.every((range) => /^\d+-\d+$/.test(range) && !range.startsWith('1001-'))).toBe(true)
  expect(said.some((text) => text.includes('positions in the cut'))).toBe(false)
})

test('positions in the cut without a rate are left out until it is given', async () => {
  const lines = ['Shot,Rec In,Rec Out', 'sh010,01:00:00:00,01:00:02:00', 'sh020,01:00:02:00,01:00:03:00']
  const { said } = await bring(lines)
  const rated = await bring(lines, { rate: { numerator: 25, denominator: 1 } })

  expect(said).toContain(
    'Column "Rec In" is not used: Its cells are timecodes, and their frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”.',
  )
  expect(rated.ranges).toEqual(['1001-1050', '1001-1025'])
})
