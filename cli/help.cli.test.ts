import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { toHelpFile } from './prebuilt-help.ts'
import { makeProgram } from './program.ts'
import { runCli } from './run.ts'
import { testIo } from './testing/test-io.ts'

// Built for this run, see tests/config/build-cli.ts.
const bundle = process.env['XSHEET_TEST_CLI'] ?? ''
function show(...args: readonly string[]): string {
  return execFileSync(process.execPath, [path.join(bundle, 'main.js'), ...args], { encoding: 'utf8' })
}

function readHelp(command: readonly string[]): string {
  return readFileSync(path.join(bundle, 'help', toHelpFile(command)), 'utf8')
}

/** Lists every command as words. */
function listCommands(
  command = makeProgram({ io: testIo(), onDone: () => {} }),
  at: readonly string[] = [],
): (readonly string[])[] {
  return [at, ...command.commands.flatMap((each) => listCommands(each, [...at, each.name()]))]
}

test('the prebuilt help matches the program’s own, for every command', async () => {
  const commands = listCommands()

  for (const command of commands) {
    const io = testIo()
    await runCli([...command, '--help'], io)
    expect(readHelp(command)).toBe(io.stdout())
  }
  expect(show('task', 'list', '--help')).toBe(readHelp(['task', 'list']))
  expect(show('-h')).toBe(readHelp([]))
  const helps = readdirSync(path.join(bundle, 'help')).filter((name) => name.startsWith('studio-cli'))
  expect(helps).toHaveLength(commands.length)
})

test('MCP code is loaded only by the command that speaks it', () => {
  const read = (file: string): string => readFileSync(path.join(bundle, file), 'utf8')
  const speaks = (file: string): boolean => read(file).includes('notifications/initialized')
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, name = ''] of read(file).matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      load(path.posix.join(path.posix.dirname(file), name))
  }
  for (const file of ['main.js', 'run.mjs', 'io.mjs']) load(file)
  const chunks = readdirSync(path.join(bundle, 'chunks')).map((name) => `chunks/${name}`)

  expect(loaded.size).toBeGreaterThan(5)
  expect(chunks.filter((name) => name.endsWith('.mjs') && speaks(name))).not.toEqual([])
  expect([...loaded].filter(speaks)).toEqual([])
})

test('the manual page names every command that does something, with basic troff requests in ASCII', () => {
  const page = path.join(bundle, 'studio-cli.1')
  const text = readFileSync(page, 'utf8')

  for (const command of listCommands().filter((words) => words.length > 1))
    if (!listCommands().some((other) => other.length > command.length && other.join(' ').startsWith(command.join(' '))))
      expect(text).toContain(command.join(' ').replaceAll('-', String.raw`\-`))
  expect(text).toMatch(/^\.TH STUDIO-CLI 1 "\d{4}-\d\d-\d\d" /)
  // How older renderers show other characters depends on the locale.
  expect(text).toMatch(/^\p{ASCII}*$/u)
  expect(text).toContain(String.raw`studio\[u2019]s`)
  expect(text.split('\n').filter((line) => line.startsWith('.') && !/^\.(TH|SH|SS|TP|B|I|RI)\b/.test(line))).toEqual([])
})

test('every example in the help starts with an existing command', () => {
  const known = new Set(listCommands().map((words) => words.join(' ')))
  const examples = listCommands().flatMap((command) => [
    ...readHelp(command).matchAll(/^  (?:.*\| )?studio-cli ([a-z-]+)(?: ([a-z-]+))?/gm),
  ])
  const unknown = examples.filter(([, noun = '', verb = '']) => !known.has(`${noun} ${verb}`) && !known.has(noun))

  expect(examples.length).toBeGreaterThan(20)
  expect(unknown.map(([text]) => text)).toEqual([])
})

test('an unknown command is reported with the nearest known one', async () => {
  const io = testIo()
  const code = await runCli(['task', 'lst'], io)

  expect(code).toBe(2)
  expect(io.stdout()).toBe('')
  expect(io.stderr()).toContain("unknown command 'lst'")
  expect(io.stderr()).toContain('Did you mean list?')
})

test.each(['bash', 'zsh', 'fish'])('the %s completion script names every verb and flag', (shell) => {
  const script = show('completion', shell)

  for (const words of listCommands()) for (const word of words) expect(script).toContain(word)
  expect(script).toContain('dry-run')
})

test('bash parses its completion script and offers only the command’s own verbs and flags', () => {
  const complete = (...words: readonly string[]): readonly string[] => {
    const list = words.map((word) => `'${word}'`).join(' ')
    const script = `${show('completion', 'bash')}
COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _studio_cli; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
  }

  expect(complete('studio-cli', 'ta')).toEqual(['task'])
  expect(complete('studio-cli', 'task', 'set-')).toEqual(['set-status'])
  expect(complete('studio-cli', 'task', 'set-status', 'DONE', '--dry')).toEqual(['--dry-run'])
  expect(complete('studio-cli', 'config', 'set', '--dry')).toEqual([''])
})
