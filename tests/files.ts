import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const repositoryRoot = join(import.meta.dirname, '..')

/** Lists the project's files, tracked or untracked, relative to the repository's root; never ignored ones. */
export function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split(
    '\0',
  )
  return [...new Set(names)].filter((name) => name !== '' && existsSync(join(repositoryRoot, name)))
}
