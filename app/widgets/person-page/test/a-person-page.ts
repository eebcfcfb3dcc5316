import type { Gateway } from '#core/gateway/ports.ts'
import { newId, type RoleId, type UserId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetToasts } from '#app/stores/toast-store.ts'

/** Opens a studio with one member, Ana, and lets a test override answers of its server. */
export async function aPersonPage(
  answers: (gateway: Gateway) => Partial<Gateway>,
): Promise<{ readonly ana: UserId; readonly close: () => Promise<void> }> {
  const { server, studioId, userId } = aStudio()
  const ana = userId(1)
  const roleId = newId<RoleId>()
  const member = { userId: ana, roleId, archivedAt: undefined, displayName: 'Ana', email: '', avatarUrl: undefined }
  server.seed('studio_members', [member], `studio:${studioId}`)
  server.seed('user_roles', [{ id: roleId, name: 'member', hierarchyLevel: 3 }], `studio:${studioId}`)
  const gateway = server.connect(ana)
  const client = await makeStudioClient({
    userId: ana,
    gateway: { ...gateway, ...answers(gateway) },
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  setClient(client)
  setStudio(await client.openStudio(studioId))
  return {
    ana,
    close: async () => {
      resetClient()
      resetToasts()
      await client.close()
    },
  }
}
