import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Command } from '#app/commands/define-command.ts'
import type { CatalogueLine } from '#app/commands/known-commands.ts'
import { isBrowserKey } from '#app/commands/browser-keys.ts'
import { isTakenKnowingly, overlaps } from '#app/commands/key-conflicts.ts'
import { parseKeys } from '#app/commands/keymap.ts'
import { canMeet } from '#app/commands/scopes.ts'
import { listFiles, repositoryRoot } from './files.ts'

// Features declare commands in files named …-commands.ts, so that all can be checked here: as constants or, if they
// belong to one page, as makeXCommands(page).
const files = listFiles().filter((file) => /^app\/.*-commands\.ts$/.test(file) && !file.startsWith('app/commands/'))
const modules = await Promise.all(
  files.map(async (file) => {
    const exported: [string, unknown][] = Object.entries(await import(join(repositoryRoot, file)))
    return { file, exports: exported.map(([name, value]) => makeIfNeeded(name, value)) }
  }),
)
const declared = modules.flatMap(({ exports }) => exports.flatMap((value) => (isCommands(value) ? value : [])))
// A file that collects others' commands exports the same ones again.
const commands = [...new Map(declared.map((command) => [toIdentity(command), command])).values()]
const keyed = commands.flatMap((command) => (command.keys ?? []).map((keys) => ({ command, keys })))

function toIdentity({ id, title, scope, keys = [] }: Command): string {
  return [id, title, scope, ...keys].join('\n')
}

/** Stands in for whatever a page passes to its commands: only their declarations are read. */
function makeStandIn(): unknown {
  const answer = (_: unknown, key: string | symbol): unknown => {
    if (key === 'scope') return 'grid'
    return key === Symbol.iterator ? () => [].values() : makeStandIn()
  }
  return new Proxy(() => undefined, { get: answer, apply: makeStandIn })
}

function makeIfNeeded(name: string, value: unknown): unknown {
  if (typeof value !== 'function' || !/^make\w+Commands$/.test(name)) return value
  return value(...Array.from({ length: value.length }, makeStandIn))
}

function isCommands(value: unknown): value is readonly Command[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'run' in entry)
}

test('every command file exports commands', () => {
  const silent = modules.filter(({ exports }) => !exports.some((value) => isCommands(value) && value.length > 0))

  expect(silent.map(({ file }) => file)).toEqual([])
  expect(commands.length).toBeGreaterThan(0)
})

test('command ids are unique and name subject and action', () => {
  const ids = commands.map(({ id }) => id)

  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
})

test('every command has a title and a group', () => {
  expect(commands.filter(({ title, group }) => title.trim() === '' || group.trim() === '').map(({ id }) => id)).toEqual(
    [],
  )
})

test('every command’s keys can be parsed', () => {
  expect(keyed.filter(({ keys }) => parseKeys(keys) === undefined).map(({ command }) => command.id)).toEqual([])
})

test('the catalogue names every command of every page (written by `npm run check -- --fix`)', async () => {
  // A command run only by a control has no keys to assign.
  const known = commands.flatMap(({ id, title, group, scope, keys, keywords, shadows, takesSequences, isKeyOnly }) => {
    if (isKeyOnly === true && keys === undefined) return []
    const rare = {
      ...(keys && { keys }),
      ...(shadows && { shadows }),
      ...(takesSequences && { takesSequences }),
      ...(isKeyOnly && { isKeyOnly }),
      ...(keywords && { keywords }),
    }
    const line: CatalogueLine = { id, title, group, scope, ...rare }
    return [line]
  })
  const sorted = known.toSorted((one, other) => (one.id < other.id ? -1 : 1))

  // As the formatter writes it: objects expanded, arrays on one line.
  const write = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]` : JSON.stringify(value)
  const entries = sorted.map((line) => Object.entries(line).map(([name, value]) => `    "${name}": ${write(value)}`))
  const text = `[\n${entries.map((lines) => `  {\n${lines.join(',\n')}\n  }`).join(',\n')}\n]\n`
  await expect(text, 'Run npm run check -- --fix, and read the diff.').toMatchFileSnapshot(
    process.env['XSHEET_CATALOGUE'] ?? '../app/commands/catalogue.json',
  )
})

test('no two commands active together share a key, unless one declares that it shadows the other', () => {
  const clashes = keyed.flatMap((one, index) =>
    keyed
      .slice(index + 1)
      .filter((other) => one.command !== other.command && clash(one, other) && !isTakenKnowingly(one, other))
      .map((other) => `${one.command.id} and ${other.command.id} (${one.keys})`),
  )

  expect(clashes).toEqual([])
})

test('a declared shadow names an existing command', () => {
  const ids = new Set<string>(commands.map(({ id }) => id))

  expect(commands.flatMap(({ shadows = [] }) => shadows.filter((id) => !ids.has(id)))).toEqual([])
})

test('no command uses keys reserved by the browser or needed for text editing', () => {
  // The palette's second key is the one exception.
  const taken = keyed.filter(({ keys }) => keys !== 'mod+alt+k' && parseKeys(keys)?.some(isBrowserKey) === true)

  expect(taken.map(({ command, keys }) => `${command.id} (${keys})`)).toEqual([])
})

test('shortcuts of the keymap can be formatted', () => {
  const keymap = `mod+k mod+alt+k mod+shift+k / ? esc mod+z mod+shift+z mod+. y mod+\\ shift+t shift+u n shift+f b v
    h j k l enter space c e m delete mod+up pageup pagedown home end x shift+left shift+space mod+shift+space mod+a o s
    1 9 a i shift+d t p insert shift+enter f2 r backspace [ ] shift+g shift+h + - mod+enter , . left right shift+right
    up down u { } f shift+l 0 = d alt+p alt+enter q shift+c shift+1 shift+2 g mod+= mod+- mod+0 mod+d shift+e mod+c mod+v
    shift+.`

  expect(keymap.split(/\s+/).filter((keys) => parseKeys(keys)?.length !== 1)).toEqual([])
  expect(['g p', 'g ,', 'g 1'].map((keys) => parseKeys(keys)?.length)).toEqual([2, 2, 2])
})

type Keyed = (typeof keyed)[number]

function clash(one: Keyed, other: Keyed): boolean {
  return canMeet(one.command.scope, other.command.scope) && overlaps(one.keys, other.keys)
}
