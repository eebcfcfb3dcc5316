import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isOwnFile, isPicture } from './own-files.ts'

const hotel = '<!doctype html><title>Grand Hotel</title><h1>Welcome</h1>'
const ownPage = readFileSync(path.join(import.meta.dirname, '../index.html'), 'utf8')
const of = (type: string, body = '', status = 200) => new Response(body, { status, headers: { 'content-type': type } })
const at = (file: string) => `https://studio.example/${file}`

test.each([
  ['assets/space-1a2b.js', of('text/javascript; charset=utf-8', 'export {}')],
  ['assets/main.css', of('text/css')],
  ['icons/icon.svg', of('image/svg+xml')],
  ['assets/inter.woff2', of('application/octet-stream')],
  ['index.html', of('text/html; charset=utf-8', ownPage)],
])('%s is cached', async (file, response) => {
  expect(await isOwnFile(at(file), response)).toBe(true)
  // The caller still has to read it.
  expect(response.bodyUsed).toBe(false)
})

test.each([
  ['assets/space-1a2b.js', of('text/html', hotel)],
  ['assets/main.css?__WB_REVISION__=1', of('text/HTML; charset=utf-8', hotel)],
  ['index.html', of('text/html', hotel)],
  ['index.html?__WB_REVISION__=1', of('text/plain', 'Success')],
  ['assets/space-1a2b.js', of('text/javascript', '', 404)],
])('a captive portal’s or firewall’s response in place of %s is not cached', async (file, response) => {
  expect(await isOwnFile(at(file), response)).toBe(false)
})

test('a picture is cached; a page or a partial response in its place is not', () => {
  expect(isPicture(of('image/webp'))).toBe(true)
  expect(isPicture(of('text/html', hotel))).toBe(false)
  expect(isPicture(of('image/webp', '', 206))).toBe(false)
  expect(isPicture(Response.error())).toBe(false)
})
