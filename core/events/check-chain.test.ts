import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkChain, checkExport, firstHash, toExport } from './check-chain.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function aChain(events: readonly string[], start = firstHash): string[] {
  let before = start
  return events.map((event) => {
    before = hash(before + event)
    return `{"hash":"${before}","event":${event}}`
  })
}
const lines = aChain(['{"seq": 1}', '{"seq": 2}', '{"seq": 3, "new": {"frame": 1.50}}'])

test('an unchanged exported log is whole', () => {
  expect(checkChain(lines, firstHash, hash)).toMatchObject({ isWhole: true, count: 3 })
  expect(checkChain(lines.slice(1), /"hash":"(\w+)"/.exec(lines[0] ?? '')?.[1] ?? '', hash)).toMatchObject({ count: 2 })
  expect(checkChain([], firstHash, hash)).toEqual({ isWhole: true, count: 0, hash: firstHash })
})

test('a changed, missing, added or moved line is found', () => {
  expect(checkChain(lines.with(1, lines[1]?.replace('2}', '3}') ?? ''), firstHash, hash)).toEqual({
    isWhole: false,
    line: 2,
  })
  expect(checkChain(lines.toSpliced(1, 1), firstHash, hash)).toEqual({ isWhole: false, line: 2 })
  expect(checkChain([...lines, lines[2] ?? ''], firstHash, hash)).toEqual({ isWhole: false, line: 4 })
  expect(checkChain(lines.toReversed(), firstHash, hash)).toEqual({ isWhole: false, line: 1 })
  expect(checkChain(['what is this'], firstHash, hash)).toEqual({ isWhole: false, line: 1 })
})

const studioId = '43355dc6-26c2-5b0a-b000-139aabf23e92'
const ofStudio = [1, 2, 3].map((seq) => `{"seq": ${seq}, "kind": "item.created", "studio_id": "${studioId}"}`)

test('a change to any byte of an exported file is found', () => {
  const whole = Buffer.from(toExport({ studioId, start: firstHash, lines: aChain(ofStudio) }))
  const found = [...whole.keys()].filter((at) => {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    return checkExport(changed.toString(), hash)?.isWhole === true
  })

  expect(checkExport(whole.toString(), hash)).toMatchObject({ isWhole: true, count: 3, isFromStart: true })
  expect(found).toEqual([])
})

test('a log without its oldest events is reported as such, whether deleted by age or cut off', () => {
  const [first = '', ...rest] = aChain(ofStudio)
  const start = /"hash":"(\w+)"/.exec(first)?.[1] ?? ''

  expect(checkExport(toExport({ studioId, start, lines: rest }), hash)).toMatchObject({
    isWhole: true,
    isFromStart: false,
  })
})

test('a log of another studio and a malformed file are refused', () => {
  const other = studioId.replace('4', '5')

  expect(checkExport(toExport({ studioId: other, start: firstHash, lines: aChain(ofStudio) }), hash)).toEqual({
    isWhole: false,
    line: 0,
  })
  for (const text of ['', '{}', 'what is this', '{"start":1}']) expect(checkExport(text, hash)).toBeUndefined()
})
