import type { ItemRow } from '#core/schema/items.ts'
import { expect, test } from 'vitest'
import { toId, type ItemId, type ItemKindId, type SpaceId } from '#core/lib/ids.ts'
import { makeItemCorpus } from './item-corpus.ts'

const [ep1, ep2] = [toId<SpaceId>('space-1'), toId<SpaceId>('space-2')]

function anItem(title: string, description = ''): ItemRow {
  const id = toId<ItemId>(`id-${title}`)
  return { id, title, description, slug: title.replace('_', '-') } as ItemRow // the corpus reads nothing else
}

function aCorpus() {
  const corpus = makeItemCorpus()
  corpus.setStages(['Storyboard', 'Animation'])
  corpus.put(ep1, [anItem('sq010_sh0010', 'Boats leave'), anItem('sq010_sh0020', 'The anime poster')])
  corpus.put(ep2, [anItem('sq020_sh0010', 'Gull lands')])
  return corpus
}

test('finds items by name and description', () => {
  const corpus = aCorpus()

  expect(corpus.search('gull', 50)).toMatchObject([{ title: 'sq020_sh0010', spaceId: ep2, stage: undefined }])
  expect(corpus.search('sh0010', 50).map(({ title }) => title)).toEqual(['sq020_sh0010', 'sq010_sh0010'])
  expect(corpus.search('sh0010', 1)).toHaveLength(1)
})

test('finds a task by its stage, at either end of the query, after items that contain the word themselves', () => {
  const corpus = aCorpus()
  const found = (query: string) => corpus.search(query, 50).map(({ title, stage }) => `${title} ${stage ?? '-'}`)

  expect(found('gull anim')).toEqual(['sq020_sh0010 Animation'])
  expect(found('animation gull')).toEqual(['sq020_sh0010 Animation'])
  expect(found('sh0020 anim')).toEqual(['sq010_sh0020 -', 'sq010_sh0020 Animation'])
})

test('finds assets by their kind', () => {
  const corpus = aCorpus()
  corpus.put(ep2, [{ ...anItem('Truck'), kindId: toId<ItemKindId>('k1') }, anItem('Truckload')])
  corpus.setKinds(new Map([['k1', 'Vehicle']]))

  expect(corpus.search('vehicle', 50)).toMatchObject([{ title: 'Truck', kind: 'Vehicle' }])
  corpus.setKinds(new Map([['k1', 'Machine']]))
  expect([corpus.search('vehicle', 50), corpus.search('machine', 50).length]).toEqual([[], 1])
})

test('changed items replace the old ones, and a removed space takes its items with it', () => {
  const corpus = aCorpus()
  corpus.search('gull', 50)

  corpus.put(ep2, [anItem('sq020_sh0010', 'Whale surfaces')])
  expect(corpus.search('gull', 50)).toEqual([])
  expect(corpus.find(['id-sq020_sh0010', 'id-nothing'])).toMatchObject([{ description: 'Whale surfaces' }])

  corpus.retain(new Set([ep1]))
  expect(corpus.find(['id-sq020_sh0010'])).toEqual([])
  expect([corpus.has(ep1), corpus.has(ep2)]).toEqual([true, false])
})
