import { expect, test } from 'vitest'
import { toId, type ItemId, type ItemKindId, type StageId, type StageNeedId, type StatusId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { isReady, listBlockers, type ReadinessSource } from './readiness.ts'

const [shot, ana, tree] = ['shot', 'ana', 'tree'].map((text) => toId<ItemId>(text)) as [ItemId, ItemId, ItemId]
const [animation, rigging, lighting] = ['animation', 'rigging', 'lighting'].map((text) => toId<StageId>(text)) as [
  StageId,
  StageId,
  StageId,
]
const [character, prop] = ['character', 'prop'].map((text) => toId<ItemKindId>(text)) as [ItemKindId, ItemKindId]
const [wip, done] = ['wip', 'done'].map((text) => toId<StatusId>(text)) as [StatusId, StatusId]

function aSource(given: Partial<ReadinessSource> = {}): ReadinessSource {
  const link = (toItemId: ItemId, kind: ItemLink['kind'] = 'cast'): ItemLink => ({
    fromItemId: shot,
    toItemId,
    kind,
    count: 1,
    label: '',
  })
  return {
    getCast: (itemId) => (itemId === shot ? [link(ana), link(tree)] : []),
    needs: [{ id: toId<StageNeedId>('n'), stageId: animation, needsStageId: rigging, kindId: undefined }],
    findKind: (itemId) => (itemId === ana ? character : prop),
    findStatus: (_itemId, stageId) => (stageId === rigging ? wip : undefined),
    isDone: (statusId) => statusId === done,
    isOmitted: () => false,
    ...given,
  }
}

test('a stage waits for everything cast whose needed stage is not done', () => {
  const source = aSource({ findStatus: (itemId) => (itemId === ana ? done : wip) })

  expect(listBlockers(shot, animation, source)).toEqual([{ itemId: tree, stageId: rigging }])
  expect(isReady(shot, animation, source)).toBe(false)
})

test('an item is ready once all of its cast is done', () => {
  expect(isReady(shot, animation, aSource({ findStatus: () => done }))).toBe(true)
})

test('cast items without a task in the needed stage block nothing', () => {
  expect(isReady(shot, animation, aSource({ findStatus: () => undefined }))).toBe(true)
})

test('references and omitted items block nothing', () => {
  const source = aSource({
    getCast: () => [
      { fromItemId: shot, toItemId: ana, kind: 'reference', count: 1, label: '' },
      { fromItemId: shot, toItemId: tree, kind: 'cast', count: 1, label: '' },
    ],
    isOmitted: (itemId) => itemId === tree,
  })

  expect(listBlockers(shot, animation, source)).toEqual([])
})

test('a need of one kind waits for that kind alone', () => {
  const needs = [{ id: toId<StageNeedId>('n'), stageId: animation, needsStageId: rigging, kindId: character }]

  expect(listBlockers(shot, animation, aSource({ needs }))).toEqual([{ itemId: ana, stageId: rigging }])
})

test('a stage without needs, or an item without a cast, has no readiness', () => {
  expect(isReady(shot, lighting, aSource())).toBeUndefined()
  expect(isReady(ana, animation, aSource())).toBeUndefined()
})
