import { expect, test } from 'vitest'
import { makeCastingReplica } from '#core/casting/casting-replica.ts'
import { makeItemLinks, type ItemLinks } from '#core/casting/item-links.ts'
import { compileExpression } from '#core/expressions/compile-expression.ts'
import type { ExpressionValue } from '#core/expressions/types.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import { makeSpaceReplica, type SpaceReplica } from '#core/items/space-replica.ts'
import {
  newId,
  toId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type ProjectId,
  type RoleId,
  type SpaceId,
  type StageId,
  type StageNeedId,
  type StatusId,
  type StudioId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemType } from '#core/schema/items.ts'
import { makeRuleScope } from '#core/rules/rule-scope.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeStudioReplica, type StudioReplica } from '#core/studios/studio-replica.ts'
import { makeReplica, type WritableReplica } from '#core/sync/replica.ts'
import { makeFormulas } from './formulas.ts'
import { makeTaskScope, openFormulas } from './task-scope.ts'

const [studioId, projectId, rig] = [newId<StudioId>(), newId<ProjectId>(), newId<StageId>()]
const [todo, done] = [newId<StatusId>(), newId<StatusId>()]
const [shots, assets] = [toId<SpaceId>('shots'), toId<SpaceId>('assets')]
const id = toId<ItemId>

function answer(tables: PullAnswer['tables']): PullAnswer {
  return { rev: 1, full: true, tables, deleted: {} }
}

function aStudio(formulas: Readonly<Record<string, string>> = {}, userId?: UserId): StudioReplica {
  const replica = makeReplica(`studio:${studioId}`)
  const fields = Object.entries(formulas).map(([key, formula]) =>
    newRow('field_definitions', { id: newId<FieldId>(), key, name: key, kind: 'formula', formula }),
  )
  const weight: FieldDefinition = newRow('field_definitions', {
    id: newId<FieldId>(),
    key: 'weight',
    name: 'Weight',
    kind: 'number',
  })
  const status = { color: '#000000', isDefault: false }
  const place = {
    projectId,
    layout: 'grid',
    isActive: true,
    position: 1,
    kindIds: [],
    thumbnailMediaId: undefined,
  } as const
  const tables = {
    ...(userId !== undefined && {
      studio_members: [newRow('studio_members', { userId, displayName: 'Mei', email: '', roleId: newId<RoleId>() })],
    }),
    field_definitions: [weight, ...fields],
    stage_needs: [newRow('stage_needs', { id: newId<StageNeedId>(), stageId: rig, needsStageId: rig })],
    stages: [newRow('stages', { id: rig, name: 'Rigging', color: '#000000', category: 'production', orderIndex: 1 })],
    task_statuses: [
      { ...status, id: todo, name: 'Todo', shortCode: 'TODO', isDone: false, position: 1 },
      { ...status, id: done, name: 'Done', shortCode: 'DONE', isDone: true, position: 2 },
    ],
    spaces: [
      { ...place, id: shots, name: 'Shots', slug: 'shots' },
      { ...place, id: assets, name: 'Assets', slug: 'assets' },
    ],
  }
  replica.merge(answer(tables), new Set())
  return makeStudioReplica(studioId, replica, userId)
}

type Given = { readonly type?: ItemType; readonly weight?: number; readonly isDone?: boolean; readonly frames?: number }

function aSpace(spaceId: SpaceId, items: Readonly<Record<string, Given>>) {
  const replica = makeReplica(`space:${spaceId}`)
  const collectionId = toId<CollectionId>(`of ${spaceId}`)
  const rows = Object.entries(items).map(([title, { type = 'shot', weight, frames }]) =>
    newRow('items', {
      id: id(title),
      collectionId,
      title,
      slug: title,
      orderRank: title,
      itemType: type,
      ...(frames !== undefined && { frameIn: 1, frameOut: frames }),
      ...(weight !== undefined && { fields: { weight } }),
    }),
  )
  const tasks = Object.entries(items).map(([title, { isDone = false }]) =>
    newRow('item_tasks', {
      id: toId<TaskId>(`rig of ${title}`),
      itemId: id(title),
      stageId: rig,
      statusId: isDone ? done : todo,
    }),
  )
  const collection = newRow('collections', { id: collectionId, name: 'sq010', position: 1, orderRank: '1' })
  replica.merge(answer({ collections: [collection], items: rows, item_tasks: tasks }), new Set())
  return { replica, space: makeSpaceReplica({ studioId, spaceId }, replica) }
}

function aCasting(links: readonly Partial<ItemLink>[]) {
  const replica = makeReplica(`casting:${projectId}`)
  const rows = links.map((link) => newRow('item_links', { fromItemId: id('sh010'), toItemId: id('Ana'), ...link }))
  replica.merge(answer({ item_links: rows }), new Set())
  return { replica, casting: makeCastingReplica({ studioId, projectId }, replica) }
}

