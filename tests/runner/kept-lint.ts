import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What a file was when it was found clean, by its path; `rules` is what it was judged by. */
export type KeptLint = { rules: string; files: Readonly<Record<string, string>> }

export function hashOf(...contents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}

/**
 * The files to be judged again: all where the rules have changed or nothing was kept; else those that changed, and those that
 * import one of them however far away, as what a rule says of types may depend on it.
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
    // Written by `keepLint` alone.
    return JSON.parse(readFileSync(file, 'utf8')) as KeptLint
  } catch {
    return undefined
  }
}

export function keepLint(file: string, kept: KeptLint): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(kept))
}
