import { expect, test } from 'vitest'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findKindGroup } from './create-kind.ts'

const path = '/studio/n/project/road/space/assets'
const road = { id: 'road', slug: 'road', name: 'Salt Road', isActive: true }
// Only these parts of a studio are read here.
const studio = {
  getKinds: () => [
    { id: 'k1', name: 'Vehicle' },
    { id: 'k2', name: 'Matte painting' },
  ],
  can: () => true,
  getProjects: () => [road],
  getSpaces: () => [{ id: 'assets', slug: 'assets', name: 'Assets' }],
  replica: { find: () => undefined },
} as unknown as StudioReplica
const here = { studio, commands: [{ id: 'item.create' }], path } as const

test('“Create” plus the name of a kind creates an item of that kind', () => {
  expect(findKindGroup('create vehicle', here).rows).toMatchObject([
    { title: 'Create Vehicle', target: { kind: 'command', commandId: 'item.create', args: ['k1'] } },
  ])
  expect(findKindGroup('matte', here).rows.map(({ title }) => title)).toEqual(['Create Matte painting'])
  expect(findKindGroup('', here).rows).toEqual([])
})

test('on another page the item is created in the last space; people who may not create see nothing', () => {
  const elsewhere = { ...here, commands: [], path: '/studio/n/project/road/assets' }

  expect(findKindGroup('vehicle', elsewhere).rows).toMatchObject([
    {
      detail: 'goes to Assets',
      target: {
        kind: 'elsewhere',
        commandId: 'item.create',
        args: ['k1'],
        to: expect.stringContaining('/space/assets'),
      },
    },
  ])
  expect(findKindGroup('vehicle', { ...here, studio: { ...studio, can: () => false } }).rows).toEqual([])
})