const shotRows = {
  sq010: { type: 'sequence' },
  sh010: { frames: 48, isDone: true },
  sh020: { frames: 52 },
} as const

/** Two shots, one of them made with Ana, twice, and a tree; Ana is made with a hat. */
function open(formulas: Readonly<Record<string, string>> = {}) {
  const studio = aStudio(formulas)
  const own = aSpace(shots, shotRows)
  const other = aSpace(assets, { Ana: { weight: 3, isDone: true }, Tree: { weight: 5 }, Hat: { weight: 7 } })
  const casting = aCasting([
    { count: 2, label: 'left' },
    { toItemId: id('Tree'), count: 14 },
    { toItemId: id('sh020'), kind: 'reference' },
    { fromItemId: id('Ana'), toItemId: id('Hat') },
  ])
  const links = makeItemLinks({ studio, space: own.space })
  const show = () => links.setContent({ casting: casting.casting, spaces: [own.space, other.space], isWhole: true })
  return { studio, own, other, casting, links, show }
}

type Asked = { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly links: ItemLinks }

function ask(text: string, { studio, space, links }: Asked, of = 'sh010'): ExpressionValue | { reason: string } {
  const compiled = compileExpression(text, openFormulas(studio, space, links).scope)
  const item = space.replica.find('items', of)
  if (!compiled.ok || item === undefined) return { reason: compiled.ok ? 'no item' : compiled.error.reason }
  const result = compiled.value.evaluate(item, '2026-12-20')
  return result.ok ? result.value : { reason: result.error.reason }
}

test.each<[string, ExpressionValue, string?]>([
  ['sum(cast, x, x.weight)', 8],
  ['sum(cast, x, x.count * x.weight)', 76],
  ['count(cast, x, x.task("rig").done)', 1],
  ['all(cast, x, x.done)', false],
  ['share(cast, x, x.done)', 0.5],
  ['join(map(cast, x, x.name + (x.label == "" ? "" : " (" + x.label + ")")), ", ")', 'Ana (left), Tree'],
  ['join(map(references, x, x.name), ", ")', 'sh020'],
  ['sum(cast, x, sum(x.cast, y, y.weight))', 7],
  ['size(used_in)', 0],
  ['size(used_in) + size(cast)', 0, 'sh020'],
  ['sum(children, x, x.frames)', 100, 'sq010'],
  ['mean(children, x, x.progress)', 0.5, 'sq010'],
  ['size(children)', 0, 'sh010'],
])('an expression reads linked items: %s', (text, value, of) => {
  const { studio, own, links, show } = open()
  show()

  expect(ask(text, { studio, space: own.space, links }, of)).toEqual(value)
})

test.each<[string, ExpressionValue, string?]>([
  ['waits_for', ['Tree'], 'sh020'],
  ['"Tree" in waits_for', true, 'sh020'],
  ['task("rig").waits_for', ['Tree'], 'sh020'],
  ['size(waits_for)', 0, 'sh010'],
  ['size(task("rig").waits_for)', 0, 'sh010'],
])('waits_for lists what is cast and not done yet: %s', (text, value, of) => {
  const { studio, own, other, links } = open()
  const { casting } = aCasting(
    ['sh010', 'sh020'].flatMap((from) => [
      { fromItemId: id(from), toItemId: id('Ana') },
      { fromItemId: id(from), toItemId: id('Tree') },
      { fromItemId: id(from), toItemId: id('Hat'), kind: 'reference' as const },
    ]),
  )
  expect(ask(text, { studio, space: own.space, links }, of)).toEqual(
    of === 'sh010' ? value : { reason: 'Its links are still loading' },
  )
  links.setContent({ casting, spaces: [own.space, other.space], isWhole: true })

  expect(ask(text, { studio, space: own.space, links }, of)).toEqual(value)
})

test('me is the current person’s name, or nothing if nobody is signed in', () => {
  const { studio, own, links } = open()
  const userId = newId<UserId>()

  expect(ask('me', { studio, space: own.space, links })).toBeNull()
  expect(ask('me', { studio: aStudio({}, userId), space: own.space, links })).toBe('Mei')
})

test('an asset knows where it appears, read from its own space', () => {
  const { studio, own, other, casting } = open()
  const links = makeItemLinks({ studio, space: other.space })
  links.setContent({ casting: casting.casting, spaces: [other.space, own.space], isWhole: true })

  expect(
    ask(
      'join(map(used_in, x, x.name + " " + x.collection + " x" + x.count), ",")',
      { studio, space: other.space, links },
      'Ana',
    ),
  ).toBe('sh010 sq010 x2')
})

test('formulas of linked items use those items’ own fields and tasks', () => {
  const { studio, own, links, show } = open({ double: 'weight * 2', of_cast: 'sum(cast, x, x.double)' })
  show()

  expect(ask('of_cast', { studio, space: own.space, links })).toBe(16)
})

