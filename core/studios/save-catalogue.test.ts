import { expect, test } from 'vitest'
import { newId, toId, type StageId, type StatusId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline } from '#core/sync/system.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { createStages, ensureIllustrationStages } from './create-stage.ts'
import { planStages, planStatuses, type StageDraft } from './save-catalogue.ts'

async function anOpenStudio() {
  const { server, studioId, userId } = aStudio()
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: makeFakeClock(),
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  return { client, studio: await client.openStudio(studioId) }
}

const aStage = (name: string): StageDraft => ({ id: newId<StageId>(), name, color: '#9ca3af', category: 'production' })

test('unchanged stages need no write', async () => {
  const { client, studio } = await anOpenStudio()
  await createStages({ studio, stages: [aStage('Layout'), aStage('Final')] }, client)

  expect(planStages(studio, studio.getStages(), client)).toEqual([])
})

test('stages are added, renamed, deleted and reordered in steps of ten', async () => {
  const { client, studio } = await anOpenStudio()
  const [layout, fx, final] = [aStage('Layout'), aStage('FX'), aStage('Final')]
  await createStages({ studio, stages: [layout, fx, final] }, client)

  const wanted = [{ ...final, name: ' Delivery ' }, aStage('Paintover'), layout]
  for (const step of planStages(studio, wanted, client)) await step()

  expect(studio.getStages().map(({ name, orderIndex }) => [name, orderIndex])).toEqual([
    ['Delivery', 10],
    ['Paintover', 20],
    ['Layout', 30],
  ])
})

test('exactly one status is the default, even after choosing another', async () => {
  const { client, studio } = await anOpenStudio()
  const wanted = studio.getStatuses().map((status) => ({ ...status, isDefault: status.name === 'WIP' }))

  for (const step of planStatuses(studio, wanted, client)) await step()

  expect(
    studio
      .getStatuses()
      .filter(({ isDefault }) => isDefault)
      .map(({ name }) => name),
  ).toEqual(['WIP'])
})

test('a new status derives its short code from its name', async () => {
  const { client, studio } = await anOpenStudio()
  const rest = { color: '#9ca3af', isDone: false, isDefault: false, shortCode: '' }

  const wanted = [...studio.getStatuses(), { ...rest, id: toId<StatusId>(newId()), name: 'On hold' }]
  for (const step of planStatuses(studio, wanted, client)) await step()

  expect(studio.getStatuses().at(-1)).toMatchObject({ name: 'On hold', shortCode: 'ONHO' })
})

test('the fixed stages of illustrations are created once and found in any case', async () => {
  const { client, studio } = await anOpenStudio()
  await createStages({ studio, stages: [aStage('SKETCH')] }, client)

  const first = await ensureIllustrationStages(studio, client)
  const second = await ensureIllustrationStages(studio, client)

  expect(second).toEqual(first)
  expect(studio.getStages()).toHaveLength(6)
})
