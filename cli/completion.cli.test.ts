import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { renderCompletion } from './completion.ts'
import { makeProgram } from './program.ts'
import { testIo } from './testing/test-io.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shells = {
  bash: (script: string, line: string) => `
    source ${script}
    COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _studio_cli; printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (script: string, line: string) => `source ${script}; complete -C "${line}" | cut -f 1`,
  // zsh completes only at a terminal, so call it as its widgets do.
  zsh: (script: string, line: string) => `
    compdef() { : }
    _describe() { print -rl -- \${(P)2} | sed 's/:.*//' | grep -e "^\${words[CURRENT]}" }
    source ${script}; words=(${line}); CURRENT=\${#words}; _studio_cli`,
} as const

const installed = (Object.keys(shells) as (keyof typeof shells)[]).filter(
  (shell) => spawnSync(shell, ['-c', 'true']).status === 0,
)

test('bash is installed', () => expect(installed).toContain('bash'))

test.each(installed)('in %s verbs, flags, and the known values of flags and arguments are completed', (shell) => {
  const script = path.join(folder, shell)
  writeFileSync(script, renderCompletion(makeProgram({ io: testIo(), onDone: () => {} }), shell))
  const complete = (line: string): readonly string[] => {
    const flags = shell === 'fish' ? ['--no-config'] : shell === 'zsh' ? ['-f'] : ['--norc']
    const { stdout, stderr } = spawnSync(shell, [...flags, '-c', shells[shell](script, line)], {
      encoding: 'utf8',
      timeout: 60_000,
      cwd: folder,
    })
    expect(stderr).toBe('')
    return stdout.trim().split(/\s+/)
  }

  expect(complete('studio-cli task set-')).toEqual(['set-status'])
  expect(complete('studio-cli revision upload --conc')).toEqual(['--concurrency'])
  expect(complete('studio-cli timeli')).toEqual(['timeline'])
  // The word after a flag is its value, whatever it looks like.
  expect(complete('studio-cli --project task timeli')).toEqual(['timeline'])
  expect(complete('studio-cli --json task set-')).toEqual(['set-status'])
  expect(complete("studio-cli --project 'The Salt Road' --space task config un")).toEqual(['unset'])
  expect(complete('studio-cli import plan --format ot')).toEqual(['otio'])
  expect(complete('studio-cli completion f')).toEqual(['fish'])
  expect(complete('studio-cli config set time')).toEqual(['time-zone'])
  // A verb is not taken for a noun of the same name.
  expect(complete('studio-cli revision upload --li')).not.toContain('--limit')
})
