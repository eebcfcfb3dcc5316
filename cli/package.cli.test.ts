import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-package-'))
// Built for this run, see tests/config/build-cli.ts.
const bundle = process.env['XSHEET_TEST_CLI'] ?? ''
const home = path.join(folder, 'home')
let installed: string

beforeAll(() => {
  const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', folder, bundle)) as { filename: string }[]
  npm('install', '--prefix', home, '--no-audit', '--no-fund', path.join(folder, packed?.filename ?? ''))
  installed = path.join(home, 'node_modules', 'studio-cli')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function npm(...args: readonly string[]): string {
  return execFileSync('npm', [...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

test('the package installs without dependencies', () => {
  expect(readdirSync(path.join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['studio-cli'])
  expect(readdirSync(installed).toSorted()).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'chunks', 'help', 'main.js', 'package.json', 'studio-cli.1']),
  )
})

test.each([manifest.engines.node.replace('>=', ''), '24'])(
  'runs on Node %s: help, local commands, and those that load everything',
  (version) => {
    // Resolve Node once: npx for each run would take longer than the runs.
    const node = npm('exec', '-y', `--package=node@${version}`, '--', 'node', '-p', 'process.execPath').trim()
    const run = (...args: readonly string[]) =>
      spawnSync(node, [path.join(home, 'node_modules', '.bin', 'studio-cli'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: home, XDG_CONFIG_HOME: '', XSHEET_HOST: 'http://127.0.0.1:9' },
      })

    expect(run('task', 'set-status', '--help').stdout).toContain('Examples:')
    expect(run('config', 'get', 'host').stdout).toBe('http://127.0.0.1:9\n')
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(run('task', 'list')).toMatchObject({
      status: 7,
      stdout: '',
      stderr: expect.stringContaining('No answer from http://127.0.0.1:9.'),
    })
  },
)

test('the package passes publint', () => {
  const { status, stdout, stderr } = spawnSync('npx', ['-y', 'publint@0.3.25', '--strict', bundle], {
    cwd: folder,
    encoding: 'utf8',
  })

  expect(stdout + stderr).toContain('All good!')
  expect(status).toBe(0)
})
