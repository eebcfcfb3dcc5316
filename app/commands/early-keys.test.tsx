import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Command } from './define-command.ts'
import { earlyKeys } from './early-keys.ts'
import { registry } from './registry.ts'
import { useRootHotkeys } from './use-root-hotkeys.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  earlyKeys.forget()
  history.replaceState(undefined, '', '/somewhere')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Keys() {
  useRootHotkeys()
  return <input aria-label="Field" />
}

/** Registers a screen's command, as its arrival would. */
function arrive(keys: string): ReturnType<typeof vi.fn> {
  const ran = vi.fn<() => void>()
  const command: Command = {
    id: `test.${keys.replace(' ', '-')}`,
    title: keys,
    group: 'Test',
    scope: 'global',
    keys: [keys],
    run: ran,
  }
  onTestFinished(registry.register([command]))
  return ran
}

const press = (key: string, target: Element = document.body): void => {
  fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}` })
}
const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds)

test('a key pressed before the screen has its commands is played once, when they arrive', () => {
  render(<Keys />)

  press('c')
  pass(300)
  const create = arrive('c')
  pass(100)
  pass(3000)

  expect(create).toHaveBeenCalledTimes(1)
})

test('keys pressed before anything listens are played in order', () => {
  earlyKeys.listen()
  earlyKeys.screenOpens()
  press('j')
  press('s')
  const order: string[] = []
  arrive('j').mockImplementation(() => void order.push('j'))
  arrive('s').mockImplementation(() => void order.push('s'))

  render(<Keys />)
  pass(200)

  expect(order).toEqual(['j', 's'])
})

test('a sequence whose second key had no command yet is played as a whole, not as its second key alone', () => {
  render(<Keys />)
  arrive('g p')
  const alone = vi.fn<() => void>()

  press('g')
  press('x')
  const whole = arrive('g x')
  arrive('x').mockImplementation(alone)
  pass(100)

  expect(whole).toHaveBeenCalledTimes(1)
  expect(alone).not.toHaveBeenCalled()
})

test.each<readonly [string, () => void]>([
  [
    'another key that acts',
    () => {
      arrive('k')
      press('k')
    },
  ],
  ['a press of the pointer', () => fireEvent.pointerDown(document.body)],
  ['a text field that has the focus', () => screen.getByLabelText('Field').focus()],
  ['ten seconds', () => pass(10_100)],
])('is forgotten after %s', (_name, happens) => {
  earlyKeys.listen()
  render(<Keys />)

  press('c')
  happens()
  const create = arrive('c')
  pass(500)

  expect(create).not.toHaveBeenCalled()
})

test('keys typed into a field, or on a screen that opened long ago, are never played', () => {
  render(<Keys />)

  press('c', screen.getByLabelText('Field'))
  pass(12_000)
  press('d')
  const commands = [arrive('c'), arrive('d')]
  pass(500)

  for (const ran of commands) expect(ran).not.toHaveBeenCalled()
})
