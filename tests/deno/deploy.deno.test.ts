import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directories } from '#supabase/local/places.ts'
import { type SentFunction, startFakeManagementApi } from './fake-management-api.ts'
import { callWithoutCredentials, functionNames, serveByDeno } from './run-deno.ts'

const run = promisify(execFile)
const sent = new Map<string, SentFunction>()
let directory: string

// What the Supabase CLI sends with the command in docs/deploy-supabase.md, from this repository.
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'xsheet-deploy-'))
  const api = await startFakeManagementApi()
  try {
    const profile = path.join(directory, 'profile.json')
    const urls = { api_url: api.url, dashboard_url: api.url }
    writeFileSync(profile, JSON.stringify({ name: 'test', project_host: 'supabase.example', ...urls }))
    const args = ['functions', 'deploy', '--use-api', '--yes', `--remote=${'a'.repeat(20)}`, '--profile', profile]
    await run('npx', ['-y', 'supabase@3.1.0', ...args], {
      cwd: directories.root,
      env: {
        ...process.env,
        SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
        SUPABASE_TELEMETRY_DISABLED: '1',
        SUPABASE_NO_UPDATE_NOTIFIER: '1',
      },
      maxBuffer: 16 * 2 ** 20,
    })
    for (const one of api.sent) sent.set(one.metadata.name, one)
  } finally {
    await api.close()
  }
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('every function is deployed with the import map and verifies its callers itself', () => {
  expect([...sent.keys()].toSorted()).toEqual(functionNames.toSorted())
  for (const name of functionNames)
    expect(sent.get(name)?.metadata).toMatchObject({
      name,
      entrypoint_path: `supabase/functions/${name}/index.ts`,
      import_map_path: 'supabase/functions/deno.json',
      verify_jwt: false,
    })
})

test('of core only subjects’ rules and lib are deployed, and no tests', () => {
  const files = new Set([...sent.values()].flatMap((one) => [...one.files.keys()]))

  expect(
    [...files].filter((file) => !/^supabase\/functions\/|^core\/(?!sync|gateway)[a-z]+\/[a-z-]+\.ts$/.test(file)),
  ).toEqual([])
})

test.each(functionNames)('%s runs from the deployed files alone', async (name) => {
  const { metadata, files } = sent.get(name) ?? { files: new Map<string, string>() }
  const cwd = path.join(directory, name)
  for (const [file, content] of files) {
    const target = path.join(cwd, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  const map = metadata?.import_map_path ? ['--import-map', metadata.import_map_path] : []

  const serving = await serveByDeno({ args: ['--no-config', ...map, metadata?.entrypoint_path ?? ''], cwd })
  const { answer, expected } = await callWithoutCredentials(serving, name)

  await serving.stop()
  expect(answer).toEqual({ ...expected, text: expect.stringContaining(expected.text) })
})
