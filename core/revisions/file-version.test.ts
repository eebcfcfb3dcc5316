import { expect, test } from 'vitest'
import { versionOfFileName, versionOfFileNames } from './file-version.ts'

test.each([
  ['sh010_anim_v07.mov', 7],
  ['SH010-V012.1001.exr', 12],
  ['v3.mp4', 3],
  ['sh010.v0042.mov', 42],
  ['sh010_v1_comp_v02.mov', 2],
  ['sh010_v2(1).mov', 2],
])('%s is version %i', (name, version) => {
  expect(versionOfFileName(name)).toBe(version)
})

test.each(['sh010.mov', 'review.mov', 'sh010_v00.mov', 'mov2v07.mov', 'sh_v7b.mov', 'sh_v1234567.mov', 'ev07.mov'])(
  '%s has no version',
  (name) => {
    expect(versionOfFileName(name)).toBeUndefined()
  },
)

test('several files have a version if they agree on it', () => {
  expect(versionOfFileNames(['a_v07.1001.exr', 'a_v07.1002.exr', 'notes.txt'])).toBe(7)
  expect(versionOfFileNames(['a_v07.mov', 'b_v08.mov'])).toBeUndefined()
  expect(versionOfFileNames([])).toBeUndefined()
})
