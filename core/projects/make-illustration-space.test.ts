import { expect, test } from 'vitest'
import { newId, type SpaceId, type UserId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline } from '#core/sync/system.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { deleteSpace } from './delete-space.ts'
import { makeIllustrationSpace } from './make-illustration-space.ts'

/** A studio whose members each use a device of their own. */
function aWorld() {
  const { server, studioId, userId } = aStudio()
  const open = async (user: UserId) => {
    const client = await makeStudioClient({
      userId: user,
      gateway: server.connect(user),
      store: makeMemoryStore(),
      clock: makeFakeClock(),
      ids: { newId, random: () => 0.5 },
      online: alwaysOnline,
      tabs: makeSingleTab(),
    })
    return { client, studio: await client.openStudio(studioId) }
  }
  return { open, userId }
}

test('two people who open a project’s illustrations at the same time create one space with its stages', async () => {
  const { open, userId } = aWorld()
  const people = await Promise.all([open(userId(1)), open(userId(2))])
  const [project] = people[0].studio.getProjects()
  const projectId = project?.id ?? newId()

  const made = await Promise.all(
    people.map(async ({ client, studio }) => await makeIllustrationSpace({ studio, projectId }, client)),
  )

  const [first, second] = made
  expect(first).toMatchObject({ ok: true })
  expect(second).toEqual(first)
  const { studio } = await open(userId(1))
  const spaces = studio.getSpaces(projectId).filter(({ layout }) => layout === 'illustration')
  expect(spaces).toHaveLength(1)
  expect(studio.getSpaceStages(spaces[0]?.id ?? newId())).toHaveLength(6)
  expect(studio.getStages().filter(({ name }) => name === 'Sketch')).toHaveLength(1)
})

test('a deleted illustration space is created again, with its stages, on every screen', async () => {
  const { open, userId } = aWorld()
  const [mine, theirs] = await Promise.all([open(userId(1)), open(userId(2))])
  const projectId = mine.studio.getProjects()[0]?.id ?? newId()
  const made = await makeIllustrationSpace({ studio: mine.studio, projectId }, mine.client)
  const spaceId = made.ok ? made.value : newId<SpaceId>()
  const deleted = await deleteSpace({ studio: mine.studio, spaceId }, mine.client)
  if (deleted.ok) await deleted.value.answered

  const again = await makeIllustrationSpace({ studio: mine.studio, projectId }, mine.client)

  expect(again).toEqual({ ok: true, value: spaceId })
  for (const { studio, client } of [mine, theirs]) {
    client.refresh()
    await expect.poll(() => studio.getSpaces(projectId).map(({ layout }) => layout)).toContain('illustration')
    await expect.poll(() => studio.getSpaceStages(spaceId).length).toBe(6)
  }
})
