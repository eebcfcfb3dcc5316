// Tests what a host serves to programs: the API documents, and self-contained archives.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { procedures } from '#core/manifest/manifest.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import manifest from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-downloads-'))

let host: TestHost
beforeAll(async () => {
  host = await startTestHost()
})
afterAll(async () => {
  await host?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the host serves its OpenAPI description and a self-contained reference page', async () => {
  const description = await (await fetch(`${host.url}/openapi.json`)).json()
  const page = await fetch(`${host.url}/docs/api`)
  const text = await page.text()

  expect(description.openapi).toBe('3.1.0')
  const callable = Object.entries(procedures).flatMap(([name, { caller }]) => (caller === 'service' ? [] : [name]))
  for (const name of callable) {
    expect(description.paths).toHaveProperty([`/rest/v1/rpc/${name}`, 'post'])
    expect(text).toContain(`<section id="${name}"`)
  }
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(text.match(/(?:src|href)="(?!\/|#)[^"]*"/g)).toBeNull()
  for (const file of ['page.js', 'page.css']) expect((await fetch(`${host.url}/docs/api/${file}`)).status).toBe(200)
})

test('the command line and the Python package can be downloaded from the host and run', async () => {
  const save = async (name: string): Promise<string> => {
    const answer = await fetch(`${host.url}/clients/${name}`)
    expect({ name, status: answer.status }).toEqual({ name, status: 200 })
    writeFileSync(path.join(folder, name), Buffer.from(await answer.arrayBuffer()))
    return path.join(folder, name)
  }
  const list = await (await fetch(`${host.url}/clients/`)).text()
  const cli = await save('studio-cli.tgz')
  const wheel = await save(`xsheet-${manifest.version}-py3-none-any.whl`)
  const source = await save(`xsheet-${manifest.version}.tar.gz`)
  const addon = await save(`xsheet-blender-${manifest.version}.zip`)
  await run('tar', ['-xzf', cli, '-C', folder])
  await run('tar', ['-xzf', source, '-C', folder])
  const python = async (place: string) =>
    await run('python3', [
      '-I',
      '-c',
      `import sys; sys.path.insert(0, ${JSON.stringify(place)}); import xsheet; print(xsheet.__version__)`,
    ])

  expect(list).toContain('href="/clients/studio-cli.tgz"')
  expect((await run(process.execPath, [path.join(folder, 'package/main.js'), '--version'])).stdout.trim()).toBe(
    manifest.version,
  )
  expect((await python(wheel)).stdout.trim()).toBe(manifest.version)
  expect((await python(path.join(folder, `xsheet-${manifest.version}`))).stdout.trim()).toBe(manifest.version)
  expect((await python(path.join(addon, 'xsheet_blender'))).stdout.trim()).toBe(manifest.version)
  expect((await fetch(`${host.url}/clients/none.tgz`)).status).toBe(404)
})

test('pip installs the source distribution offline, with the same contents as the wheel', async () => {
  const offline = { PATH: process.env['PATH'], HOME: folder, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' }
  const install = async (name: string) => {
    const target = path.join(folder, `with-${name}`)
    writeFileSync(
      path.join(folder, name),
      Buffer.from(await (await fetch(`${host.url}/clients/${name}`)).arrayBuffer()),
    )
    await run('python3', ['-m', 'pip', 'install', '--no-compile', '--target', target, path.join(folder, name)], {
      env: offline,
    })
    const record = readFileSync(path.join(target, `xsheet-${manifest.version}.dist-info`, 'RECORD'), 'utf8')
    // Skip what pip adds about the file's origin.
    return record
      .split('\n')
      .filter((line) => !/direct_url|INSTALLER|REQUESTED/.test(line))
      .toSorted()
  }

  await run('python3', ['-m', 'pip', '--version']).catch(() =>
    expect.fail('This test needs pip: python3 -m ensurepip.'),
  )
  const fromWheel = await install(`xsheet-${manifest.version}-py3-none-any.whl`)

  expect(await install(`xsheet-${manifest.version}.tar.gz`)).toEqual(fromWheel)
  expect(fromWheel.length).toBeGreaterThan(10)
})
