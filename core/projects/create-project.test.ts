import { expect, test } from 'vitest'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemIds } from '#core/sync/system.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { createProject } from './create-project.ts'

test('projects created in quick succession are ordered by age, and sent one after the other', async () => {
  const clock = makeFakeClock()
  const { server, studioId, userId } = aStudio({ now: clock.now })
  const gateway = server.connect(userId(1))
  const first = Promise.withResolvers<void>()
  const sent: unknown[] = []
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: {
      ...gateway,
      write: async (mutation, ...rest) => {
        sent.push(mutation)
        if (sent.length === 1) await first.promise
        return await gateway.write(mutation, ...rest)
      },
    },
    store: makeMemoryStore(),
    clock,
    ids: systemIds,
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const names = () => studio.getProjects().map(({ name }) => name)

  const older = await createProject({ studio, name: 'Older' }, client)
  await clock.advance(5)
  const newer = await createProject({ studio, name: 'Newer' }, client)

  expect(names()).toEqual(['Newer', 'Older', 'Project'])
  expect(sent).toHaveLength(1)
  first.resolve()
  for (const made of [older, newer]) if (made.ok) await made.value.answered
  expect(sent).toHaveLength(2)
  expect(names()).toEqual(['Newer', 'Older', 'Project'])
})
