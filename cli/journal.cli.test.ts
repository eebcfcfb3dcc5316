import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const fileOf = (operation: string): string =>
  path.join(cli.folder, 'state', 'xsheet', 'operations', `${operation}.json`)

async function rename(from: string, to: string): Promise<string> {
  const ended = await cli.run(['project', 'rename', from, to, '--json', '--quiet'])
  return String((JSON.parse(ended.stdout) as { readonly operation: string }).operation)
}

/** Edits a stored operation by hand. */
function edit(operation: string, change: (text: string) => string): void {
  writeFileSync(fileOf(operation), change(readFileSync(fileOf(operation), 'utf8')))
}

test('a hand-edited journal entry is reported and never sent; the others can still be undone', async () => {
  for (const name of ['One', 'Other']) await cli.run(['project', 'create', name])
  const other = await rename('Other', 'Another')
  const [second, third] = [await rename('One', 'Two'), await rename('Two', 'Three')]
  edit(third, (text) => text.replaceAll(String.raw`\"kind\":\"update\"`, String.raw`\"kind\":\"tint\"`))
  edit(second, (text) => text.replace('"kind":"undo"', '"kind":"spell"'))

  const unknown = await cli.run(['undo', third])
  const spelled = await cli.run(['undo', second])
  writeFileSync(fileOf(third), '{')
  const listed = await cli.run(['operation', 'list', '--json'])
  const undone = await cli.run(['undo', 'last'])
  const { stdout } = await cli.run(['project', 'list', '--json'])

  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain('was kept in a form that cannot be read, and was not sent.')
  expect(spelled).toMatchObject({ code: 1, stdout: '' })
  expect(spelled.stderr).toBe(`studio-cli: ${fileOf(second)} cannot be read as an operation. Nothing was sent.\n`)
  expect(listed.stdout).toContain(other)
  for (const broken of [second, third]) {
    expect(listed.stdout).not.toContain(broken)
    expect(listed.stderr).toContain(`${fileOf(broken)} cannot be read as an operation.`)
  }
  expect(undone.code).toBe(0)
  expect(undone.stderr).toContain('Undid "Change project Other".')
  expect(stdout).toContain('Three')
  expect(stdout).toContain('Other')
  expect(stdout).not.toContain('Another')
})
