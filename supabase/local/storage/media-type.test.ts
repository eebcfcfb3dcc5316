import { expect, test } from 'vitest'
import { isShownInline, toAttachment, toServedType } from './media-type.ts'

test.each([
  'image/png',
  'IMAGE/JPEG',
  'image/webp',
  'video/mp4',
  'audio/x-wav',
  'application/pdf',
  'video/mp4; codecs=avc1',
])('shows %s in the browser', (type) => {
  expect(isShownInline(type)).toBe(true)
  expect(toServedType(type)).toBe(type)
})

test.each([
  'image/svg+xml',
  'text/html',
  'text/html; charset=utf-8',
  'application/xhtml+xml',
  'text/xml',
  'text/css',
  'text/javascript',
  'application/wasm',
  'multipart/x-mixed-replace',
  'nonsense',
  '',
])('serves %s as plain bytes', (type) => {
  expect(isShownInline(type)).toBe(false)
  expect(toServedType(type)).toBe('application/octet-stream')
})

test('text and archives keep their type and are downloaded, not shown', () => {
  for (const type of ['text/plain;charset=UTF-8', 'application/zip']) {
    expect(isShownInline(type)).toBe(false)
    expect(toServedType(type)).toBe(type)
  }
})

test('a file name cannot break out of its header', () => {
  const header = toAttachment('a"; x=\r\nSet-Cookie: b=ü.mp4')

  expect(header).toBe(
    `attachment; filename="a__ x___Set-Cookie_ b__.mp4"; filename*=UTF-8''a%22%3B%20x%3D%0D%0ASet-Cookie%3A%20b%3D%C3%BC.mp4`,
  )
})
