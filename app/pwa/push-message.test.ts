import { describe, expect, test } from 'vitest'
import { readPush, targetOf } from './push-message.ts'

const origin = 'https://xsheet.example'

describe('a push message', () => {
  test('is shown as the server wrote it', () => {
    const sent = { title: 'Mei mentioned you', body: 'sh010', url: '/studio/a', tag: 'one', count: 3 }

    expect(readPush(JSON.stringify(sent))).toEqual({
      title: 'Mei mentioned you',
      options: { body: 'sh010', tag: 'one', icon: '/icons/icon-192.png', data: { url: '/studio/a' } },
      count: 3,
    })
  })

  test.each([undefined, '', 'not JSON', 'null', '7', '[]', '{"title":5,"body":"x"}', '{"title":"","body":"x"}'])(
    'with the text %j shows only the name of the app',
    (text) => {
      const { title, options } = readPush(text)

      expect(title).toBe('Xsheet')
      expect(options.body).toBeUndefined()
    },
  )

  test.each(['-1', '1.5', '"3"', 'null'])('ignores the count %s', (count) => {
    expect(readPush(`{"title":"a","count":${count}}`).count).toBeUndefined()
  })
})

describe('a notification', () => {
  test('opens its address in the app', () => {
    expect(targetOf({ url: '/studio/a?task=b' }, origin)).toBe(`${origin}/studio/a?task=b`)
  })

  test.each(['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'http://', 5, undefined])(
    'with the address %j opens the app’s start page',
    (url) => {
      expect(targetOf({ url }, origin)).toBe(`${origin}/`)
    },
  )
})
