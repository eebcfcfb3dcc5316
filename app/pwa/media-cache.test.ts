import { expect, test } from 'vitest'
import { mediaCacheKey } from './media-cache.ts'

const base = 'https://studio.example/storage/v1/object/sign/media/studio-1/media-1/frame.png'

test('a picture is cached without its token, so that a new signature still finds it', () => {
  const one = mediaCacheKey(new URL(`${base}?token=aaa`))
  const other = mediaCacheKey(new URL(`${base}?token=bbb`))

  expect(one).toBe(other)
  expect(one).toContain('media-1')
  expect(one).not.toContain('aaa')
})

test('sizes of one picture are cached separately', () => {
  expect(mediaCacheKey(new URL(`${base}?token=a&width=160`))).not.toBe(mediaCacheKey(new URL(`${base}?token=a`)))
})

test.each(['https://studio.example/rest/v1/items', 'https://studio.example/icons/icon.svg'])(
  '%s is not a stored picture',
  (url) => {
    expect(mediaCacheKey(new URL(url))).toBeUndefined()
  },
)
