import { expect, test } from 'vitest'
import { toId, type ProjectId, type SpaceId, type TaskId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { numberByFiles } from './number-by-files.ts'

const spaceId = toId<SpaceId>('space')
const projectId = toId<ProjectId>('project')

function post(fileName: string, there: readonly number[], { follows = true, taskId = 'task' } = {}) {
  const rows = { spaces: { projectId }, projects: { followsFileVersions: follows } }
  // Only these two tables are read.
  const studio = { replica: { find: (table: keyof typeof rows) => rows[table] } } as unknown as StudioReplica
  const versions = there.map((versionNumber) => ({ versionNumber }))
  const item = { getVersions: () => versions } as unknown as Parameters<typeof numberByFiles>[0]['item']
  const numbered = numberByFiles({ studio, spaceId, item, taskId: toId<TaskId>(taskId), fileNames: [fileName] })
  return numbered.ok ? numbered.value : numbered.error.message
}

test('a revision takes its number from its file name if the project wants that, even if it leaves a gap', () => {
  expect(post('sh010_v07.mov', [1, 2])).toEqual({ versionNumber: 7 })
  expect(post('sh010_v07.mov', [1, 2], { follows: false })).toEqual({})
  expect(post('sh010.mov', [1, 2])).toEqual({})
})

test('a revision number below the newest is refused once, and accepted when posted again', () => {
  expect(post('sh010_v03.mov', [1, 9])).toContain('v3 is lower than the newest, v9.')
  expect(post('sh010_v03.mov', [1, 9], { taskId: 'another' })).toContain('v3 is lower')
  expect(post('sh010_v03.mov', [1, 9])).toEqual({ versionNumber: 3, mayBeLower: true })
  expect(post('sh010_v03.mov', [1, 9])).toContain('v3 is lower')
})

test('a revision number that exists is refused once, and becomes the next one when posted again', () => {
  expect(post('sh010_v09.mov', [1, 9], { taskId: 'third' })).toContain('v9 already exists.')
  expect(post('sh010_v09.mov', [1, 9], { taskId: 'third' })).toEqual({ versionNumber: 10 })
})
