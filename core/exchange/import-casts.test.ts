import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import { toSlug } from '#core/lib/slug.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { newRow } from '#core/schema/tables.ts'
import type { CastItem } from './cast-index.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import { countChanges, toReverse } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const catalogue: Catalogue = { stages: [], statuses: [], members: [], activeStageIds: [] }
const collectionId = newId<CollectionId>()
const shots = ['SH0010', 'SH0020', 'SH0030', 'SH0040'].map((title, at) =>
  newRow('items', { id: newId<ItemId>(), collectionId, title, slug: title.toLowerCase(), orderRank: String(at) }),
)
const [first, second] = shots as [ItemRow, ItemRow]
const anAsset = (title: string, collection: string, space = 'assets'): CastItem => {
  const slug = toSlug(`${title} ${collection}`)
  return { id: newId<ItemId>(), title, slug, collection, space, isAsset: true }
}
const crow = anAsset('Crow', 'Characters')
const kettle = anAsset('Kettle', 'Props')
const otherKettle = anAsset('Kettle', 'Sets')
const rope = anAsset('Rope, thick (2)', 'Props')

function aSpace(links: readonly Partial<ItemLink>[] = [], items = [crow, kettle, otherKettle, rope]): SpaceContent {
  const all = links.map((link) => ({ kind: 'cast', count: 1, label: '', ...link }) as ItemLink)
  const own = shots.map(({ id, title, slug }) => ({
    id,
    title,
    slug,
    collection: 'SQ010',
    space: 'shots',
    isAsset: false,
  }))
  return {
    collections: [newRow('collections', { id: collectionId, name: 'SQ010', orderRank: '1' })],
    items: shots,
    tasks: [],
    hoursOf: () => undefined,
    isIllustration: false,
    casting: {
      items: [...own, ...items],
      space: 'shots',
      getCast: (itemId) => all.filter(({ fromItemId }) => fromItemId === itemId),
    },
  }
}

function plan(text: string, content: SpaceContent, isBlankClear = false) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const options = { stages: [], statuses: [], mapping: [], isBlankClear }
  const read = readSheet(sheet.value, options)
  if (!read.ok) throw new Error(read.error.message)
  return planImport({ rows: read.value.rows, content, catalogue, newId })
}

const linksOf = ({ changes: { links = [] } }: ReturnType<typeof plan>) =>
  links.map(({ toItemId, count, label, kind }) => [toItemId, count, label, kind])

test('Kitsu’s casting sets the links it names and removes none; missing assets are reported with the shot', () => {
  const kitsu = readFileSync(new URL('fixtures/kitsu-casting.csv', import.meta.url), 'utf8')
  const planned = plan(kitsu, aSpace([{ fromItemId: first.id, toItemId: rope.id }]))

  expect(planned.changes.items).toEqual([])
  expect(linksOf(planned)).toEqual([
    [crow.id, 1, 'animate', 'cast'],
    [kettle.id, 14, '', 'cast'],
    [kettle.id, 1, '', 'cast'],
  ])
  expect(planned.entries.map(({ line, kind, left, problem }) => [line, kind, left, problem])).toEqual([
    [2, 'changed', [], undefined],
    [4, 'changed', ['There is no "Teapot" in this project.'], undefined],
    [6, 'conflict', [], 'There is no "Nobody" in this project.'],
    [7, 'conflict', [], 'This item does not exist here: import it first, or choose the space that has it.'],
    [8, 'conflict', [], 'Occurences: "many" is not a number from 0 to 9999.'],
  ])
  expect(planned.summary.links).toEqual({ created: 3, changed: 0, left: 0 })
  expect(countChanges(planned.changes)).toBe(3)
})

test('a casting without episodes finds the only shot of that sequence, and moves nothing', () => {
  const space = aSpace()
  const [known] = space.collections
  const other = newRow('collections', { id: newId<CollectionId>(), name: 'E02 SQ010', episode: 'E02', orderRank: '2' })
  const collections = [{ ...(known ?? other), name: 'E01 SQ010', episode: 'E01' }, other]
  const twin = { ...second, id: newId<ItemId>(), collectionId: other.id, slug: 'sh0020-2' }
  const text = 'Parent;Name;Asset Type;Asset;Occurences\nSQ010;SH0010;Props;Crow;2\nSQ010;SH0020;Props;Crow;1\n'
  const planned = plan(text, { ...space, collections, items: [...shots, twin] })

  expect(linksOf(planned)).toEqual([[crow.id, 2, '', 'cast']])
  expect([planned.changes.collections, planned.changes.itemChanges]).toEqual([[], []])
  expect(planned.entries.map(({ problem }) => problem)).toEqual([
    undefined,
    'This name exists in several episodes. Add an Episode column.',
  ])
})

