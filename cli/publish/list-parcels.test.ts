import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listParcels } from './list-parcels.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-parcels-'))
afterAll(() => rmSync(folder, { recursive: true }))

const list = async (files: readonly string[], more: object = { map: '{item}:anim', match: '{item}_anim.*' }) => {
  const [targetOrFile = '', ...others] = files
  return await listParcels({ targetOrFile, files: others, ...more }, '', { readInput: async () => '' })
}

test('every file that the template does not match is named at once', async () => {
  const files = ['sh010_anim.mov', 'sh020.mov', 'sh030_anim.mov', 'notes.txt']
  const many = Array.from({ length: 10 }, (_, at) => `x${at}.mov`)

  await expect(list(files)).rejects.toThrow('2 of 4 files do not match {item}_anim.*: sh020.mov, notes.txt.')
  await expect(list(['x.mov'])).rejects.toThrow('x.mov does not match {item}_anim.*.')
  await expect(list(many)).rejects.toThrow('x6.mov, x7.mov, and 2 more.')
})

test('a path with %04d or #### stands for the pictures of that name, in order', async () => {
  for (const name of ['a.0999.exr', 'a.1000.exr', 'a.10001.exr', 'a.12.exr', 'a.x001.exr', 'b.1001.exr'])
    writeFileSync(path.join(folder, name), '')
  const template = { map: '{item}:comp', match: '{item}.{frame}.exr' }
  const [sequence] = await list([path.join(folder, 'a.%04d.exr')], template)
  const named = await list(['sh010:comp', path.join(folder, 'a.####.exr')], {})

  expect(sequence).toMatchObject({ target: 'a:comp' })
  expect(sequence?.paths.map((file) => path.basename(file))).toEqual(['a.0999.exr', 'a.1000.exr', 'a.10001.exr'])
  expect(named[0]?.paths).toEqual(sequence?.paths)
  await expect(list([path.join(folder, 'c.%04d.exr')], template)).rejects.toThrow('No file is named like')
})

test('a file whose own name has such signs stays itself', async () => {
  const file = path.join(folder, 'odd##.mov')
  writeFileSync(file, '')

  expect((await list(['sh010:anim', file], {}))[0]?.paths).toEqual([file])
})
