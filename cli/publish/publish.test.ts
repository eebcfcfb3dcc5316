import { expect, test } from 'vitest'
import { isUuid } from '#core/lib/ids.ts'
import { makeContentId } from './content-ids.ts'
import { makePlaceFile } from './name-template.ts'

test('a content’s id is the same for the same parts alone, and a UUID of version 8', () => {
  const id = makeContentId('revision', 'task', 'ab', 'c')

  expect(makeContentId('revision', 'task', 'ab', 'c')).toBe(id)
  expect(makeContentId('revision', 'task', 'a', 'bc')).not.toBe(id)
  expect(makeContentId('media', 'task', 'ab', 'c')).not.toBe(id)
  expect(isUuid(id)).toBe(true)
  expect(id[14]).toBe('8')
})

test('a file’s place is worked out from its name', () => {
  const byName = makePlaceFile({ map: '{dir}/{name}:anim', match: undefined })
  const byTemplate = makePlaceFile({ map: '{item}:{stage}', match: '{item}_{stage}_v*.mov' })

  expect(byName('/renders/sq010/sh0010.mov')).toBe('sq010/sh0010:anim')
  expect(byTemplate('out/sq010_sh0010_anim_v003.mov')).toBe('sq010_sh0010:anim')
  expect(byTemplate('out/sq010_sh0010_anim_v003.mp4')).toBeUndefined()
})

test('a placeholder that stands twice means the same text, and one that nothing says is refused', () => {
  const twice = makePlaceFile({ map: '{item}:comp', match: '{item}.{item}.exr' })

  expect(twice('sh10.sh10.exr')).toBe('sh10:comp')
  expect(twice('sh10.sh20.exr')).toBeUndefined()
  expect(() => makePlaceFile({ map: '{shot}:comp', match: undefined })).toThrow(
    '--map uses {shot}, which nothing says.',
  )
})
