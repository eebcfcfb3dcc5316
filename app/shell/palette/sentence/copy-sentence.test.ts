import { expect, test } from 'vitest'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { SpaceTask } from '#core/plan/space-tasks.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toCommandLine } from './copy-sentence.ts'
import type { PlannedSentence } from './sentence-planner.ts'

// Nothing else is read of them.
const studio = { replica: { find: (_: string, id: string) => ({ name: `Stage ${id}` }) } } as unknown as StudioReplica
const space = { replica: { find: (_: string, id: string) => ({ title: `Shot ${id}` }) } } as unknown as SpaceReplica

function aSentence(sentence: string, cells: readonly (readonly [string, string])[] = []): PlannedSentence {
  const plan = cells.map(([itemId, stageId]) => {
    const task = { space, itemId, stageId } as unknown as SpaceTask
    return { task, reason: 'planned' as const, actions: [] }
  })
  return {
    sentence,
    plan,
    reading: { terms: [], actions: [], problems: [], words: [] },
    isOnSelection: cells.length > 0,
    spaces: { where: 'Ep 1', flags: ['--project', 'film', '--space', 'ep 1'], isWhole: false, rows: [] },
    reach: 'here',
    missing: 0,
  }
}

test('a sentence is quoted for a shell, whatever it contains', () => {
  expect(toCommandLine(aSentence("sq010 > done 'it''s $HOME'"), studio)).toBe(
    String.raw`studio-cli do 'sq010 > done '\''it'\'''\''s $HOME'\''' --project film --space 'ep 1'`,
  )
})

test('selected cells are named by items and stages only if they are every combination of them', () => {
  const whole = aSentence('wfa', [
    ['1', 'a'],
    ['1', 'b'],
    ['2', 'a'],
    ['2', 'b'],
  ])
  const ragged = aSentence('wfa', [
    ['1', 'a'],
    ['2', 'b'],
  ])

  expect(toCommandLine(whole, studio)).toBe(
    `studio-cli do 'item:"Shot 1" item:"Shot 2" stage:"Stage a" stage:"Stage b" → wfa' --project film --space 'ep 1'`,
  )
  expect(toCommandLine(ragged, studio)).toBeUndefined()
})

test.each([
  ['to wip', 'wip'],
  ['=> wip', 'wip'],
  ['to do', 'to do'],
])('what is said of the selection follows the arrow: %s', (typed, copied) => {
  expect(toCommandLine(aSentence(typed, [['1', 'a']]), studio)).toContain(`→ ${copied}'`)
})
