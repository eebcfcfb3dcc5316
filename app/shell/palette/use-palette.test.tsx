import { act, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { openTestSpace } from '#app/features/space/test/a-space.ts'
import { registry } from '#app/commands/registry.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { closePalette, openPalette, uiStore } from '#app/stores/ui-store.ts'
import { findShownSentence } from './sentence/shown-sentence.ts'
import { usePalette } from './use-palette.ts'

let opened: Awaited<ReturnType<typeof openTestSpace>>
let applied: (string | undefined)[] = []
let removeCommand = () => {}

beforeEach(async () => {
  opened = await openTestSpace()
  applied = []
  removeCommand = registry.register([
    defineCommand({
      id: 'sentence.apply',
      title: 'Apply',
      group: 'Tasks',
      scope: 'everywhere',
      run: () => {
        applied.push(findShownSentence()?.sentence)
      },
    }),
  ])
})
afterEach(() => {
  act(() => {
    closePalette()
    resetClient()
    removeCommand()
  })
})

/** Opens the palette; keys it does not handle are typed into its field, as a browser would. */
function openHere() {
  const held = Promise.withResolvers<void>()
  let names = 1
  const { space } = opened
  const client: StudioClient = {
    ...opened.client,
    findKeptSpace: async () => {
      if (names > 1) await held.promise
      return { ...space, replica: { ...space.replica, getVersion: () => names } }
    },
  }
  setClient(client)
  setStudio(opened.studio)
  openPalette()
  const { result } = renderHook(usePalette)
  const rows = () => result.current.groups.flatMap((group) => group.rows)
  const type = (text: string) => act(() => result.current.setQuery(text))
  return {
    result,
    rows,
    type,
    press: (key: string) =>
      act(() => {
        let isTaken = false
        const preventDefault = () => {
          isTaken = true
        }
        // Nothing else is read of it.
        result.current.onKeyDown({ key, nativeEvent: {}, preventDefault } as unknown as KeyboardEvent)
        if (!isTaken) result.current.setQuery(result.current.query + key)
      }),
    enter: () =>
      act(() =>
        rows()
          .slice(0, 1)
          .forEach((row) => result.current.pick(row)),
      ),
    /** From now on names are read again, which waits for `release`. */
    holdNames: () => {
      names = 2
    },
    release: async () => {
      await act(async () => {
        held.resolve()
        await held.promise
      })
    },
  }
}

test('keys typed while Enter waits for its sentence do not change the sentence that is run', async () => {
  const palette = openHere()
  palette.type('all > wip')
  await expect.poll(() => palette.rows()[0]?.id).toBe('sentence:apply')
  palette.holdNames()
  palette.type('all > done')
  palette.enter()

  palette.press('x')

  expect(palette.result.current.query).toBe('all > done')
  expect(applied).toEqual([])
  await palette.release()
  await expect.poll(() => applied).toEqual(['all > done'])
  expect(uiStore.palette).toBeUndefined()
})