test('a formula cycle over links is refused with its path', () => {
  const self = makeFormulas(
    { ...open(), space: open().own.space, getArtists: () => [] },
    aStudio({ total: 'sum(cast, x, x.total)' }).getFields(),
  )
  const two = aStudio({ a: 'sum(cast, x, x.b)', b: 'a + 1' }).getFields()
  const both = makeFormulas({ ...open(), space: open().own.space, getArtists: () => [] }, two)
  const reasonOf = (made: ReturnType<typeof self.get>) => (made?.ok === false ? made.error.reason : 'fine')

  expect(reasonOf(self.get('total'))).toBe('It is circular: total → total of a linked item')
  expect(reasonOf(both.get('a'))).toBe('It is circular: a → b of a linked item → a')
})

test('items linked in both directions are counted once each', () => {
  const { studio, own, other, casting, links, show } = open({
    near: 'size(cast) + size(used_in)',
    far: 'sum(cast, x, x.near)',
  })
  const back = newRow('item_links', { fromItemId: id('Ana'), toItemId: id('sh010') })
  casting.replica.merge({ rev: 2, full: false, tables: { item_links: [back] }, deleted: {} }, new Set())
  show()
  const fromAsset = makeItemLinks({ studio, space: other.space })
  fromAsset.setContent({ casting: casting.casting, spaces: [other.space, own.space], isWhole: true })

  expect(ask('far', { studio, space: own.space, links })).toBe(4)
  expect(ask('far', { studio, space: other.space, links: fromAsset }, 'Ana')).toBe(4)
})

test('links not loaded yet are wanted, and say so until they arrive', async () => {
  const { studio, own, other, casting, links } = open()
  const asked = { studio, space: own.space, links }
  let news = 0
  links.subscribe(() => (news += 1))

  expect(ask('size(cast)', asked)).toEqual({ reason: 'Its links are still loading' })
  await Promise.resolve()
  expect([news, links.isWanting()]).toEqual([1, true])

  links.setContent({ casting: casting.casting, spaces: [own.space], isWhole: false })
  expect(ask('size(cast)', asked)).toBe(2)
  expect(links.isWanting()).toBe(false)
  expect(ask('sum(cast, x, x.weight)', asked)).toEqual({ reason: 'Its links are still loading' })
  expect(links.isWanting()).toBe(true)

  links.setFailed()
  expect(ask('sum(cast, x, x.weight)', asked)).toEqual({ reason: 'Its links are not on this device' })
  links.setContent({ casting: casting.casting, spaces: [own.space], isWhole: true })
  expect(ask('sum(cast, x, x.weight)', asked)).toEqual({ reason: 'Some linked items are hidden from you' })

  const before = links.getVersion()
  links.setContent({ casting: casting.casting, spaces: [own.space, other.space], isWhole: true })
  expect(ask('sum(cast, x, x.weight)', asked)).toBe(8)
  expect(links.getVersion()).toBeGreaterThan(before)
})

test.each(['casting', 'other', 'own'] as const)(
  'the version of links grows when something they read changes: %s',
  (which) => {
    const { studio, own, other, casting, links, show } = open()
    show()
    ask('size(cast)', { studio, space: own.space, links })
    const before = links.getVersion()
    const replicas: Readonly<Record<string, WritableReplica>> = {
      casting: casting.replica,
      other: other.replica,
      own: own.replica,
    }

    replicas[which]?.merge(answer({}), new Set())

    expect(links.getVersion()).toBeGreaterThan(before)
  },
)

test('a condition about tasks reads links of their items in any space', () => {
  const { studio, own, other, links, show } = open()
  show()
  const scope = makeTaskScope<{ readonly of: string; readonly space: SpaceReplica }>(studio, '2026-12-20', {
    names: new Map(),
    linksOf: (space) => (space === own.space ? links : undefined),
    read: ({ of, space }) => {
      const task = space.replica.find('item_tasks', `rig of ${of}`)
      if (task === undefined) throw new Error('no task')
      return { task, space }
    },
  })
  const compiled = compileExpression('weight == 5 || exists(cast, x, x.name == "Tree")', scope)
  const holds = (of: string, space: SpaceReplica) => compiled.ok && compiled.value.evaluate({ of, space }, '2026-12-20')

  expect(holds('sh010', own.space)).toMatchObject({ value: true })
  expect(holds('sh020', own.space)).toMatchObject({ value: false })
  expect(holds('Tree', other.space)).toMatchObject({ value: true })
  expect(holds('Hat', other.space)).toMatchObject({ ok: false, error: { reason: 'Links are not available here' } })
})

test('a rule refuses expressions about links', () => {
  const scope = makeRuleScope({ statuses: [], stages: [], kinds: [], fields: [], people: [] })
  const compiled = compileExpression('size(cast) > 1', scope)

  expect(compiled.ok ? '' : compiled.error.reason).toBe('Rules cannot use cast: they look at one item')
})
