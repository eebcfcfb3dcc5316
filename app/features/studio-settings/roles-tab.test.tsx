import type { StudioClient } from '#core/sync/studio-client.ts'
import { permissions } from '#core/schema/role-permissions.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type RoleId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { TooltipHost } from '#app/ui/tooltip-host.tsx'
import { RolesTab } from './roles-tab.tsx'
import { clearDrafts } from './settings-store.ts'

let client: StudioClient
let studio: StudioReplica

/** Opens the studio as a lead who may neither view all projects nor comment. */
beforeEach(async () => {
  const { server, studioId, userId } = aStudio()
  const gateway = server.connect(userId(1))
  const access = {
    roleId: newId<RoleId>(),
    level: 3,
    permissions: permissions.filter((permission) => !['view_all_projects', 'comment'].includes(permission)),
    projectIds: [],
  }
  client = await makeStudioClient({
    userId: userId(1),
    gateway: { ...gateway, pull: async (asked) => ({ ...(await gateway.pull(asked)), access }) },
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  studio = await client.openStudio(studioId)
})

afterEach(async () => {
  clearDrafts()
  await client.close()
})

const box = (label: string): HTMLInputElement => screen.getByRole('checkbox', { name: label })

test('a permission that the person lacks cannot be ticked, and its box says why', async () => {
  const user = userEvent.setup()
  render(
    <>
      <RolesTab studio={studio} />
      <TooltipHost />
    </>,
  )

  await user.click(box('Viewer: View all projects'))
  await user.click(box('Viewer: Create'))
  expect(box('Viewer: View all projects').checked).toBe(false)
  expect(box('Viewer: View all projects').getAttribute('aria-disabled')).toBe('true')
  expect(box('Viewer: Create').checked).toBe(true)

  await user.unhover(box('Viewer: Create'))
  await user.hover(box('Viewer: View all projects'))
  expect((await screen.findByRole('tooltip')).textContent).toBe('You can only grant permissions that you have yourself')
})

test('a saved permission that the person lacks can be unticked and ticked again before saving', async () => {
  const user = userEvent.setup()
  render(<RolesTab studio={studio} />)

  await user.click(box('Member: Comment & attachments'))
  expect(box('Member: Comment & attachments').checked).toBe(false)
  await user.click(box('Member: Comment & attachments'))

  expect(box('Member: Comment & attachments').checked).toBe(true)
})
