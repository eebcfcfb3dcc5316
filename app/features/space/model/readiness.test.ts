import { expect, test } from 'vitest'
import { toId, type ItemId, type ItemKindId, type StageId, type StageNeedId, type StatusId } from '#core/lib/ids.ts'
import { withValues } from '#core/timeline/filter-kinds.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { setFilter } from '../space-view-store.ts'
import { anId, aTask, openTestSpace } from '../test/a-space.ts'

const [animation, lighting] = [anId<StageId>('g', 2), anId<StageId>('g', 3)]
const [shot, asset] = [anId<ItemId>('i', 1), anId<ItemId>('i', 2)]

/** A space where lighting waits for the animation of a shot's cast, which is its second item. */
async function open(kindId?: ItemKindId) {
  const opened = await openTestSpace({
    needs: [{ id: toId<StageNeedId>('n'), stageId: lighting, needsStageId: animation, kindId }],
    links: [{ fromItemId: shot, toItemId: asset, kind: 'cast', count: 2, label: '' }],
  })
  const { client, model, studio, space } = opened
  const show = async (): Promise<void> => {
    const casting = await client.openCasting({ studioId: studio.studioId, projectId: model.row.projectId })
    model.readiness.setContent({ casting, spaces: [space] })
  }
  return { ...opened, show }
}

test('a task waits for what its item is cast with until that is done, and says so', async () => {
  const { client, model, space, show } = await open()
  const task = aTask(1, 3)
  expect(model.readiness.describe(task)).toBeUndefined()

  await show()
  expect(model.readiness.describe(task)).toBe('Waits for Animation of sh020')
  expect(model.readiness.listWaits(task)).toEqual(['anything', animation])
  expect(model.readiness.describe(aTask(1, 1))).toBeUndefined()
  expect(model.readiness.findMissing()).toBeUndefined()

  const before = model.getCatalogueVersion()
  const done = { on: space, taskIds: [aTask(2, 2).id], statusId: anId<StatusId>('t', 3) }
  await setTaskStatus(done, client)
  expect(model.getCatalogueVersion()).toBeGreaterThan(before)
  expect(model.readiness.describe(task)).toBeUndefined()
  expect(model.readiness.listWaits(task)).toEqual(['nothing'])
})

test('a need of one kind does not affect others, and a finished task waits for nothing', async () => {
  const { model, show } = await open(toId<ItemKindId>('character'))
  await show()

  expect(model.readiness.describe(aTask(1, 3))).toBeUndefined()
  expect(model.readiness.listWaits(aTask(1, 3, { statusId: anId('t', 3) }))).toEqual([])
})

test('the filter shows what is ready or waits, and hides nothing before that is known', async () => {
  const { model, show } = await open()
  const shown = (value: string) => {
    setFilter(withValues([], 'waits', [value]))
    return model.getLayout().order.itemIds
  }
  expect(shown('nothing')).toHaveLength(3)

  await show()
  expect(shown('anything')).toEqual([shot])
  expect(shown(animation)).toEqual([shot])
  expect(shown('nothing')).toEqual([])
  expect(shown(lighting)).toEqual([])
})
