import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, repositoryRoot } from './files.ts'

const folder = 'supabase/migrations/'
const files = listFiles().filter((file) => file.startsWith(folder))
const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')

test('a migration is named by the moment it was written, and never ahead of it', () => {
  const odd = files.filter((file) => {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z]+(?:_[a-z]+)*\.sql$/.exec(file.slice(folder.length)) ?? []
    const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    return !(moment.getTime() <= Date.now()) || moment.getUTCDate() !== Number(day)
  })

  expect(files.length).toBeGreaterThan(0)
  expect(odd).toEqual([])
})

test('no line of a migration is too long to be reviewed', () => {
  const long = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
  )

  expect(long).toEqual([])
})

// Goes with the first release: from then on a new migration says `create or replace`.
test('a function stands once: until something is released, it is changed where it stands', () => {
  // The pulls are made from texts that say `create or replace`, again and again.
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
