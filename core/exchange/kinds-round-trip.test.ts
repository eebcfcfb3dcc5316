import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  newId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type ItemKindId,
  type StageId,
  type StatusId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { itemTypes, type ItemRow } from '#core/schema/items.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { exportSheet, listSheetRows, numberColumns } from './export-sheet.ts'
import type { ImportChanges } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import type { NameAnswers } from './propose-names.ts'
import { readImportFile } from './read-import-file.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'
import { writeXlsx } from './write-xlsx.ts'

// Spaces whose items are of the studio's own kinds, exported and read back into an empty space.

const stages = ['Modeling', 'Animation', 'Comp'].map((name, at) =>
  newRow('stages', { id: newId<StageId>(), name, color: '#123456', category: 'production' as const, orderIndex: at }),
)
const statuses = defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() }))
const members = ['Ann', 'Bob'].map(
  (displayName) =>
    ({ userId: newId<UserId>(), displayName, email: `${displayName.toLowerCase()}@x.example` }) as MemberRow,
)
const kindNames = ['Shot', 'Prop', 'Props', 'Matte painting', 'FX, big', '=Rig', 'Boss', '3D', 'No task', '背景']
const kinds = kindNames.map((name, at) =>
  newRow('item_kinds', {
    id: newId<ItemKindId>(),
    key: `kind_${at}`,
    name,
    itemType: itemTypes[at % itemTypes.length] ?? 'asset',
    position: at,
    stageIds: stages.slice(0, at % 3).map(({ id }) => id),
  }),
)
const field = (key: string, name: string, kind: 'number' | 'choice') => {
  const options = kind === 'choice' ? [{ id: 'n', name: 'North', color: '#22c55e' }] : []
  return newRow('field_definitions', { id: newId<FieldId>(), key, name, kind, options })
}
const studio: Catalogue = {
  stages,
  statuses,
  members,
  kinds,
  fields: [field('heft', 'Heft', 'number'), field('vendor', 'Vendor', 'choice')],
  activeStageIds: stages.slice(0, 2).map(({ id }) => id),
  newKind: kinds[1],
}
const empty: SpaceContent = {
  collections: [],
  items: [],
  tasks: [],
  hoursOf: () => undefined,
  isIllustration: false,
  casting: { items: [], space: 'space', getCast: () => [] },
}

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const aTask = fc.record({
  status: fc.nat(statuses.length - 1),
  assignee: maybe(fc.nat(1)),
  dueDate: fc.constantFrom(undefined, '2026-12-01'),
  hours: fc.constantFrom(undefined, 4, 12.5),
})
const anItem = fc.record({
  kind: maybe(fc.nat(kinds.length - 1)),
  itemType: maybe(fc.constantFrom(...itemTypes)),
  heft: maybe(fc.nat(99)),
  vendor: maybe(fc.constant('n')),
  tasks: fc.array(maybe(aTask), { minLength: 3, maxLength: 3 }),
  casts: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
})
type AnItem = typeof anItem extends fc.Arbitrary<infer Each> ? Each : never

