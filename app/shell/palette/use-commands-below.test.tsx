import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineCommand } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import type { Scope } from '#app/commands/scopes.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore, resetClient, setStudio } from '#app/stores/client-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { useCommandsBelow } from './use-commands-below.ts'

const aCommand = (id: `test.${string}`, scope: Scope, when = () => true) =>
  defineCommand({ id, title: id, group: 'Go', scope, when, run: () => undefined })

test('commands registered while the palette is open are listed, and removed again', () => {
  const { result } = renderHook(useCommandsBelow)
  const titles = () => result.current.commands.map(({ id }) => id)
  let remove = () => {}
  act(() => {
    layerStack.push({ scope: 'palette', blocks: 'everything' })
    remove = registry.register([aCommand('test.late', 'global')])
  })
  expect(titles()).toContain('test.late')

  act(() => remove())
  expect(titles()).not.toContain('test.late')
})

test('a studio that loads while the palette is open adds its commands', () => {
  const remove = registry.register([aCommand('test.studio', 'global', () => clientStore.get().studio !== undefined)])
  const { result } = renderHook(useCommandsBelow)
  const titles = () => result.current.commands.map(({ id }) => id)
  expect(titles()).not.toContain('test.studio')

  // Nothing of it is read.
  act(() => setStudio({} as StudioReplica))

  expect(titles()).toContain('test.studio')
  act(() => {
    resetClient()
    remove()
  })
})

test('commands blocked by a closing dialog appear once it has closed', () => {
  const close = layerStack.push({ scope: 'dialog', blocks: 'everything', close: () => undefined })
  const leave = layerStack.push({ scope: 'timeline', blocks: 'nothing' })
  const remove = registry.register([aCommand('test.below', 'timeline')])
  const { result } = renderHook(useCommandsBelow)
  const titles = () => result.current.commands.map(({ id }) => id)
  expect(titles()).not.toContain('test.below')

  act(() => close())
  expect(titles()).toContain('test.below')
  act(() => {
    leave()
    remove()
  })
})

test('commands available at opening stay listed after the focus has moved', () => {
  let hasFocus = true
  const remove = registry.register([aCommand('test.focused', 'global', () => hasFocus)])
  const { result } = renderHook(useCommandsBelow)
  hasFocus = false
  let removeOther = () => {}
  act(() => {
    removeOther = registry.register([aCommand('test.other', 'global')])
  })

  expect(result.current.commands.map(({ id }) => id)).toEqual(expect.arrayContaining(['test.focused', 'test.other']))
  act(() => {
    remove()
    removeOther()
  })
})
