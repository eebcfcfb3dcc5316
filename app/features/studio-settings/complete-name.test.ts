import { expect, test } from 'vitest'
import { findCompletion } from './complete-name.ts'

const known = {
  names: ['frames', 'frame_in', 'fee', 'sum', 'task("Animation")'],
  members: ['done', 'due', 'frames'],
  texts: ['Animation', 'Mei Tanaka', 'Moe'],
}

/** Returns what is offered for a text; a bar marks the caret. */
const offer = (text: string) => {
  const caret = text.indexOf('|')
  const plain = text.replace('|', '')
  const { from, to, options } = findCompletion(plain, caret, known)
  return [plain.slice(from, to), ...options]
}

test.each([
  ['fr|', ['fr', 'frames', 'frame_in']],
  ['1 + FRA|', ['FRA', 'frames', 'frame_in']],
  ['fr| * 2', ['fr', 'frames', 'frame_in']],
  ['fr|xx * 2', ['frxx', 'frames', 'frame_in']],
  ['frames|', ['frames']],
  ['ta|', ['ta', 'task("Animation")']],
  ['task("Animation").d|', ['d', 'done', 'due']],
  ['task("Animation").fe|', ['fe']],
  ['name == "fr|', ['fr']],
  ['name == "fr|"', ['fr']],
  ["name == 'it\\'s fr|", ["it\\'s fr"]],
  ['name == "done" && fe|', ['fe', 'fee']],
  ['"\\"" + fe|', ['fe', 'fee']],
  ['task("an|', ['an', 'Animation']],
  ['task("an|").done', ['an', 'Animation']],
  ['task("an|im").done', ['anim', 'Animation']],
  ['director == "m|', ['m', 'Mei Tanaka', 'Moe']],
  ['director == "mei t|', ['mei t', 'Mei Tanaka']],
  ['"a" + "|', ['']],
  ['2|', ['']],
  ['é|', ['']],
  ['|', ['']],
  ['toString|', ['toString']],
  ['__proto|', ['__proto']],
])('%s', (text, expected) => {
  expect(offer(text)).toEqual(expected)
})

test('completing a long text with an open quote takes no time', () => {
  expect(offer(`${'"'.repeat(1999)}fr|`)).toEqual(['fr'])
  expect(offer(`"${'\\'.repeat(1990)}fr|`)).toEqual([`${'\\'.repeat(1990)}fr`])
})
