import { expect, test } from 'vitest'
import { describeSequence, findSequences, formatNumberRanges } from './find-sequences.ts'

const frames = (start: string, numbers: readonly number[], ending = 'exr') =>
  numbers.map((number) => `${start}${String(number).padStart(4, '0')}.${ending}`)

test('numbered pictures are one sequence in any order, with its missing frames', () => {
  const [sequence, ...others] = findSequences([
    ...frames('sh010_v02.', [1003, 1001, 1002, 1008, 1005]),
    'SH010_V02.1006.EXR',
    ...frames('matte.', [1, 2, 3, 4], 'png'),
    'notes.exr',
  ])

  expect(others).toEqual([])
  expect(sequence).toEqual({
    name: 'sh010_v02.####.exr',
    firstFile: 'sh010_v02.1001.exr',
    first: 1001,
    last: 1008,
    count: 6,
    missing: [1004, 1007],
  })
  expect(sequence && describeSequence(sequence)).toBe(
    'sh010_v02.####.exr: 6 pictures become one film of 8 frames, 1001 to 1008. 2 frames are missing (1004, 1007): the frame before is held.',
  )
})

test.each([
  ['too few', frames('plate.', [1001, 1002, 1003, 1004])],
  ['shots', [1, 2, 3, 4, 5].map((number) => `sh0${number}0.exr`)],
  ['scattered', [1, 2, 3, 4, 5].map((number) => `design_${number}00.exr`)],
  ['films', frames('sh010.', [1, 2, 3, 4, 5, 6], 'mov')],
])('%s are not a sequence', (_, names) => {
  expect(findSequences(names)).toEqual([])
})

test('a complete sequence says so, and long runs are shortened', () => {
  const [whole] = findSequences(frames('a_', [1, 2, 3, 4, 5]))
  const odd = Array.from({ length: 12 }, (_, at) => at * 2)

  expect(whole && describeSequence(whole)).toBe('a_####.exr: 5 pictures become one film of 5 frames, 1 to 5.')
  expect(formatNumberRanges([1004, 1010, 1011, 1012])).toBe('1004, 1010–1012')
  expect(formatNumberRanges(odd)).toBe('0, 2, 4, 6, 8, 10, 12, 14, and more')
})
