import type { StudioClient } from '#core/sync/studio-client.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId, type RoleId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { registry } from '#app/commands/registry.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import { MemberList } from './member-list.tsx'
import { settingsCommands } from './settings-commands.ts'

let client: StudioClient
let studio: StudioReplica
let stop: () => void

beforeEach(async () => {
  // The height of a row in a real layout; jsdom has none.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(49)
  const { server, studioId, userId } = aStudio()
  const members = Array.from({ length: 1000 }, (_, index) => ({
    userId: userId(index + 1),
    roleId: newId<RoleId>(),
    archivedAt: undefined,
    displayName: `Person ${String(index + 1).padStart(4, '0')}`,
    email: '',
    avatarUrl: undefined,
  }))
  server.seed('studio_members', members, `studio:${studioId}`)
  client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  studio = await client.openStudio(studioId)
  const user = { id: userId(1), email: '', displayName: 'Person 0001', avatarUrl: undefined, isSuperAdmin: false }
  signedIn({ user, studios: [], currentStudioId: undefined })
  stop = registry.register(settingsCommands)
})

afterEach(async () => {
  stop()
  resetSession()
  await client.close()
})

test('of a thousand members only those in view are rendered, each with its position among all', async () => {
  const { container } = render(
    <LayerStackContext value={layerStack}>
      <MemberList studio={studio} />
    </LayerStackContext>,
  )

  expect(screen.getByText('1000')).toBeDefined()
  // Finding a thousand of them by role would be slow.
  const listRows = () => [...container.querySelectorAll('li')]
  const rows = listRows()
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.length).toBeLessThan(40)
  expect(rows[3]?.getAttribute('aria-posinset')).toBe('4')
  expect(rows[3]?.getAttribute('aria-setsize')).toBe('1000')

  fireEvent.change(screen.getByLabelText('Find a member'), { target: { value: 'person 0777' } })

  expect(listRows().map((row) => row.textContent)).toEqual([expect.stringContaining('Person 0777')])
})
