import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { writeTar } from './tar.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'xsheet-tar-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const long = `${'sq010_'.repeat(20)}final.mov`
const contents: Readonly<Record<string, string>> = {
  'studio.json': '{}\n',
  'empty.csv': '',
  'ep01/block.csv': 'x'.repeat(512),
  [`ep01/media/${long}`]: 'film'.repeat(50_000),
  'ep01/media/Übergang 雨.png': 'drawing',
}

test('another tar unpacks the archive: long names, non-ASCII names, empty files, full blocks', async () => {
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(scratch, 'in', name)), { recursive: true })
    writeFileSync(path.join(scratch, 'in', name), text)
  }
  writeFileSync(path.join(scratch, 'in', 'half.csv.part'), 'half')
  const counts = await writeTar(path.join(scratch, 'in'), createWriteStream(path.join(scratch, 'studio.tar')))
  mkdirSync(path.join(scratch, 'out'))
  execFileSync('tar', ['-xf', path.join(scratch, 'studio.tar'), '-C', path.join(scratch, 'out')])
  const listed = execFileSync('tar', ['-tf', path.join(scratch, 'studio.tar'), '--quoting-style=literal'], {
    encoding: 'utf8',
  })

  expect(counts.files).toBe(5)
  expect(listed.trim().split('\n')).toEqual(Object.keys(contents).toSorted())
  for (const [name, text] of Object.entries(contents))
    expect(readFileSync(path.join(scratch, 'out', name), 'utf8')).toBe(text)
})

test('packing fails if a file shrinks meanwhile', async () => {
  const folder = path.join(scratch, 'shrinking')
  const film = path.join(folder, 'film.mov')
  mkdirSync(folder)
  writeFileSync(film, Buffer.alloc(32 * 1024 * 1024))
  const out = new Writable({
    write: (_chunk, _encoding, done) => {
      truncateSync(film, 1024)
      done()
    },
  })

  await expect(writeTar(folder, out)).rejects.toThrow('film.mov')
})
