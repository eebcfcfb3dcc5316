import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { newId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'

afterEach(() => {
  cleanup()
  resetClient()
  resetSession()
})

const readCrumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

async function openStudio() {
  const { server, studioId, userId } = aStudio()
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  setClient(client)
  const user = { id: userId(1), email: 'mei@studio.example', displayName: 'Mei', avatarUrl: undefined }
  signedIn({
    user: { ...user, isSuperAdmin: false },
    studios: [{ id: studioId, name: 'Studio', slug: 'studio' }],
    currentStudioId: studioId,
  })
  return { client, studio: await client.openStudio(studioId) }
}

test('breadcrumbs appear once their names are known, with no slugs in their place', async () => {
  const { client, studio } = await openStudio()
  history.replaceState(null, '', '/studio/studio/project/project/space/space')
  render(<Breadcrumbs />)
  expect(readCrumbs()).toEqual(['Studio'])

  act(() => setStudio(studio))

  expect(readCrumbs()).toEqual(['Studio', 'Project', 'Space'])
  await client.close()
})

test('projects and spaces the studio does not have are named by their slugs', async () => {
  const { client, studio } = await openStudio()
  setStudio(studio)
  history.replaceState(null, '', '/studio/studio/project/nowhere/space/nothing')

  render(<Breadcrumbs />)

  expect(readCrumbs()).toEqual(['Studio', 'nowhere', 'nothing'])
  await client.close()
})
