import { expect, test } from 'vitest'
import { aNumber, aRow, aWorkbook } from './test/a-workbook.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

const rate = { numerator: 24, denominator: 1 }

/** Returns the items' ranges from frame 1, and what the plan says. */
async function bring(lines: readonly string[] | Uint8Array, more: Parameters<typeof importSheetFile>[1] = {}) {
  const read = await importSheetFile(lines, { collection: 'SQ010', firstFrame: 1, ...more })
  const ranges = read.changes.items.map(({ frameIn, frameOut }) => `${frameIn ?? ''}-${frameOut ?? ''}`)
  return { ranges, problems: read.problems, said: read.said }
}

test.each([
  ['2.5 s', 60],
  ['"2,5s"', 60],
  ['10 sec.', 240],
  ['1m 05s', 1560],
  ['1 min 5 s', 1560],
  ['1.5 min', 2160],
  ['2s 12f', 60],
  ['48 frames', 48],
  ['00:02.5', 60],
  ['0:01:02.5', 1500],
  ['00:00:02:12', 60],
  ['3+08', 56],
])('a duration of %s has %i frames at 24 fps', async (text, frames) => {
  const { ranges, problems } = await bring(['Shot,Duration,FPS', `sh010,${text},24`])
  const ofFrames = await bring(['Shot,Frames,FPS', `sh010,${text},24`, 'sh020,48,24'])

  expect(ranges).toEqual([`1-${frames}`])
  expect(problems).toEqual([])
  expect(ofFrames.ranges).toEqual([`1-${frames}`, '1-48'])
})

test.each([
  ['Duration (s)', '2.5', 60],
  ['Length [sec]', '"2,5"', 60],
  ['Seconds', '3', 72],
  ['Dauer (s)', '3', 72],
  ['Dur (tc)', '2:12', 60],
  ['Dur (tc)', '0:02:12', 60],
  ['Shot length (frames)', '48', 48],
  ['Length (ft)', '3', 48],
  ['Duration (mm:ss)', '1:30', 2160],
  ['Duration (hh:mm:ss)', '0:01:30', 2160],
])('the heading %s says the unit of %s', async (title, text, frames) => {
  const { ranges, problems } = await bring([`Shot,${title},FPS`, `sh010,${text},24`])

  expect(ranges).toEqual([`1-${frames}`])
  expect(problems).toEqual([])
})

test('a length that could mean several is left out of its row with the reason', async () => {
  const { ranges, problems, said } = await bring([
    'Shot,Duration,FPS',
    'sh010,2.5 s,24',
    'sh020,2.5,24',
    'sh030,1:30,24',
    'sh040,0:01:30,24',
    'sh050,00:00:02.12,24',
    'sh060,48,24',
    'sh070,3+16,24',
  ])

  expect(ranges).toEqual(['1-60', '-', '-', '-', '-', '-', '-'])
  expect(problems).toEqual([])
  expect(said.slice(1)).toEqual([
    'Line 3: "2.5" may be frames or seconds: write 48 f or 2 s, or name the column Frames or Duration (s); the length is left out.',
    ...['1:30', '0:01:30', '00:00:02.12'].map(
      (text, at) =>
        `Line ${at + 4}: "${text}" may end in seconds or in frames: write 2.5 s or 00:00:02:12; the length is left out.`,
    ),
    'Line 7: "48" may be frames or seconds: write 48 f or 2 s, or name the column Frames or Duration (s); the length is left out.',
    'Line 8: "3+16" is not a length; the length is left out.',
  ])
})

test('a column whose lengths all lack a unit is not used, and could become a field', async () => {
  const fieldAnswers = { rest: 'propose', columns: new Map(), isAllowed: true } as const
  const { ranges, said } = await bring(['Shot,Duration', 'sh010,2.5', 'sh020,3'], { fieldAnswers })
  const mapped = await bring(['Shot,Duration', 'sh010,48'], { mapping: [['frames', 'Duration']] })

  expect(ranges).toEqual(['-', '-'])
  expect(said).toContain(
    'Column "Duration" (2 rows) is not used: Its numbers may be frames or seconds: name it Frames or Duration (s), or map it to frames if they are.',
  )
  expect(said.some((text) => text.startsWith('Column "Duration" could become a field: Number'))).toBe(true)
  expect(mapped.ranges).toEqual(['1-48'])
})

