import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const episode = ['--project', 'kettle-crow', '--space', 'episode-3']
const write = (name: string, content: string): string => {
  writeFileSync(path.join(cli.folder, name), content)
  return name
}
const plan = async (file: string, ...more: readonly string[]) =>
  await cli.run(['import', 'plan', file, ...episode, '--json', ...more])
const apply = async (file: string) => await cli.run(['import', 'apply', `${file}.plan.json`, '--yes', '--json'])
const listComments = async (target: string) =>
  (await cli.list(['comment', 'list', target])).filter(({ imported }) => imported === true)

test('imported comments are planned, added once however often applied, and undone', async () => {
  const shots = write('shots.csv', 'Sequence,Name\nNotes,0010\nNotes,0020\n')
  await plan(shots)
  await apply(shots)
  const notes = write(
    'notes.csv',
    'Subject,Body,Links,Tasks,Author,Date Created,Id\r\n' +
      '"","Wing pops.\r\nSmooth it.","0010_anim_v002, 0010",Anim,Mei Tanaka,2026-03-05 17:22:31 +0100,301\r\n' +
      ',Too dark.,0020,,Ana Sousa,2026-03-06 09:00:00 UTC,302\r\n',
  )
  const planned = await plan(notes)
  const quiet = await plan(notes, '-q', '--comments-to', 'layout')
  const applied = await apply(notes)
  const again = await apply(notes)
  const replanned = await plan(notes, '--comments-to', 'layout')
  const said = await listComments('notes/0010:anim')
  const operation = String((JSON.parse(applied.stdout) as Record<string, unknown>)['operation'])
  const undone = await cli.run(['undo', operation])
  const after = await listComments('notes/*:*')

  expect(planned.stderr).toContain('Comments: 1 created, 0 changed, 0 left.')
  expect(planned.stdout).toContain('The comment names no task: choose the stage of such comments.')
  expect(quiet.stderr).toContain('"Ana Sousa" is not a member: the name stays on a comment.')
  expect(JSON.parse(applied.stdout)).toMatchObject({ items: 0, tasks: 0, comments: 2, conflicts: 0 })
  expect(again.stdout).toBe(applied.stdout)
  expect(replanned.stderr).toContain('Comments: 0 created, 0 changed, 2 left.')
  expect(said).toMatchObject([{ author: 'Mei Tanaka', at: '2026-03-05T16:22:31.000Z', text: 'Wing pops.\nSmooth it.' }])
  expect(undone.code).toBe(0)
  expect(after).toEqual([])
})

test('an ambiguous date asks for its order and is read with --dates', async () => {
  const sheet = write('due.csv', 'Sequence,Name,Animation,Animation due\nDays,0010,WIP,6/3/2026\n')
  const doubted = await plan(sheet)
  const told = await plan(sheet, '--dates', 'mdy')
  const wrong = await plan(sheet, '--dates', 'ymd')

  expect(doubted.code).toBe(3)
  expect(doubted.stdout).toContain('could be day/month or month/day: choose the order of days.')
  expect(told.code).toBe(0)
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--dates is dmy or mdy') })
  expect((await plan(sheet, '--comments-to', 'nothing')).stderr).toContain('There is no stage "nothing".')
  expect((await plan(write('old.xls', 'x'))).stderr).toContain('Save it as .xlsx or .csv.')
})