/** A space as the database holds it; each item may cast those before it. */
function toContent(items: readonly AnItem[], catalogue = studio): SpaceContent {
  const collectionId = newId<CollectionId>()
  const hours = new Map<TaskId, number>()
  const tasks: Task[] = []
  const rows = items.map(({ kind: at, itemType, heft, vendor }, index): ItemRow => {
    const kind = at === undefined ? undefined : catalogue.kinds?.[at]
    const title = `item ${index}`
    const row = { id: newId<ItemId>(), collectionId, title, slug: `item-${index}`, orderRank: String(index) }
    const fields = { ...(heft !== undefined && { heft }), ...(vendor !== undefined && { vendor }) }
    return newRow('items', { ...row, kindId: kind?.id, itemType: itemType ?? kind?.itemType ?? 'asset', fields })
  })
  for (const [index, item] of items.entries())
    for (const [at, task] of item.tasks.entries()) {
      const [row, stage] = [rows[index], stages[at]]
      if (task === undefined || row === undefined || stage === undefined) continue
      const id = newId<TaskId>()
      if (task.hours !== undefined) hours.set(id, task.hours)
      const of = { statusId: statuses[task.status]?.id, assigneeId: members[task.assignee ?? 9]?.userId }
      const rest = { dueDate: task.dueDate, priority: 0, isDisabled: false, fields: undefined }
      tasks.push({ id, itemId: row.id, stageId: stage.id, ...of, ...rest } as Task)
    }
  const links = items.flatMap(({ casts }, index) =>
    casts.flatMap((at): readonly ItemLink[] => {
      const [from, to] = [rows[index], rows[at]]
      if (from === undefined || to === undefined || at >= index) return []
      return [{ fromItemId: from.id, toItemId: to.id, kind: 'cast', count: at + 1, label: '' } as ItemLink]
    }),
  )
  const collections = [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })]
  return withCasting({ ...empty, collections, items: rows, tasks, hoursOf: (id) => hours.get(id) }, links)
}

function withCasting(content: SpaceContent, links: readonly ItemLink[]): SpaceContent {
  const items = content.items.map(({ id, title, slug, itemType }) => {
    return { id, title, slug, collection: 'sq010', space: 'space', isAsset: itemType === 'asset' }
  })
  const getCast = (itemId: ItemId) => links.filter(({ fromItemId }) => fromItemId === itemId)
  return { ...content, casting: { items, space: 'space', getCast } }
}

/** An empty space after an import. */
function toImported({ collections, items, tasks, links = [] }: ImportChanges): SpaceContent {
  const hours = new Map(tasks.map(({ id, estimatedHours }) => [id, estimatedHours]))
  const content = {
    ...empty,
    collections: collections.map((row) => newRow('collections', { ...row, orderRank: '' })),
    items: items.map((item) => newRow('items', { orderRank: '', ...item, slug: item.slug ?? '' })),
    tasks: tasks.map(({ statusId = statuses[0]?.id, ...task }) => {
      return { ...task, statusId, priority: task.priority ?? 0, isDisabled: false, fields: undefined } as Task
    }),
    hoursOf: (id: TaskId) => hours.get(id),
  }
  return withCasting(content, links)
}

type Given = { readonly catalogue?: Catalogue; readonly content?: SpaceContent; readonly answers?: NameAnswers }

async function bring(bytes: Uint8Array, { catalogue = studio, content = empty, answers }: Given = {}) {
  const read = await readImportFile(bytes, {
    ...noImportChoices,
    ...catalogue,
    format: 'csv',
    stages: stages.map(({ name }) => name),
    space: 'Space',
    ...(answers !== undefined && { names: { answers, catalogue } }),
  })
  if (!read.ok) throw new Error(read.error.message)
  const plan = planImport({ rows: read.value.rows, content, catalogue, newId, newNames: read.value.names })
  return { ...plan, read: read.value }
}

/** What a space holds, without ids. */
function describe({ items, tasks, hoursOf, casting }: SpaceContent, { kinds: known = [] } = studio) {
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  return items.map(({ id, title, slug, kindId, itemType, fields }) => ({
    title,
    slug,
    itemType,
    kind: known.find((kind) => kind.id === kindId)?.name,
    fields: { ...fields },
    cast: (casting?.getCast(id) ?? []).map(({ toItemId, count }) => `${titles.get(toItemId)} × ${count}`).sort(),
    tasks: tasks
      .filter(({ itemId }) => itemId === id)
      .map(({ id: taskId, stageId, statusId, assigneeId, dueDate }) =>
        [stageId, statusId, assigneeId, dueDate, hoursOf(taskId)].join(' '),
      )
      .sort(),
  }))
}

