import { newRow } from '#core/schema/tables.ts'
import { eachFlag, itemFlags } from '#core/schema/item-flags.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import { itemTypes, type ItemRow } from '#core/schema/items.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  newId,
  type CollectionId,
  type ItemId,
  type StageId,
  type StatusId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { uniqueSlug } from '#core/lib/slug.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import type { ImportChanges } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const stages = ['Layout', 'Animation', 'Comp due', '作画', '仕上'].map((name): StageRow => {
  return { id: newId<StageId>(), name, color: '', category: 'production', icon: undefined, orderIndex: 0 }
})
const statuses = ['TO DO', 'Wait, "FA"', 'Done', '未着手', '完了'].map((name, position): StatusRow => {
  const rest = { color: '#000000', position, isDone: false, isDefault: position === 0 }
  return { id: newId<StatusId>(), name, shortCode: name.slice(0, 2), ...rest }
})
const members = ['ann@x.example', 'bob@x.example'].map((email) => {
  return { userId: newId<UserId>(), email, displayName: email.slice(0, 3) } as MemberRow
})
const catalogue: Catalogue = { stages, statuses, members, activeStageIds: stages.slice(0, 2).map(({ id }) => id) }
const empty: SpaceContent = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }

function read(text: string, isBlankClear = false, mapping: readonly (readonly [string, string])[] = []) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const options = { stages: stages.map(({ name }) => name), statuses, mapping, isBlankClear }
  const rows = readSheet(sheet.value, options)
  if (!rows.ok) throw new Error(`${rows.error.line}:${rows.error.column} ${rows.error.message}`)
  const wrong = rows.value.rows.find(({ problem }) => problem !== undefined)
  if (wrong !== undefined) throw new Error(`${wrong.line} ${wrong.problem}`)
  return rows.value
}

const planOf = (text: string, content: SpaceContent, isBlankClear = false) =>
  planImport({ rows: read(text, isBlankClear).rows, content, catalogue, newId })

test('names match in any Unicode normalisation, and each collection is looked up once in a long sheet', () => {
  const id = newId<CollectionId>()
  let looks = 0
  const collection = {
    id,
    description: '',
    position: 0,
    orderRank: '',
    isDefault: false,
    episode: undefined,
    get name() {
      looks += 1
      return 'Se\u0301quence'
    },
  }
  const item = { id: newId<ItemId>(), collectionId: id, title: '\u00c9t\u00e9', slug: 'ete' } as ItemRow
  const content = { ...empty, collections: [collection], items: [item] }

  const composed = planOf('Collection,Name\nS\u00e9quence,\u00c9t\u00e9\n', content)
  const apart = planOf('Collection,Name\nSe\u0301quence,E\u0301te\u0301\nS\u00e9quence,\u00c9t\u00e9\n', content)
  looks = 0
  const long = planOf(
    `Collection,Name\n${Array.from({ length: 500 }, (_, at) => `SEQUENCE,a${at}`).join('\n')}`,
    content,
  )

  expect(composed.entries).toMatchObject([{ kind: 'unchanged' }])
  expect(apart.entries).toMatchObject([{ kind: 'unchanged' }, { kind: 'conflict', problem: 'Line 2 has the same item.' }]) // prettier-ignore
  expect(long.changes).toMatchObject({ collections: [], items: { length: 500 } })
  expect(looks).toBeLessThan(10)
})

/** Applies changes as the database does, as far as exports show it. */
function apply(content: SpaceContent, changes: ImportChanges): SpaceContent {
  const collections = [
    ...content.collections,
    ...changes.collections.map((row): CollectionRow => ({
      episode: undefined,
      ...row,
      description: '',
      position: 0,
      orderRank: '',
    })),
  ]
  const slugs = new Set(content.items.map(({ slug }) => slug))
  const hours = new Map(changes.tasks.map(({ id, estimatedHours }) => [id, estimatedHours]))
  const bySlug = changes.items.toSorted((a, b) => Number(a.slug === undefined) - Number(b.slug === undefined))
  const made = new Map(
    bySlug.map((item) => {
      const slug = uniqueSlug(item.slug ?? item.title, slugs)
      slugs.add(slug)
      return [item.id, slug]
    }),
  )
  const items = changes.items.map((item): ItemRow => {
    return newRow('items', { orderRank: '', ...item, slug: made.get(item.id) ?? '' })
  })
  const tasks = changes.tasks.map(({ statusId = statuses[0]?.id, priority = 0, isDisabled = false, ...task }) => {
    return { ...task, statusId, priority, isDisabled, fields: undefined } as Task
  })
  return {
    ...content,
    collections,
    items: [...content.items, ...items],
    tasks: [...content.tasks, ...tasks],
    hoursOf: (id) => hours.get(id) ?? content.hoursOf(id),
  }
}

