import type { StudioClient } from '#core/sync/studio-client.ts'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  toId,
  type ItemId,
  type ProjectId,
  type SpaceId,
  type StageId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { paletteSources } from '#app/commands/palette-source.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { SHARE_CACHE, sharedFileUrl } from '#app/lib/shared-files.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { getDraft, resetComposer } from '#app/widgets/comments/composer-store.ts'
import { findItemOptions, findTasks } from './find-tasks.ts'
import { ShareScreen } from './share-screen.tsx'
import { resetShare } from './share-store.ts'

// The first bytes of a PNG, since a file's type is read from its content.
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82])
const taskId = toId<TaskId>('task-1')
const address = '/studio/n/project/road/space/ep-1?item=sh0010'

beforeEach(() => {
  resetShare()
  resetComposer()
  resetClient()
  const files = new Map<string, Blob>()
  // jsdom has no caches; this one holds what was shared.
  Object.assign(globalThis, {
    caches: {
      has: async (name: string) => name === SHARE_CACHE && files.size > 0,
      delete: async () => files.clear(),
      open: async () => ({
        keys: async () => [...files.keys()].map((url) => ({ url })),
        match: async ({ url }: { url: string }) => ({ blob: async () => files.get(url) }),
      }),
    },
  })
  files.set(`https://x.test${sharedFileUrl('1', 'Gull lands.png')}`, new Blob([png], { type: 'image/png' }))
})

function openStudio(): void {
  const [spaceId, projectId] = [toId<SpaceId>('s'), toId<ProjectId>('p')]
  const stageId = toId<StageId>('stage')
  const item = { id: toId<ItemId>('i'), slug: 'sh0010' }
  const task = { id: taskId, stageId, isDisabled: false }
  const space = {
    replica: { getRows: () => new Map([[item.id, item]]) },
    getTasks: () => [task, { ...task, id: toId<TaskId>('off'), isDisabled: true }],
  }
  // These tests use nothing else of the client and its studio.
  setClient({ userId: toId<UserId>('u'), openSpace: async () => space } as unknown as StudioClient)
  setStudio({
    getProjects: () => [{ id: projectId, slug: 'road' }],
    getSpaces: () => [{ id: spaceId, slug: 'ep-1' }],
    getStages: () => [{ id: stageId, name: 'Color Keys' }],
  } as unknown as StudioReplica)
}

test('the share screen lists the shared files and adds them to the revision form of the chosen task', async () => {
  openStudio()
  render(<ShareScreen />)
  expect(await screen.findByText('Gull lands.png')).toBeTruthy()

  await act(async () => await runCommand('share.attach', { args: [address, taskId] }))

  expect(getDraft(taskId)).toMatchObject({ mode: 'revision', files: [{ name: 'Gull lands.png' }] })
  expect(location.pathname + location.search).toBe(`${address}&task=color-keys&openRevisions=true`)
  expect(await screen.findByText('Nothing was shared')).toBeTruthy()
})

test('shared files wait for a studio, and stay until discarded', async () => {
  const user = userEvent.setup()
  render(<ShareScreen />)
  const attach = await screen.findByRole('button', { name: 'Choose a task' })
  expect(attach.getAttribute('aria-disabled')).toBe('true')

  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Nothing was shared')).toBeTruthy()
  expect(registry.find('share.discard')?.when?.(undefined as never)).toBe(false)
})

test('attaching shared files offers matching items, then their enabled tasks', async () => {
  openStudio()
  const results = [
    { id: 'item:i', kind: 'item', title: 'sh0010', to: address },
    { id: 'item:i:color-keys', kind: 'item', title: 'sh0010', to: `${address}&task=color-keys` },
    { id: 'project:p', kind: 'project', title: 'Road', to: '/' },
  ] as const
  onTestFinished(paletteSources.add({ id: 'x', search: async () => results, find: async () => [] }))

  expect((await findItemOptions('sh')).map(({ value }) => value)).toEqual([address])
  expect(await findTasks(address)).toEqual([{ id: taskId, title: 'Color Keys' }])
  expect(await findTasks('/studio/n/project/gone?item=x')).toEqual([])
})
