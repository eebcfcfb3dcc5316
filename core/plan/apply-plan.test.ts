import { expect, test } from 'vitest'
import { undoSteps } from '#core/change/undo-steps.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { newId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline } from '#core/sync/system.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { listPlanWrites } from './apply-plan.ts'
import { makePlan } from './plan.ts'
import { listSpaceTasks } from './space-tasks.ts'
import { aField } from './test/a-studio.ts'

test('each date moves from its own day in one change, and undo restores all exactly', async () => {
  const { server, studioId, spaceId, itemIds, userId } = aStudio({ itemCount: 3 })
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: makeFakeClock(),
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const [studio, space] = [await client.openStudio(studioId), await client.openSpace({ studioId, spaceId })]
  const changes = itemIds.slice(1).map((id, at) => ({ id, values: { delivery: `2026-12-3${at}` } }))
  const given = await changeFields({ of: 'item', within: space, changes }, client)
  const deliveries = () => itemIds.map((id) => space.replica.find('items', id)?.fields?.['delivery'])
  const action = { field: 'shift', own: aField('Delivery', 'date'), by: 3 } as const
  const tasks = [...listSpaceTasks(studio, space)]

  const plan = makePlan({ reading: { terms: [], actions: [action] }, tasks, today: '2026-11-24', mayDo: () => true })
  const writes = listPlanWrites(
    plan.filter(({ reason }) => reason === 'planned'),
    { client, studio, label: 'delivery 3 days later' },
  )
  const done = await writes[0]?.()
  const after = deliveries()
  if (done?.ok === true) await undoSteps(done.value.undo ?? { label: '', steps: [] }, client.carryOut)

  expect(given.ok).toBe(true)
  expect(plan.map(({ reason }) => reason)).toEqual(['no-value', 'planned', 'planned'])
  expect(writes).toHaveLength(1)
  expect(after).toEqual([undefined, '2027-01-02', '2027-01-03'])
  expect(deliveries()).toEqual([undefined, '2026-12-30', '2026-12-31'])
})
