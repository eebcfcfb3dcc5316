import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** Builds the command line once per run, into an otherwise empty folder. */
export function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-cli-bundle-'))
  execFileSync(process.execPath, [path.join(root, 'cli', 'build.ts'), path.join(folder, 'bundle')], { stdio: 'pipe' })
  process.env['XSHEET_TEST_CLI'] = path.join(folder, 'bundle')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
