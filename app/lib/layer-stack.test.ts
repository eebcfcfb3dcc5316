import { expect, test } from 'vitest'
import { makeLayerStack } from './layer-stack.ts'

test('one Esc closes one layer, the topmost first', () => {
  const stack = makeLayerStack()
  const closed: string[] = []
  const open = (name: string): void => {
    const remove = stack.push({
      scope: name,
      blocks: 'everything',
      close: () => {
        closed.push(name)
        remove()
      },
    })
  }
  stack.push({ scope: 'grid', blocks: 'nothing' })
  open('popup')
  open('menu')

  expect([stack.closeTop(), stack.closeTop(), stack.closeTop()]).toEqual([true, true, false])
  expect(closed).toEqual(['menu', 'popup'])
  expect(stack.layers().map((layer) => layer.scope)).toEqual(['grid'])
})

test('a layer can be removed from anywhere in the stack, and twice without harm', () => {
  const stack = makeLayerStack()
  const removeLower = stack.push({ scope: 'popup', blocks: 'screens' })
  stack.push({ scope: 'popup', blocks: 'screens' })

  removeLower()
  removeLower()

  expect(stack.layers()).toHaveLength(1)
})

test('listeners are told of changes until they unsubscribe', () => {
  const stack = makeLayerStack()
  let calls = 0
  const leave = stack.subscribe(() => (calls += 1))

  const remove = stack.push({ scope: 'dialog', blocks: 'everything' })
  leave()
  remove()

  expect(calls).toBe(1)
})

test('a screen that mounts after its popup goes below it', () => {
  const stack = makeLayerStack()

  stack.push({ scope: 'popup', blocks: 'screens', close: () => undefined })
  stack.push({ scope: 'grid', blocks: 'nothing' })

  expect(stack.layers().map((layer) => layer.scope)).toEqual(['grid', 'popup'])
})
