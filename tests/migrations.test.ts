import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, repositoryRoot } from './files.ts'

const folder = 'supabase/migrations/'
const files = listFiles().filter((file) => file.startsWith(folder))
const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')

test('a migration is named by the moment it was written, never in the future', () => {
  const odd = files.filter((file) => {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z]+(?:_[a-z]+)*\.sql$/.exec(file.slice(folder.length)) ?? []
    const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    return !(moment.getTime() <= Date.now()) || moment.getUTCDate() !== Number(day)
  })

  expect(files.length).toBeGreaterThan(0)
  expect(odd).toEqual([])
})

test('no line of a migration is too long for review', () => {
  const long = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
  )

  expect(long).toEqual([])
})

// Remove with the first release: from then on new migrations use `create or replace`.
test('each function is created once: until the first release, change it in its migration', () => {
  // The pulls are generated from texts that repeat `create or replace`.
  const made = files.flatMap((file) =>
    [...read(file).matchAll(/^(create (?:or replace )?)function ([\w.]+)/gm)].map(([, verb, name]) => ({
      verb,
      name: name ?? '',
      file,
    })),
  )
  const names = made.map(({ name }) => name)

  expect(made.length).toBeGreaterThan(250)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(made.filter(({ verb, name }) => verb !== 'create ' && !/^private\.(pull|check)_/.test(name))).toEqual([])
})