const name = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom('001', '0010', 'a,b', 'a;b', '"q"', 'é', '-', 'x\ny', '第1話', '第1章', 'E'),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')

const aTask = fc.record({
  status: fc.nat(4),
  assignee: fc.option(fc.nat(1), { nil: undefined }),
  dueDate: fc.option(fc.constant('2026-12-18' as const), { nil: undefined }),
  hours: fc.option(
    fc.integer({ min: 0, max: 9999 }).map((tenths) => tenths / 10),
    { nil: undefined },
  ),
  priority: fc.nat(9),
  isDisabled: fc.boolean(),
})

const anItem = fc.record({
  title: name,
  description: fc.string({ maxLength: 20 }),
  frames: fc.option(fc.tuple(fc.integer({ min: -50, max: 99_999 }), fc.nat(500)), { nil: undefined }),
  handleIn: fc.option(fc.nat(20), { nil: undefined }),
  frameRate: fc.constantFrom(undefined, '24/1', '24000/1001'),
  itemType: fc.constantFrom(...itemTypes),
  ...eachFlag(() => fc.boolean()),
  kitsu: fc.option(name, { nil: undefined }),
  tasks: fc.array(fc.option(aTask, { nil: undefined }), { minLength: 5, maxLength: 5 }),
})

const aSpace = fc.array(
  fc.record({
    name: fc.oneof(name, fc.constant('ep01')),
    episode: fc.constantFrom(undefined, undefined, 'ep01', 'E 02'),
    items: fc.array(anItem, { maxLength: 4 }),
  }),
  {
    maxLength: 4,
  },
)

/** A space as the database would hold it: unique slugs and external ids. */
function toContent(space: typeof aSpace extends fc.Arbitrary<infer T> ? T : never): SpaceContent {
  const slugs = new Set<string>()
  const ids = new Set<string>()
  const hours = new Map<TaskId, number>()
  const content = { collections: [] as CollectionRow[], items: [] as ItemRow[], tasks: [] as Task[] }
  for (const { name: collectionName, episode, items } of space) {
    const id = newId<CollectionId>()
    content.collections.push({
      id,
      name: collectionName,
      isDefault: false,
      episode,
      description: '',
      position: 0,
      orderRank: '',
    })
    for (const { title, frames, kitsu, tasks, ...item } of items) {
      const slug = uniqueSlug(title, slugs)
      slugs.add(slug)
      const isFree = kitsu !== undefined && !ids.has(kitsu)
      if (isFree) ids.add(kitsu)
      const itemId = newId<ItemId>()
      const row = { id: itemId, collectionId: id, title, slug, orderRank: '' }
      const place = frames && { frameIn: frames[0], frameOut: frames[0] + frames[1] }
      const externalIds = isFree ? { kitsu } : undefined
      content.items.push(newRow('items', { ...item, ...place, ...row, externalIds }))
      for (const [at, task] of tasks.entries()) {
        const [stage, status] = [stages[at], statuses[task?.status ?? 0]]
        if (task === undefined || stage === undefined || status === undefined) continue
        const taskId = newId<TaskId>()
        if (task.hours !== undefined) hours.set(taskId, task.hours)
        const assigneeId = task.assignee === undefined ? undefined : members[task.assignee]?.userId
        const { dueDate, priority, isDisabled } = task
        content.tasks.push({
          id: taskId,
          fields: undefined,
          itemId,
          stageId: stage.id,
          statusId: status.id,
          assigneeId,
          dueDate,
          priority,
          isDisabled,
        })
      }
    }
  }
  return { ...content, hoursOf: (id) => hours.get(id), isIllustration: false }
}

test('any export, imported into an empty space and exported again, is the same', () => {
  fc.assert(
    fc.property(aSpace, (space) => {
      const before = [...exportSheet(toContent(space), catalogue)].join('')
      const { entries, changes } = planOf(before, empty)
      const after = [...exportSheet(apply(empty, changes), catalogue)].join('')

      expect(entries.filter(({ kind }) => kind === 'conflict')).toEqual([])
      expect(after).toBe(before)
      expect(planOf(before, apply(empty, changes)).changes).toMatchObject({
        items: [],
        itemChanges: [],
        taskChanges: [],
      })
    }),
    { numRuns: 300 },
  )
})

const shots = () => apply(empty, planOf('Collection,Name,Animation\nSQ010,001,To do\nSQ010,010,Done\n', empty).changes)

