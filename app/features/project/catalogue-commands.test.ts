import type { StudioClient } from '#core/sync/studio-client.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#core/lib/ids.ts'
import { listPresets } from '#core/studios/save-preset.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { catalogueCommands } from './catalogue-commands.ts'
import { choose, closeSpaceForm, openSpaceForm } from './project-store.ts'

let client: StudioClient
let studio: StudioReplica
let stop: () => void
let statusIds: readonly string[]

beforeEach(async () => {
  const fixture = aStudio()
  const me = fixture.userId(1)
  statusIds = fixture.statusIds
  client = await makeStudioClient({
    userId: me,
    gateway: fixture.server.connect(me),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  studio = await client.openStudio(fixture.studioId)
  setClient(client)
  setStudio(studio)
  openSpaceForm(undefined, { name: '', isActive: true, layout: 'grid', chosen: { stage: [], status: statusIds } })
  stop = registry.register(catalogueCommands)
})

afterEach(async () => {
  stop()
  closeSpaceForm()
  resetClient()
  resetToasts()
  undoStack.clear()
  await client.close()
})

const save = async (name: string): Promise<void> => await runCommand('preset.save', { args: ['status', name] })
const listNamed = () => listPresets(studio, 'status').map(({ name, itemIds }) => [name, itemIds.length])

test('deleting a preset shows a toast, whose Undo brings it back', async () => {
  await save('Short')
  const [preset] = listPresets(studio, 'status')

  await runCommand('preset.delete', { args: ['status', preset?.id ?? ''] })

  expect(listNamed()).toEqual([])
  expect(toastStore.toasts.map(({ text, action }) => [text, action?.label])).toEqual([
    ['Preset “Short” deleted', 'Undo'],
  ])
  await undoStack.undo()
  expect(listNamed()).toEqual([['Short', 6]])
})

test('saving a choice as a preset keeps it, and saving it under another name renames the preset', async () => {
  await save(' Short ')
  expect(listNamed()).toEqual([['Short', 6]])

  await save('Feature')

  expect(listNamed()).toEqual([['Feature', 6]])
})

test('saving another choice adds a preset, or replaces the one with the same name', async () => {
  await save('Everything')
  choose('status', statusIds.slice(0, 2))
  await save('Two')
  expect(listNamed()).toEqual([
    ['Everything', 6],
    ['Two', 2],
  ])

  choose('status', statusIds.slice(0, 3))
  await save('two')

  expect(listNamed()).toEqual([
    ['Everything', 6],
    ['two', 3],
  ])
})

test('a preset needs a name and at least one entry', async () => {
  await save('   ')
  choose('status', [])
  await save('Nothing')

  expect(listNamed()).toEqual([])
})