test('ShotGrid’s assets add to a shot’s cast, and the shots of an asset say where it is used', () => {
  const content = aSpace([{ fromItemId: first.id, toItemId: crow.id, count: 2 }])
  const assets = plan('Sequence,Shot Code,Assets\nSQ010,SH0010,"crow, kettle-props"\n', content)
  const uses = plan('Asset Type,Asset Name,Shots\nProps,Lamp,"SH0010, SH0020"\n', content)

  // The crow keeps its count of two: naming it again is not a count.
  expect(linksOf(assets)).toEqual([[kettle.id, 1, '', 'cast']])
  const [lamp] = uses.changes.items
  expect(uses.changes.links?.map(({ fromItemId, toItemId }) => [fromItemId, toItemId])).toEqual([
    [first.id, lamp?.id],
    [second.id, lamp?.id],
  ])
})

test('a cast column is the whole cast: what it omits is removed, an empty cell changes nothing by default', () => {
  const content = aSpace([
    { fromItemId: first.id, toItemId: crow.id, label: 'left' },
    { fromItemId: first.id, toItemId: kettle.id, count: 3 },
  ])
  const changed = plan('Collection,Name,Cast\nSQ010,SH0010,Crow:2\nSQ010,SH0020,\n', content)
  const cleared = plan('Collection,Name,Cast\nSQ010,SH0010,\n', content, true)

  expect(linksOf(changed)).toEqual([
    [crow.id, 2, 'left', 'cast'],
    [kettle.id, 0, '', 'cast'],
  ])
  expect(changed.entries[0]?.changes).toEqual([
    { field: 'cast', from: 'Crow "left", kettle-props:3', to: 'Crow:2 "left"' },
  ])
  expect(toReverse(changed.changes).links).toMatchObject([
    { count: 1, label: 'left', expected: { count: 2, label: 'left' } },
    { count: 3, label: '', expected: { count: 0, label: '' } },
  ])
  expect(linksOf(cleared).map(([, count]) => count)).toEqual([0, 0])
  expect(linksOf(plan('Collection,Name,Cast\nSQ010,SH0010,\n', content))).toEqual([])
})

test('an ambiguous cast name is reported with ways to disambiguate, and an item is never cast with itself', () => {
  const { entries } = plan('Collection,Name,Cast\nSQ010,SH0010,"Kettle, SH0010"\n', aSpace())

  expect(entries[0]?.left).toEqual([
    '"Kettle" could be several items: write assets/kettle-props or assets/kettle-sets.',
    '"SH0010" is the item itself.',
  ])
})

test('assets further down in the file can be cast, and undo leaves their links to their deletion', () => {
  const text = 'Collection,Name,Item type,Cast\nSQ010,SH0010,,Lamp:3\nSQ010,SH0999,,Lamp\nlib,Lamp,asset,\n'
  const { changes } = plan(text, aSpace())
  const lamp = changes.items.find(({ title }) => title === 'Lamp')

  expect(changes.links?.map(({ toItemId, count }) => [toItemId, count])).toEqual([
    [lamp?.id, 3],
    [lamp?.id, 1],
  ])
  expect(toReverse(changes).links).toBeUndefined()
})

test('exported casts read back the same, for any names and kinds of link', () => {
  const content = aSpace([
    { fromItemId: first.id, toItemId: rope.id, count: 9999 },
    { fromItemId: first.id, toItemId: otherKettle.id },
    { fromItemId: second.id, toItemId: crow.id, kind: 'reference', label: 'wings, "left"' },
    { fromItemId: second.id, toItemId: crow.id, kind: 'instance', count: 2 },
  ])
  const text = [...exportSheet(content, catalogue)].join('')

  expect(text.split('\n')[0]).toContain(',cast,cast instances,cast references')
  expect(text).toContain('"kettle-sets, rope-thick-2-props:9999"')
  expect(plan(text, content).entries.map(({ kind, left }) => [kind, left])).toEqual(shots.map(() => ['unchanged', []]))
  // In another project the assets are created with the same names.
  expect(linksOf(plan(text, aSpace()))).toContainEqual([crow.id, 1, 'wings, "left"', 'reference'])
})
