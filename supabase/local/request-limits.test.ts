import { expect, test } from 'vitest'
import { findJsonRefusal, findRefusal } from './request-limits.ts'

const findUrlRefusal = (url: string) => findRefusal({ method: 'GET', url })

const refuseJson = (json: string) => findJsonRefusal(new TextEncoder().encode(json))?.message

test('a URL is refused by its length, and by the depth of its parentheses, encoded or not', () => {
  const nested = (depth: number, [open, close] = ['(', ')']) =>
    `http://h/rest/v1/items?or=${`or${open}`.repeat(depth)}${close?.repeat(depth)}`

  expect(findUrlRefusal(`http://h/?id=in.(${'x'.repeat(15_000)})`)).toBeUndefined()
  expect(findUrlRefusal(`http://h/?id=in.(${'x'.repeat(17_000)})`)?.status).toBe(414)
  expect(findUrlRefusal(nested(20))).toBeUndefined()
  expect(findUrlRefusal(nested(21))?.status).toBe(400)
  expect(findUrlRefusal(nested(21, ['%28', '%29']))?.status).toBe(400)
  expect(findUrlRefusal(`http://h/?or=${'(),'.repeat(100)}`)).toBeUndefined()
})

test('a URL is refused by the number of its terms, encoded or not', () => {
  const list = (count: number, comma = ',') => `http://h/rest/v1/items?id=in.(${Array(count).fill('a').join(comma)})`

  expect(findUrlRefusal(list(501))).toBeUndefined()
  expect(findUrlRefusal(list(502))).toMatchObject({ status: 400, message: 'An address lists at most 500 things' })
  expect(findUrlRefusal(list(502, '%2c'))?.status).toBe(400)
  expect(findUrlRefusal(`http://h/rest/v1/items?${'id=eq.1&'.repeat(501)}`)?.status).toBe(400)
})

test('a URL with a % that begins no code is refused, in the path only', () => {
  expect(findUrlRefusal('http://h/rest/v1/%E0%A4%A')?.status).toBe(400)
  expect(findUrlRefusal('http://h/rest/v1/%')?.status).toBe(400)
  expect(findUrlRefusal('http://h/rest/v1/items?title=like.50%')).toBeUndefined()
  expect(findUrlRefusal('http://h/rest/v1/%C3%A4')).toBeUndefined()
})

test('JSON is refused by its depth and the length of its lists, ignoring brackets inside strings', () => {
  expect(refuseJson(`{"a": ${'['.repeat(31)}${']'.repeat(31)}}`)).toBeUndefined()
  expect(refuseJson('['.repeat(33))).toBe('JSON goes at most 32 deep')
  expect(refuseJson(`{"a": "${'[\\"{'.repeat(100)}", "b": 1}`)).toBeUndefined()
  expect(refuseJson('[1]')).toBe('All object keys must match')
  expect(refuseJson('[ ]')).toBeUndefined()
  expect(refuseJson(`[${'{},'.repeat(9_999)}{}]`)).toBeUndefined()
  expect(refuseJson(`[${'{},'.repeat(10_000)}{}]`)).toBe('A request has at most 10000 rows')
  expect(refuseJson(`{"p": [${'{},'.repeat(199_999)}{}]}`)).toBeUndefined()
  expect(refuseJson(`{"p": [${'{},'.repeat(200_000)}{}]}`)).toBe('A list has at most 200000 entries')
})