test('a plan lists new, changed, unchanged and conflicting rows, and changes nothing for conflicts', () => {
  const text = [
    'Sequence,Name,Description,Frame In,Frame Out,FPS,Animation,Assignations,Mood',
    'SQ010,001,Dawn,1001,1048,23.976,DO,Bob,blue',
    'SQ010,010,,,,,done,,',
    'SQ020,0005,,1001,1002,24,,,',
    'SQ010,1,,,,,,,',
    'SQ010,020,,1010,1001,,,,',
    'SQ010,030,,,,,Nope,,',
    'SQ010,010,,,,,,,',
  ].join('\n')
  const sheet = read(text)
  const { entries, changes } = planImport({ rows: sheet.rows, content: shots(), catalogue, newId })

  expect(sheet.left).toEqual([{ column: 'Mood', reason: expect.stringContaining('No field has this name') }])
  expect(entries.map(({ line, kind, path, problem }) => [line, kind, path, problem])).toEqual([
    [2, 'changed', 'SQ010/001', undefined],
    [3, 'unchanged', 'SQ010/010', undefined],
    [4, 'new', 'SQ020/0005', undefined],
    [5, 'conflict', 'SQ010/1', '"001" exists: a spreadsheet may have dropped the zeros.'],
    [6, 'conflict', 'SQ010/020', 'The last frame 1001 is before the first frame 1010.'],
    [7, 'conflict', 'SQ010/030', 'There is no status "Nope" (Animation).'],
    [8, 'conflict', 'SQ010/010', 'Line 3 has the same item.'],
  ])
  expect(entries[0]?.changes).toEqual([
    { field: 'Animation', from: 'TO DO', to: 'Done' },
    { field: 'Animation assignee', from: '', to: 'bob' },
    { field: 'description', from: '', to: 'Dawn' },
    { field: 'frameIn', from: '', to: '1001' },
    { field: 'frameOut', from: '', to: '1048' },
    { field: 'frameRate', from: '', to: '24000/1001' },
  ])
  expect(changes.items.map(({ title }) => title)).toEqual(['0005'])
  expect(changes.collections.map((row) => row.name)).toEqual(['SQ020'])
})

test('an item is found by its external id even after a rename', () => {
  const content = apply(empty, planOf('Collection,Name,ShotGrid Id\nA,old,77\n', empty).changes)
  const { entries, changes } = planOf('Collection,Name,ShotGrid Id\nA,new,77\n', content)

  expect(content.items[0]?.externalIds).toEqual({ shotgrid: '77' })
  expect(entries).toMatchObject([{ kind: 'changed', changes: [{ field: 'title', from: 'old', to: 'new' }] }])
  expect(changes.itemChanges[0]).toMatchObject({ expected: { title: 'old' }, fields: { title: 'new' } })
})

test('an item stays in its collection if only a heading names another', () => {
  const content = shots()
  const slug = content.items[0]?.slug ?? ''
  const bySlug = planOf(`Collection,Name,Slug,Frame in,Frame out\nSQ020,002,,,\n,001,${slug},1001,1048\n`, content)
  const byName = planOf('Collection,Name,Frame in,Frame out\nSQ020,002,,\n,001,1001,1048\n', content)
  // In a collection that the sheet names, an item of that name is its own.
  const named = planOf('Collection,Name\nSQ010,001\n,003\nSQ020,002\n,001\n', content)

  for (const plan of [bySlug, byName]) {
    expect(plan.entries.map(({ kind }) => kind)).toEqual(['new', 'changed'])
    expect(plan.changes.itemChanges.map(({ fields }) => fields)).toEqual([{ frameIn: 1001, frameOut: 1048 }])
  }
  expect(named.entries.map(({ kind }) => kind)).toEqual(['unchanged', 'new', 'new', 'new'])
})

test('empty cells leave values, or clear them if blanks clear', () => {
  const content = apply(empty, planOf('Collection,Name,Description,Frame in,Frame out\nA,x,Text,1,2\n', empty).changes)
  const text = 'Collection,Name,Description,Frame in,Frame out\nA,x,,,\n'

  expect(planOf(text, content).entries).toMatchObject([{ kind: 'unchanged' }])
  expect(planOf(text, content, true).changes.itemChanges).toMatchObject([
    { fields: { description: '', frameIn: null, frameOut: null } },
  ])
})

test('a sheet can omit items and restore them', () => {
  const content = apply(empty, planOf('Collection,Name,Omitted\nA,x,yes\nA,y,\n', empty).changes)
  const back = planOf('Collection,Name,Omitted\nA,x,no\n', content)

  expect(content.items.map(({ isOmitted }) => isOmitted)).toEqual([true, false])
  expect(back.changes.itemChanges).toMatchObject([{ fields: { isOmitted: false }, expected: { isOmitted: true } }])
  expect(() => planOf('Collection,Name,Omitted\nA,y,perhaps\n', content)).toThrow('"perhaps" is neither yes nor no')
})

