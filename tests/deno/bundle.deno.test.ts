import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directories } from '#supabase/local/places.ts'
import { callWithoutCredentials, functionNames, serveByDeno } from './run-deno.ts'

let directory: string

// Built by the command in docs/deploy-supabase.md.
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'xsheet-bundle-'))
  const folder = path.join(directory, 'bundled')
  execFileSync('npm', ['run', 'bundle-functions', '--', folder], { cwd: directories.root })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('each function is bundled into one file', () => {
  const files = readdirSync(path.join(directory, 'bundled'), { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile())
    .map((file) => path.join(path.basename(file.parentPath), file.name))

  expect(names.toSorted()).toEqual(functionNames.map((name) => `${name}/index.ts`).toSorted())
})

test.each(functionNames)('%s runs from its bundle without an import map', async (name) => {
  const cwd = path.join(directory, 'alone', name)
  cpSync(path.join(directory, 'bundled', name), cwd, { recursive: true })

  const serving = await serveByDeno({ args: ['--no-config', 'index.ts'], cwd })
  const { answer, expected } = await callWithoutCredentials(serving, name)
  await serving.stop()

  expect(answer).toEqual({ ...expected, text: expect.stringContaining(expected.text) })
})
