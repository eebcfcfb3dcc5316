import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkChain, firstHash } from './check-chain.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function aChain(events: readonly string[], start = firstHash): string[] {
  let before = start
  return events.map((event) => {
    before = hash(before + event)
    return `{"hash":"${before}","event":${event}}`
  })
}
const lines = aChain(['{"seq": 1}', '{"seq": 2}', '{"seq": 3, "new": {"frame": 1.50}}'])

test('a log as it was exported is whole', () => {
  expect(checkChain(lines, firstHash, hash)).toMatchObject({ isWhole: true, count: 3 })
  expect(checkChain(lines.slice(1), /"hash":"(\w+)"/.exec(lines[0] ?? '')?.[1] ?? '', hash)).toMatchObject({ count: 2 })
  expect(checkChain([], firstHash, hash)).toEqual({ isWhole: true, count: 0, hash: firstHash })
})

test('a line that was changed, left out, added or moved is found', () => {
  expect(checkChain(lines.with(1, lines[1]?.replace('2}', '3}') ?? ''), firstHash, hash)).toEqual({
    isWhole: false,
    line: 2,
  })
  expect(checkChain(lines.toSpliced(1, 1), firstHash, hash)).toEqual({ isWhole: false, line: 2 })
  expect(checkChain([...lines, lines[2] ?? ''], firstHash, hash)).toEqual({ isWhole: false, line: 4 })
  expect(checkChain(lines.toReversed(), firstHash, hash)).toEqual({ isWhole: false, line: 1 })
  expect(checkChain(['what is this'], firstHash, hash)).toEqual({ isWhole: false, line: 1 })
})
