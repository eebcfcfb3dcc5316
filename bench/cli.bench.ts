import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'
import { compareTimes } from './compare.ts'

const root = join(import.meta.dirname, '..')

/** What a person waits for before the first word of help, against a Node that does nothing. */
export async function measure(): Promise<Comparison[]> {
  run([join(root, 'cli/build.ts')])
  const scratch = mkdtempSync(join(tmpdir(), 'xsheet-bench-'))
  const empty = join(scratch, 'empty.mjs')
  writeFileSync(empty, '')
  try {
    return [
      await compareTimes({
        subject: 'studio-cli --help',
        peer: 'empty Node',
        bar: 1.15,
        rounds: 25,
        ours: async () => run([join(root, 'dist/cli/main.js'), '--help']),
        theirs: async () => run([empty]),
      }),
    ]
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function run(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
}
