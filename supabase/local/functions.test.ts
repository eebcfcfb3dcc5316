import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeFunctions } from './functions.ts'

let directory = ''
const context = { supabaseUrl: 'http://h', publishableKey: 'p', serviceKey: 's', env: {}, now: () => new Date(7) }

function write(name: string, code: string): void {
  mkdirSync(path.join(directory, name), { recursive: true })
  writeFileSync(path.join(directory, name, 'handler.ts'), code)
}

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'xsheet-functions-'))
  write(
    'echo',
    `export const handler = async (request, context) =>
    Response.json({ said: await request.text(), url: context.supabaseUrl, at: context.now().getTime() }, { status: 201 })`,
  )
  write('broken', `export const handler = async () => { throw new Error('the password is hunter2') }`)
  write('_shared', `export const handler = async () => new Response('not a function')`)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a handler gets the address of the connection, whatever the caller claims', async () => {
  write('address', `export const handler = async (request, { callerAddress }) => Response.json(callerAddress)`)
  const handler = makeFunctions({ directory, context })
  const ask = async (peer?: string) =>
    await (
      await handler(new Request('http://h/functions/v1/address', { headers: { 'x-forwarded-for': '1.2.3.4' } }), peer)
    ).json()

  expect(await ask('10.0.0.7')).toBe('10.0.0.7')
  expect(await ask()).toBe('')
})

function call(name: string, init: RequestInit = { method: 'POST', body: 'hello' }): Promise<Response> {
  return makeFunctions({ directory, context })(new Request(`http://h/functions/v1/${name}`, init), undefined)
}

test('a handler gets the request and its context, and other origins may read its response', async () => {
  const response = await call('echo')

  expect(response.status).toBe(201)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toEqual({ said: 'hello', url: 'http://h', at: 7 })
})

test('a path below the name belongs to the same function', async () => {
  expect((await call('echo/more?x=1')).status).toBe(201)
})

test('answers a browser’s preflight', async () => {
  const response = await call('echo', { method: 'OPTIONS' })

  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toContain('x-region')
})

test.each(['nothing', '_shared', '..%2fecho', 'Echo', ''])('there is no function "%s"', async (name) => {
  const response = await call(name)

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('a failing handler is logged and answers JSON without the reason', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})

  const response = await call('broken')

  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('hunter2')
  expect(log.mock.calls.flat().join('\n')).toContain('hunter2')
})
