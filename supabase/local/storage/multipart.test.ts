import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readFormFile } from './multipart.ts'

function aForm(bytes: string): Request {
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new Blob([bytes], { type: 'image/png' }))
  return new Request('http://h/', { method: 'POST', body: form })
}

test('returns the file and the fields before it', async () => {
  const { body, contentType, fields } = await readFormFile(aForm('pixels'))

  expect(await new Response(body).text()).toBe('pixels')
  expect(contentType).toBe('image/png')
  expect(fields.get('cacheControl')).toBe('3600')
})

// Node's own stream conversion throws uncatchably if bytes arrive after that: it stopped the whole host.
test.each(['a few bytes', 'x'.repeat(5_000_000)])('an unwanted file may be cancelled at any moment', async (bytes) => {
  for (const delayMs of [0, 1, 5]) {
    const { body } = await readFormFile(aForm(bytes))
    if (delayMs > 0) await wait(delayMs)
    await expect(body.cancel()).resolves.toBeUndefined()
  }
  await wait(50)
})
