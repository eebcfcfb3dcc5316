import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The hash of each file when it was last clean, by path; `rules` is the hash of the rules. */
export type KeptLint = { rules: string; files: Readonly<Record<string, string>> }

export function hashOf(...contents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns the files to lint again: all if the rules have changed or nothing was stored; else changed files and their
 * transitive importers, because type-aware rules depend on those.
 */
export function findStale(
  now: KeptLint,
  before: KeptLint | undefined,
  spread: (changed: readonly string[]) => ReadonlySet<string>,
): readonly string[] {
  const files = Object.keys(now.files)
  if (before?.rules !== now.rules) return files
  const changed = files.filter((file) => now.files[file] !== before.files[file])
  const gone = Object.keys(before.files).filter((file) => !(file in now.files))
  const reached = spread([...changed, ...gone])
  return files.filter((file) => reached.has(file))
}

export function readKeptLint(file: string): KeptLint | undefined {
  try {
    // Only `keepLint` writes it.
    return JSON.parse(readFileSync(file, 'utf8')) as KeptLint
  } catch {
    return undefined
  }
}

export function keepLint(file: string, kept: KeptLint): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(kept))
}
