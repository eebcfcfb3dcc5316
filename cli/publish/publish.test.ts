import { expect, test } from 'vitest'
import { isUuid } from '#core/lib/ids.ts'
import { makeContentId } from './content-ids.ts'
import { testIo } from '../testing/test-io.ts'
import { listParcels } from './list-parcels.ts'
import { makeFilePlacer } from './name-template.ts'

test('a content id depends on its parts only, and is a UUID of version 8', () => {
  const id = makeContentId('revision', 'task', 'ab', 'c')

  expect(makeContentId('revision', 'task', 'ab', 'c')).toBe(id)
  expect(makeContentId('revision', 'task', 'a', 'bc')).not.toBe(id)
  expect(makeContentId('media', 'task', 'ab', 'c')).not.toBe(id)
  expect(isUuid(id)).toBe(true)
  expect(id[14]).toBe('8')
})

test('a file’s place is derived from its name', () => {
  const byName = makeFilePlacer({ map: '{dir}/{name}:anim', match: undefined })
  const byTemplate = makeFilePlacer({ map: '{item}:{stage}', match: '{item}_{stage}_v*.mov' })

  expect(byName('/renders/sq010/sh0010.mov')?.target).toBe('sq010/sh0010:anim')
  expect(byTemplate('out/sq010_sh0010_anim_v003.mov')?.target).toBe('sq010_sh0010:anim')
  expect(byTemplate('out/sq010_sh0010_anim_v003.mp4')).toBeUndefined()
})

test('a repeated placeholder must match the same text, and an undefined one is refused', () => {
  const twice = makeFilePlacer({ map: '{item}:comp', match: '{item}.{item}.exr' })

  expect(twice('sh10.sh10.exr')?.target).toBe('sh10:comp')
  expect(twice('sh10.sh20.exr')).toBeUndefined()
  expect(() => makeFilePlacer({ map: '{shot}:comp', match: undefined })).toThrow(
    '--map uses {shot}, which --match does not define.',
  )
})

test('frames of a sequence stay together in order, and the note is filled from the name', async () => {
  const files = ['a/sh10_comp_v002.1002.png', 'a/sh10_comp_v002.1001.png', 'b/sh10_comp_v003.0999.png']
  const options = { targetOrFile: '-', files: [], map: '{item}:{stage}' }
  const io = testIo({ input: files.join('\n') })
  const parcels = await listParcels({ ...options, match: '{item}_{stage}_v{version}.####.png' }, 'v{version} {x}', io)
  const printf = makeFilePlacer({ map: '{item}:comp', match: '{item}.%04d.png' })

  expect(parcels).toEqual([
    { target: 'sh10:comp', paths: [files[1], files[0]], message: 'v002 {x}', version: 2 },
    { target: 'sh10:comp', paths: [files[2]], message: 'v003 {x}', version: 3 },
  ])
  expect(printf('sh10.0001.png')).toMatchObject({ target: 'sh10:comp', frame: 1, sequence: 'sh10.#.png' })
  expect(printf('sh10.1.png')).toBeUndefined()
})

test.each(['a b/sh 10.mov\r\nÉ.mov\r\n\r\n', 'a b/sh 10.mov\0É.mov\0', 'a b/sh 10.mov\nÉ.mov'])(
  'file names are listed one per line or separated by zero bytes, unchanged: %j',
  async (input) => {
    const parcels = await listParcels({ targetOrFile: '-', files: [], map: '{name}:comp' }, '', testIo({ input }))
    const broken = await listParcels(
      { targetOrFile: '-', files: [], map: 'x:comp' },
      '',
      testIo({ input: 'a\nb.mov\0' }),
    )

    expect(parcels.map(({ paths }) => paths)).toEqual([['a b/sh 10.mov'], ['É.mov']])
    expect(broken.map(({ paths }) => paths)).toEqual([['a\nb.mov']])
  },
)
