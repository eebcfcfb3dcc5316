import { beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { makeRouter } from './router.ts'

let said: MockInstance<typeof console.error>

beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A host in which everything fails like this. */
function aRouter(error: Error) {
  const fail = (): never => {
    throw error
  }
  const everything = { functions: fail, auth: fail, rest: fail, storage: fail, realtime: fail, config: fail }
  return makeRouter({ ...everything, health: fail, metrics: fail, papers: () => undefined, app: fail })
}

const peer = '127.0.0.1'

test('host failures are logged with their stack', async () => {
  const response = await aRouter(new Error('no'))(new Request('http://host/rest/v1/items'), peer)

  expect(response.status).toBe(500)
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^GET \/rest\/v1\/items failed: Error: no\n +at /))
})

test('an aborted request is not a host failure; a real failure during it is', async () => {
  const signal = AbortSignal.abort()
  const asked = (): Request => new Request('http://host/rest/v1/items', { signal })

  await aRouter(new Error('aborted'))(asked(), peer)
  expect(said).not.toHaveBeenCalled()
  await aRouter(new Error('no'))(asked(), peer)
  expect(said).toHaveBeenCalledOnce()
})
