import { expect, test } from 'vitest'
import { isFromStorage } from '#core/lib/storage-check.ts'
import { withServerCheck } from './server-check.ts'

const page = '<!doctype html><title>Welcome to the Grand Hotel</title>'
const html = { 'content-type': 'text/html; charset=utf-8' }
const hear = async (response: Response, path = '/rest/v1/rpc/pull_space') =>
  await withServerCheck(async () => await Promise.resolve(response))(`https://studio.test${path}`)

test.each([
  ['a hotel’s sign-in page', new Response(page, { status: 200, headers: html })],
  ['a firewall’s refusal', new Response(page, { status: 403, headers: html })],
  ['a firewall’s “not found”', new Response(page, { status: 404, headers: html })],
  ['a proxy that wants to be signed in to', new Response(page, { status: 401, headers: html })],
  ['a refusal in plain text', new Response('Blocked', { status: 403 })],
  ['a refusal without a word', new Response(null, { status: 403 })],
  ['a refusal in JSON that names no reason', Response.json({ blocked: true }, { status: 403 })],
  ['a firewall’s refusal in JSON', Response.json({ message: 'Access denied', error: 'Blocked' }, { status: 403 })],
  ['a firewall’s “not found” in JSON', Response.json({ message: 'Not found' }, { status: 404 })],
  [
    'a firewall’s refusal in JSON that repeats its status',
    Response.json({ code: 403, message: 'No' }, { status: 403 }),
  ],
  ['a success of nobody’s, without a word', new Response(null, { status: 200 })],
  ['a network’s own success page', new Response('Success', { status: 200, headers: { 'content-type': 'text/plain' } })],
])('%s does not count as the server’s response', async (_, response) => {
  await expect(hear(response)).rejects.toThrow(TypeError)
})

test.each([
  ['rows', Response.json([{ id: 1 }])],
  [
    'one object',
    new Response('{}', { headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' } }),
  ],
  ['nothing to say', new Response(null, { status: 204 })],
  [
    'a row rule’s refusal',
    Response.json({ code: '42501', message: 'Your role may not change tasks' }, { status: 403 }),
  ],
  ['an unknown procedure', Response.json({ code: 'PGRST202', message: 'Not found' }, { status: 404 })],
  ['a function’s refusal', Response.json({ error: 'files is empty', code: 'invalid_request' }, { status: 400 })],
  ['a gateway’s refusal', Response.json({ code: 401, message: 'Invalid JWT' }, { status: 401 })],
  ['what OAuth refuses', Response.json({ error: 'invalid_grant', error_description: 'Bad code' }, { status: 400 })],
  ['sign-in’s refusal', Response.json({ error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 401 })],
  ['a limit before the server', new Response(page, { status: 429, headers: html })],
  ['a server that is down', new Response(page, { status: 502, headers: html })],
])('%s counts as the server’s response', async (_, response) => {
  expect(await hear(response)).toBe(response)
})

test.each([
  ['a firewall’s refusal in plain text', new Response('Blocked', { status: 403 })],
  ['a firewall’s “not found” in plain text', new Response('Not found', { status: 404 })],
  ['a refusal without a word', new Response(null, { status: 403 })],
])('%s does not count as a storage’s response', async (_, response) => {
  await expect(hear(response, '/storage/v1/object/media/film.mp4')).rejects.toThrow(TypeError)
})

test('a network’s own success does not confirm a file, but a bucket’s empty response does', async () => {
  const sent = { isSent: true }
  const success = new Response('Success', { status: 200 })

  expect(await isFromStorage(success, sent)).toBe(false)
  expect(await isFromStorage(new Response(null, { status: 200 }), sent)).toBe(true)
  expect(await isFromStorage(new Response('', { status: 200, headers: { etag: '"1"' } }), sent)).toBe(true)
  expect(await isFromStorage(Response.json({ Key: 'media/film.mp4' }), sent)).toBe(true)
  // A stored file may well be text.
  expect(await isFromStorage(success)).toBe(true)
})

test('a resumable upload may be answered in plain text, but not with a page', async () => {
  const plain = new Response('The file for this url was not found\n', { status: 404 })

  const head = { 'content-type': 'application/json', 'tus-resumable': '1.0.0' }
  const gone = new Response(null, { status: 404, headers: head })

  expect(await hear(plain, '/storage/v1/upload/resumable/abc')).toBe(plain)
  expect(await hear(gone, '/storage/v1/upload/resumable/abc')).toBe(gone)
  await expect(
    hear(new Response(page, { status: 404, headers: html }), '/storage/v1/upload/resumable/abc'),
  ).rejects.toThrow(TypeError)
  const xml = new Response('<Error/>', { status: 403, headers: { 'content-type': 'application/xml' } })
  expect(await isFromStorage(xml)).toBe(true)
  expect(await isFromStorage(new Response(page, { status: 200, headers: html }))).toBe(false)
  expect(await isFromStorage(Response.json({ statusCode: '403', message: 'jwt expired' }, { status: 400 }))).toBe(true)
  expect(await isFromStorage(Response.json({ message: 'Access denied' }, { status: 403 }))).toBe(false)
})
