import { expect, test } from 'vitest'
import { makeListeners } from './listeners.ts'

test('tells those who listen, once each, until they stop', () => {
  const listeners = makeListeners<string>()
  const heard: string[] = []
  const hear = (text: string): unknown => heard.push(text)
  const stop = listeners.subscribe(hear)
  listeners.subscribe(hear)

  listeners.tell('first')
  stop()
  listeners.tell('second')

  expect(heard).toEqual(['first'])
  expect(listeners.isHeard()).toBe(false)
})

test('forgets everybody when cleared', () => {
  const listeners = makeListeners()
  let count = 0
  listeners.subscribe(() => (count += 1))

  listeners.clear()
  listeners.tell()

  expect(count).toBe(0)
})