test.each([
  ['Name\nx\n', 'Which collection?'],
  [
    'Collection,Name,Animation,Animation due\nA,x,no task,2026-12-18\n',
    'Animation: it has other values, but is marked as having no task.',
  ],
  ['Collection,Name,Frame in\nA,,1001\n', 'The row has no name.'],
  ['Collection,Name\n,\n ,x\n', 'Which collection?'],
])('%j is a conflict: %s', (text, problem) => {
  expect(planOf(text, empty).entries).toMatchObject([{ kind: 'conflict', problem: expect.stringContaining(problem) }])
})

test.each([
  ['Code,Cut\nx,1\n', '1:1 No column has the item names: choose “name” for one of Code, Cut.'],
  ['Name,Frame in\nx,ten\n', '2 Frame in: "ten" is not a frame number'],
  ['Name,Frame in\nx,10.5\n', '2 Frame in: "10.5" is not a frame number'],
  ['Name,FPS\n\nx,fast\n', '3 FPS: "fast" is not a frame rate'],
  ['Name,Animation due\nx,31.11.2026\n', '2 Animation due: "31.11.2026" is not a date'],
  ['Name,Animation due\nx,6/3/2026\n', '2 Animation due: "6/3/2026" could be day/month or month/day'],
  ['Name,Animation estimate\nx,long\n', '2 Animation estimate: "long" is not an estimate'],
])('%j is refused: %s', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('AYON’s columns are imported with a mapping: attributes, ids, names with leading zeros', () => {
  const sheet = read(
    [
      'Folder Path;Folder Name;Folder Type;Folder Id;frameStart;frameEnd;handleStart;handleEnd;fps;priority',
      'ep01;0010;Shot;0e3f0a4c;1001;1048;8;4;23.976023976024;high',
      'ep01;0020;Shot;00000012;;;;;25.0;',
    ].join('\r\n'),
    false,
    [
      ['collection', 'Folder Path'],
      ['name', 'Folder Name'],
      ['ayon id', 'Folder Id'],
      ['frame in', 'frameStart'],
      ['frame out', 'frameEnd'],
      ['handle in', 'handleStart'],
      ['handle out', 'handleEnd'],
      ['frame rate', 'fps'],
    ],
  )
  const content = apply(empty, planImport({ rows: sheet.rows, content: empty, catalogue, newId }).changes)
  const exported = [...exportSheet(content, catalogue)].join('')
  const noFlags = itemFlags.map(() => '').join()

  expect(sheet.left).toEqual([{ column: 'priority', reason: expect.stringContaining('belongs to a task') }])
  expect(exported.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(
      new RegExp(`^collection,name,slug,.*frame rate,${itemFlags.map(({ words }) => words).join()},ayon id,`),
    ),
    expect.stringMatching(new RegExp(`^ep01,0010,0010,,shot,1001,1048,8,4,24000/1001,${noFlags},0e3f0a4c,`)),
    expect.stringMatching(new RegExp(`^ep01,0020,0020,,shot,,,,,25/1,${noFlags},00000012,`)),
  ])
})

test('a frame number with a zero decimal is whole', () => {
  const content = apply(empty, planOf('Collection,Name,Frame in,Frame out\nA,x,1001.0,1048.00\n', empty).changes)

  expect(content.items[0]).toMatchObject({ frameIn: 1001, frameOut: 1048 })
})

test('a mapping assigns columns, and must name existing ones', () => {
  const sheet = read('Shot Code,Cut In,Cut Out\n001,1,2\n', false, [
    ['name', 'shot code'],
    ['frame in', 'Cut In'],
    ['frame out', 'Cut Out'],
  ])

  expect(sheet.rows).toMatchObject([{ title: '001', item: { frameIn: 1, frameOut: 2 } }])
  expect(() => read('A\nx\n', false, [['name', 'B']])).toThrow('1:1 There is no column "B"')
})

test('an item whose name differs only in case and punctuation is new, and the similar one is reported', () => {
  const content = apply(empty, planOf('Collection,Name\nSQ010,SH_010\n', empty).changes)
  const { entries } = planOf('Collection,Name\nSQ010,sh-010\nSQ020,sh-010\nsq010,SH_010\n', content)

  expect(entries.map(({ kind, left }) => [kind, left])).toEqual([
    ['new', ['"SH_010" already exists: if you mean that item, spell its name the same way.']],
    ['new', []],
    ['unchanged', []],
  ])
})