const toCsv = (content: SpaceContent) => new TextEncoder().encode([...exportSheet(content, studio)].join(''))
const toXlsx = async (content: SpaceContent) =>
  await writeXlsx({ name: 'Space', rows: listSheetRows(content, studio), numberColumns })

test('items of any kind, of none too, come back the same from CSV and from a workbook', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anItem, { minLength: 1, maxLength: 6 }), async (items) => {
      const content = toContent(items)
      for (const bytes of [toCsv(content), await toXlsx(content)]) {
        const { changes, entries } = await bring(bytes)

        expect(entries.filter(({ kind, left }) => kind !== 'new' || left.length > 0)).toEqual([])
        expect(describe(toImported(changes))).toEqual(describe(content))
        expect((await bring(bytes, { content })).entries.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
      }
    }),
    { numRuns: 100 },
  )
})

/** A studio that lacks the kinds with these names. */
const without = (...names: readonly string[]): Catalogue => {
  return { ...studio, kinds: kinds.filter(({ name }) => !names.includes(name)), newKind: undefined }
}
const ofKind = (kind: number | undefined): AnItem => {
  return { kind, itemType: undefined, heft: 3, vendor: 'n', tasks: [undefined, undefined, undefined], casts: [0] }
}
const content = toContent([ofKind(3), ofKind(undefined), ofKind(4), ofKind(5), ofKind(3)])

test('a studio without the kinds asks, and once they are confirmed has the same items', async () => {
  const catalogue = without('Matte painting', 'FX, big', '=Rig')
  const answers: NameAnswers = { rest: 'take', names: new Map(), isAllowed: true }
  for (const bytes of [toCsv(content), await toXlsx(content)]) {
    const { changes, entries, read } = await bring(bytes, { catalogue, answers })

    expect(read.names?.proposals).toMatchObject([
      { of: 'kind', name: 'Matte painting', rows: 2, state: 'taken' },
      { of: 'kind', name: 'FX, big', rows: 1, state: 'taken' },
      { of: 'kind', name: '=Rig', rows: 1, state: 'taken' },
    ])
    expect(entries.flatMap(({ left }) => left)).toEqual([])
    const made = { ...studio, kinds: changes.names?.kinds.map((kind) => newRow('item_kinds', kind)) ?? [] }
    expect(describe(toImported(changes), made)).toEqual(describe(content))
    expect(changes.names?.kinds.map(({ name, itemType }) => [name, itemType])).toEqual(
      [3, 4, 5].map((at) => [kinds[at]?.name, kinds[at]?.itemType]),
    )
  }
})

test('kinds that nobody confirmed are named, and everything else about their items comes back', async () => {
  const answers: NameAnswers = { rest: 'propose', names: new Map(), isAllowed: true }
  const { changes, entries } = await bring(toCsv(content), { catalogue: without('Matte painting', '=Rig'), answers })

  expect(changes.names).toBeUndefined()
  expect(entries.map(({ left }) => left)).toEqual([
    ['There is no kind of item "Matte painting".'],
    [],
    [],
    ['There is no kind of item "=Rig".'],
    ['There is no kind of item "Matte painting".'],
  ])
  const isMissing = (kind: string | undefined): boolean => kind === 'Matte painting' || kind === '=Rig'
  expect(describe(toImported(changes))).toEqual(
    describe(content).map((item) => (isMissing(item.kind) ? { ...item, kind: undefined } : item)),
  )
})

test('a cell that says no kind takes the kind from an item; an empty one leaves it', async () => {
  const [item] = content.items
  const bring1 = async (cell: string) =>
    (await bring(new TextEncoder().encode(`Collection,Name,Item kind\nsq010,item 0,${cell}\n`), { content })).changes

  expect((await bring1('No kind')).itemChanges).toEqual([
    { id: item?.id, expected: { kindId: item?.kindId }, fields: { kindId: null } },
  ])
  expect((await bring1('')).itemChanges).toEqual([])
})
