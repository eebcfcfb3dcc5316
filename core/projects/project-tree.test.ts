import { expect, test } from 'vitest'
import { toId, type CollectionId, type ItemId, type SpaceId } from '#core/lib/ids.ts'
import { listTreeLines, makeProjectTree, type TreeCollection, type TreeHead } from './project-tree.ts'

const spaceId = toId<SpaceId>('11111111-1111-4111-8111-111111111111')
const space = { id: spaceId, name: 'Film' }

function aCollection(name: string, more: Partial<TreeCollection> = {}): TreeCollection {
  const collectionId = toId<CollectionId>(`${more.episode ?? ''} ${name}`)
  return {
    spaceId,
    collectionId,
    name,
    episode: null,
    itemCount: 2,
    shotCount: 2,
    taskCounts: { wip: 1 },
    heads: [],
    ...more,
  }
}

const aHead = (title: string, type: TreeHead['type'] = 'sequence'): TreeHead => ({
  id: toId<ItemId>(title),
  slug: title,
  title,
  type,
})

function draw(collections: readonly TreeCollection[], name = 'Film'): readonly string[] {
  const tree = makeProjectTree([{ ...space, name }], collections)
  return listTreeLines(tree, new Set()).map(
    ({ node, depth }) => `${'  '.repeat(depth)}${node.kind} ${node.name} ${node.itemCount}${node.head ? ' *' : ''}`,
  )
}

test('sequences of the same name in two episodes stay apart, each in its own, without the episode’s prefix', () => {
  const collections = ['E01', 'E02'].map((episode) => aCollection(`${episode} SQ010`, { episode }))

  expect(draw([...collections, aCollection('Loose')])).toEqual([
    'space Film 6',
    '  episode E01 2',
    '    sequence SQ010 2',
    '  episode E02 2',
    '    sequence SQ010 2',
    '  sequence Loose 2',
  ])
})

test('the space of a single episode is that episode, and sequences are matched by name, by collection or stand alone', () => {
  const standing = [aHead('Film', 'episode'), aHead('SQ 010'), aHead('sq030')]
  const heads = aCollection('Heads', { itemCount: 0, shotCount: 0, heads: standing })

  expect(
    draw([heads, aCollection('sq_010'), aCollection('SQ020', { heads: [aHead('The market')] }), aCollection('Empty')]),
  ).toEqual([
    'episode Film 6 *',
    '  sequence sq030 0 *',
    '  sequence sq_010 2 *',
    '  sequence SQ020 2 *',
    '  sequence Empty 2',
  ])
})

test('a collection named like an episode is that episode, and one that begins with its name belongs to it', () => {
  const heads = [aHead('E01', 'episode'), aHead('E02', 'episode')]
  const standing = aCollection('Heads', { itemCount: 0, shotCount: 0, heads })

  expect(draw([standing, aCollection('E01'), aCollection('E010'), aCollection('E02_SQ010')])).toEqual([
    'space Film 6',
    '  episode E01 2 *',
    '  episode E02 2 *',
    '    sequence SQ010 2',
    '  sequence E010 2',
  ])
})

test('assets and spaces without shots are left out of the project tree', () => {
  const props = aCollection('Props', { shotCount: 0 })

  expect(draw([props])).toEqual([])
  expect(draw([props, aCollection('SQ010')])).toEqual(['space Film 2', '  sequence SQ010 2'])
  expect(draw([])).toEqual([])
})

test('a folded line hides its children but counts them', () => {
  const tree = makeProjectTree([space], [aCollection('SQ010'), aCollection('SQ020')])

  expect(listTreeLines(tree, new Set([spaceId])).map(({ node }) => node.taskCounts)).toEqual([{ wip: 2 }])
})
