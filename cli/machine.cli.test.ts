import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runShell } from '#tests/cli/run-shell.ts'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const place = ['--project', 'the-salt-road', '--space', 'sequences']
const noRoom = 'studio-cli: Cannot write: no space left on device.\nFree some space, or write somewhere else.\n'

/** Runs a line in a shell; lines print their exit codes last. */
const shell = async (line: string): Promise<string> => await runShell(cli, line)

test.each([
  'task list',
  'task list --help',
  `export items ${place.join(' ')}`,
  `export studio copy --tar - --quiet ${place.join(' ')}`,
])('a full disk is reported in one line: %s', async (args) => {
  const said = await shell(`studio-cli ${args} > /dev/full; echo $?`)

  expect(said).toBe(`${noRoom}1\n`)
})

test('an archive can be written to a named pipe, which stays one; a missing folder is reported', async () => {
  const args = ['export', 'studio', 'copy', ...place, '--quiet', '--tar']
  const piped = await shell(
    `mkfifo pipe; cat pipe > packed & studio-cli ${args.join(' ')} pipe > /dev/null; echo $?; wait; test -p pipe && tar -tf packed`,
  )
  const unread = await shell(`studio-cli ${args.join(' ')} - | true; echo "\${PIPESTATUS[@]}"`)
  const nowhere = await cli.spawn([...args, 'missing/studio.tar'])

  expect(piped).toMatch(/^0\nstudio\.json\n/)
  expect(unread).toBe('0 0\n')
  expect(nowhere).toMatchObject({ code: 1, stdout: '' })
  expect(nowhere.stderr).toBe(
    `studio-cli: ${cli.folder}/missing/studio.tar: no such file or directory.\n` +
      'Create its folder first, or choose another place.\n',
  )
})

test('a change can be undone even if its output is not read, and old operations are deleted', async () => {
  const old = path.join(cli.folder, 'state', 'xsheet', 'operations', '01900000-0000-7000-8000-000000000000.json')
  mkdirSync(path.dirname(old), { recursive: true })
  writeFileSync(old, '{')
  const listed = await cli.spawn(['operation', 'list'])
  utimesSync(old, 0, 0)
  const said = await shell(
    "studio-cli task set-status WIP 'sequences/sq010/*:layout' --yes --quiet | true; echo ${PIPESTATUS[0]}",
  )
  const undone = await cli.spawn(['undo', 'last'])

  expect(said).toBe('0\n')
  expect(existsSync(old)).toBe(false)
  expect(listed.stderr).toBe(`studio-cli: ${old} cannot be read as an operation. Nothing was sent.\nNothing matched.\n`)
  expect(undone.code).toBe(0)
  expect(undone.stderr).toMatch(/^Undid \d+ of \d+ changes of ".*WIP.*"\.\n$/)
})

test('unread messages do not stop the work', async () => {
  const said = await shell(
    `studio-cli export studio copy ${place.join(' ')} 2>&1 > rows | true; echo \${PIPESTATUS[0]}; cut -f1 rows`,
  )
  const refused = await shell('studio-cli nonsense 2>&1 > rows | true; echo ${PIPESTATUS[0]}')

  expect(said).toBe('0\nthe-salt-road/sequences\n')
  expect(refused).toBe('2\n')
})

test('an unwritable journal does not fail the change, and a message says it cannot be undone later', async () => {
  const { code, stdout, stderr } = await cli.spawn(['task', 'priority', '4', 'sequences/sq010/sq010-sh0010:layout'], {
    env: { XDG_STATE_HOME: '/dev/null' },
  })

  expect([code, stdout.trim().split('\t').at(-1)]).toEqual([0, 'changed'])
  expect(stderr).toContain('studio-cli: Done, but this cannot be undone later: /dev/null/')
  expect(stderr).toContain('Set XDG_STATE_HOME to a writable folder.')
})

test('publishing works on a machine that cannot store anything, and says once what will not work later', async () => {
  const files = ['0010', '0020', '0030'].map((number) => {
    const file = path.join(cli.folder, `sq010-sh${number}.mp4`)
    writeFileSync(file, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftypmp42${number}`)]))
    return file
  })
  const args = ['revision', 'upload', '--map', 'sq010/{name}:fx', ...place, '--time', '5m', '--json=state']
  const { code, stdout, stderr } = await cli.spawn([...args, ...files], { env: { XDG_STATE_HOME: '/dev/null' } })

  expect([code, JSON.parse(stdout)]).toEqual([0, files.map(() => ({ state: 'posted' }))])
  expect(stderr.match(/If this is interrupted, "upload resume" cannot resume it: \/dev\/null/g)).toHaveLength(1)
  expect(stderr.match(/Done, but this cannot be undone later/g)).toHaveLength(1)
})