test('lengths in time are rounded to whole frames at the rate of their row, else of the file', async () => {
  const lines = ['Shot,Duration,FPS', 'sh010,2.52 s,24', 'sh020,2.5 s,23.976', 'sh030,2 s,', 'sh040,3+00,']
  const { ranges, said } = await bring(lines, { rate: { numerator: 25, denominator: 1 } })

  expect(ranges).toEqual(['1-60', '1-60', '1-50', '1-48'])
  expect(said).toEqual([
    'Column "Duration" has times (3 rows), which become frames at the row’s rate, else at 25 fps, to the nearest frame.',
    'Column "Duration" has feet and frames (1 row), read as 16 frames to a foot.',
  ])
})

test('lengths in time without a rate ask for one; feet and frames need none', async () => {
  const { ranges, said } = await bring(['Shot,Duration', 'sh010,2.5 s', 'sh020,3 s'])
  const mixed = await bring(['Shot,Duration', 'sh010,2.5 s', 'sh020,3+00'])
  const needs = 'their frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”.'

  expect(ranges).toEqual(['-', '-'])
  expect(said).toContain(`Column "Duration" is not used: Its cells are times, and ${needs}`)
  expect(mixed.ranges).toEqual(['-', '1-48'])
  expect(mixed.said).toContain(
    'Line 2: "2.5 s" is a time, and its frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”; the length is left out.',
  )
})

test('drop-frame and impossible timecodes of lengths are told', async () => {
  const { ranges, said } = await bring([
    'Shot,Duration,FPS',
    'sh010,00:01:00;02,29.97',
    'sh020,00:00:02;00,24',
    'sh030,00:00:02:24,24',
  ])

  expect(ranges).toEqual(['1-1800', '-', '-'])
  expect(said.slice(1)).toEqual([
    'Line 3: "00:00:02;00" is drop-frame, which exists only at 29.97 and 59.94 fps; the rate is 24; the length is left out.',
    'Line 4: "00:00:02:24" is not a timecode at 24 fps; the length is left out.',
  ])
})

test('a length in time shows whether a timecode’s out is the last frame', async () => {
  const { ranges } = await bring([
    'Shot,Cut In,Cut Out,Duration,FPS',
    'sh010,00:00:01:00,00:00:03:00,2 s,24',
    'sh020,00:00:01:00,00:00:03:00,00:00:02:01,24',
  ])

  expect(ranges).toEqual(['24-71', '24-72'])
})

test('a spreadsheet’s times in a column of lengths are hours, minutes and seconds', async () => {
  const second = 1 / 86_400
  const formats = ['mm:ss.0', 'h:mm:ss', '[h]:mm:ss', 'h:mm']
  const cells = [aNumber(2.5 * second, 1), aNumber(132 * second, 2), aNumber(3 * second, 3), aNumber(0.0625, 4)]
  const rows = cells.map((cell, at) => aRow([`sh0${at + 1}0`, cell]))
  const book = await aWorkbook([{ name: 'Shots', rows: [aRow(['Shot', 'Duration']), ...rows].join('') }], formats)
  const { ranges, problems, said } = await bring(book, { format: 'xlsx', rate })

  expect(ranges).toEqual(['1-60', '1-3168', '1-72', '-'])
  expect(problems).toEqual([])
  expect(said).toContain('Column "Duration" holds times, read as hours, minutes and seconds: 00:00:03 is 2.5 s.')
  expect(said).toContain(
    'Line 5: "01:30:00" may end in seconds or in frames: write 2.5 s or 00:00:02:12; the length is left out.',
  )
})

test('the times of a scene’s panels are added up', async () => {
  const { ranges, said } = await bring(['Scene,Panel,Duration', '10,1,00:00:01:12', '10,2,00:00:00:20', '20,1,1.5 s'], {
    rate,
  })

  expect(ranges).toEqual(['1-56', '1-36'])
  expect(said).toContain('The panels of a scene are one item (3 panels in 2 scenes); column "Duration" is added up.')
})

test('the durations of a list of tasks are no lengths of shots', async () => {
  const { changes, said } = await importSheetFile(['Sequence,Shot,Task,Duration', 'SQ010,sh010,Animation,2.5 s'], {
    rate,
  })

  expect(changes.items.map(({ frameIn, frameOut }) => [frameIn, frameOut])).toEqual([[undefined, undefined]])
  expect(said.some((text) => text.includes('A task’s duration comes from the timeline'))).toBe(true)
})
