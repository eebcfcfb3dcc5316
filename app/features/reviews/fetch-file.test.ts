import { afterEach, expect, test, vi } from 'vitest'
import { fetchFile, measureUrl } from './fetch-file.ts'

const hotel = (status: number) =>
  new Response('<!doctype html><title>Grand Hotel</title>', {
    status,
    headers: { 'content-type': 'text/html', 'content-length': '42' },
  })

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([200, 403, 404])(
  'a captive portal’s or firewall’s page (%i) has no size and is not stored as a film',
  async (status) => {
    vi.stubGlobal('fetch', async () => await Promise.resolve(hotel(status)))

    await expect(measureUrl('https://studio.test/film')).rejects.toMatchObject({ code: 'server-unavailable' })
    await expect(fetchFile('https://studio.test/film', {})).rejects.toMatchObject({ code: 'server-unavailable' })
  },
)

test('measureUrl returns the size of a film, and none if storage does not have it', async () => {
  const part = new Response('f', {
    status: 206,
    headers: { 'content-range': 'bytes 0-0/70', 'content-type': 'video/mp4' },
  })
  const gone = Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 })
  const answers = [part, gone]
  vi.stubGlobal('fetch', async () => await Promise.resolve(answers.shift()))

  expect(await measureUrl('https://studio.test/film')).toBe(70)
  expect(await measureUrl('https://studio.test/gone')).toBeUndefined()
})
