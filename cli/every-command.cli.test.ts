import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'
import { makeProgram } from './program.ts'
import { testIo } from './testing/test-io.ts'

let cli: Cli | undefined
afterEach(async () => {
  await cli?.close()
  cli = undefined
})

/** A studio of its own for each run, so that runs do not affect each other. */
async function start(): Promise<Cli> {
  cli = await startCli()
  writeFileSync(path.join(cli.folder, 'pass.mp4'), Buffer.from('\0\0\0\x18ftypmp42 a film'))
  writeFileSync(path.join(cli.folder, 'cover.png'), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  writeFileSync(path.join(cli.folder, 'shots.csv'), 'Collection,Name,Frame In,Frame Out\nGO010,gold 3,1001,1048\n')
  return cli
}

const inSpace = '--project golden --space takes'
const from = '--from 2026-01-01 --to 2027-12-31 --project golden'

/** The whole life of a project, in order; `$(…)` is the id of the first row that a list prints. */
const script = `
login --email mei.tanaka@northlight.example --password-stdin
auth login --email mei.tanaka@northlight.example --password-stdin
whoami
auth status
studio list
studio use northlight
config set time-zone UTC
config get time-zone
config get nothing
config list
config path
config unset time-zone
doctor
completion tcsh
project create Golden --description Gold
project rename golden Golden
project rename golden Gold
project overview golden
project set golden
project set golden --versions name
project set golden --first-frame one
project set golden --first-frame 1001 --versions file
project set golden --versions file
project archive golden
project restore golden
space create Takes --project golden --stages layout,anim --statuses WIP,DONE
space list --project golden
space rename golden/takes Takes
space archive golden/takes
space restore golden/takes
collection create GO010 ${inSpace}
collection rename GO010 GO010 ${inSpace}
collection set GO010 --episode E01 ${inSpace}
project tree golden
collection list ${inSpace}
item create gold-1 gold-2 ${inSpace} --collection GO010
import plan shots.csv ${inSpace} --out shots.plan.json
import apply shots.plan.json
item list ${inSpace}
item show takes/go010/gold-3
stage list
status list
field create Camera
field create Difficulty --kind choice --option Easy=#22c55e --option Hard --project golden
field create Length --kind number --unit frames ${inSpace}
field create Screen --kind formula --formula length/24 --unit s --decimals 1 --written-by lead
field create Circle --kind formula --formula scren*2
field set screen --formula length/12
field set length --default 24
field set length --default many
field set length --kind text --dry-run
field set length --kind formula
field set camera --kind long-text
field set screen --formula screen+1
field set length --description Cut
field set length
field create Weight --of task --kind number --default 1
field create Look --of task --kind choice --option Soft --option Hard
field create Producer --of project
field create Rate --of project --kind formula --formula frames
field create Rate --of studio
project set golden --field producer=Ana
project set golden --field producer=Ana
project set golden --field length=3
project list --where producer=="Ana" --json=name,fields.producer
field list
field list --json=key,kind,options,places
item set takes/go010/gold-3 --field difficulty=hard --field length=48
item set takes/go010/gold-3 --field length=48
item set takes/go010/gold-3 --field screen=48
item list ${inSpace} --where screen>3 --json=name,fields.screen
item list ${inSpace} --where screen>nothing
item set ${inSpace} --where empty(length) --field length=24 --dry-run
item set ${inSpace} --where empty(length) --field length=24 --yes
task list ${inSpace} --where !done&&length>30 --json=path
task set golden/takes/*/gold-1:layout --field look=hard --field weight=3 --dry-run
task set golden/takes/*/gold-1:layout --field look=hard --field weight=3
task set golden/takes/*/gold-1:layout --field look=hard
task set golden/takes/*/gold-1:layout --field camera=x
task set --field look=hard
task list ${inSpace} --where weight>2 --json=path,fields.look,fields.weight
task list ${inSpace} --csv
item list ${inSpace} --where exists(tasks,t,t.weight>2) --json=name
item list ${inSpace}
item list ${inSpace} --csv
item list ${inSpace} --json=name,fields.difficulty,fields.length
view create Long ${inSpace} --where length>30 --sort -length --shared
view create Long ${inSpace} --shared
view create Odd ${inSpace} --where length>
view create Odd ${inSpace} --group nothing
view create Mine ${inSpace} --hide difficulty --group difficulty
view create Work ${inSpace} --show 'Layout: Weight' --show 'Animation: Look' --sort '-Layout: Weight' --group 'Layout: Look'
view create Odd ${inSpace} --show weight
item list ${inSpace} --view work --json=name
view list --json=name,of,filter,sort,group
item list ${inSpace} --view long --json=name
task list ${inSpace} --view long --json=path
item list ${inSpace} --view nothing
view delete long --yes
view list ${inSpace}
field delete length --yes
item set-kind takes/go010/gold-3 prop
kind list --json=key,type,stages
kind create Vehicle --stage layout --icon car
kind create Vehicle --if-missing
kind create Boat --type ship
kind set vehicle --stage all
kind set vehicle --field difficulty --field camera
kind set vehicle --field weight
kind list --json=key,fields
kind set vehicle --field all
kind set vehicle --name Car ${inSpace}
kind set vehicle
kind set vehicle ${inSpace}
item create gold-car ${inSpace} --collection GO010
item create gold-9 ${inSpace} --collection GO010 --field camera=A7 --dry-run
item create gold-9 ${inSpace} --collection GO010 --field camera --dry-run
item create gold-4 ${inSpace} --collection GO010 --kind none
item create gold-5 ${inSpace} --collection GO010 --kind robot
item delete takes/go010/gold-car --yes
item delete takes/go010/gold-4 --yes
stage wait anim layout --kind vehicle
stage wait anim layout --kind vehicle
stage list --json=name,waitsFor
stage wait anim layout --kind vehicle --off
kind delete vehicle --yes
kind delete vehicle --yes
link set takes/go010/gold-2 'gold-3:2'
link list takes/go010/gold-2
link set takes/go010/gold-2 'gold-3:2' --label left
link list takes/go010/gold-3 --used --json=from,count
link set takes/go010/gold-2 'nobody:2'
item set takes/go010/gold-3 --first-frame 993
item set takes/go010/gold-3 --first-frame 993
item rename takes/go010/gold-3 gold-3b
item move takes/go010/gold-3 GO010
events list --after x
events watch --csv
events keep
events keep 29
events keep 90
events keep 400 --yes
events undo 999999
events undo x
events export --after x
events verify nowhere.jsonl
webhook list
webhook create farm --url ftp://farm.example
webhook create https://farm.example/done --where 'stats == "DONE"'
webhook create https://farm.example/done --where 'status'
webhook test nobody
webhook log nobody
webhook replay nobody --from 1
webhook set nobody --state off
webhook secret nobody
webhook secret nobody --renew
webhook delete nobody --yes
rule list
rule create next --when now
rule create next --when date --then explode
rule create look --when 'field look changes of layout' --if 'look == "Hard"' --then 'set weight = 5 on animation' --then 'set difficulty = hard'
rule list --json=name,when,if,actions,state
rule dry-run look
task set golden/takes/*/gold-1:layout --field look=soft
rule dry-run look --json=name,does,change
rule create bad --when 'field length changes of layout' --then 'set weight = 5'
rule create bad --when 'field look changes' --then 'set weight = many'
rule set look --then 'set weight = nothing on next'
rule delete look --yes
rule set nobody --state on
rule dry-run nobody
rule log nobody
rule delete nobody --yes
report list
report create hours
report create hours --on never
report create hours --at 25:00
report create hours --view nowhere
report set nobody --at 9:00
report secret nobody
report secret nobody --renew
report send nobody
report delete nobody --yes
item omit takes/go010/gold-3
item list ${inSpace} --json=name,omitted
item restore takes/go010/gold-3
item set-thumbnail takes/go010/gold-3 cover.png
item set-thumbnail takes/go010/gold-3 pass.mp4
item reset-thumbnail takes/go010/gold-3
item reset-thumbnail takes/go010/gold-3
task list ${inSpace}
task set-status DONE golden/takes/*/gold-1:layout
task assign Mei* golden/takes/*/gold-1:anim
task show golden/takes/go010/gold-1:anim
task due 2027-01-15 golden/takes/*/gold-1:anim
task estimate 4 golden/takes/*/gold-1:anim
task priority 2 golden/takes/*/gold-1:anim
task list ${inSpace} --where priority=2
do gold-1 anim → wip high ${inSpace} --dry-run
do gold-1 amin → wip ${inSpace}
revision upload golden/takes/go010/gold-1:anim pass.mp4 --time 1h30m -m first
revision upload golden/takes/go010/gold-2:anim pass.mp4 lost.mp4 --time 1h
upload list
upload resume
upload cancel last --yes
revision list golden/takes/go010/gold-1:anim
revision download golden/takes/go010/gold-1:anim --to got
comment add golden/takes/go010/gold-1:anim Softer
comment list golden/takes/go010/gold-1:anim
review create Gold golden/takes/*/gold-1:anim --day 2027-01-11
review create Fresh --project golden --live WIP
review create Fresh --project golden --live late
review list --project golden
review add Gold --from stage=anim --project golden
review show Gold
review notes Gold
review take Gold --out gold-packet
review take Gold --out gold-packet
review bring nowhere.json
review lock Gold
review add Gold golden/takes/*/gold-1:layout
review unlock Gold
review delete Gold --yes
review delete Fresh --yes
feed --limit 1
timesheet report ${from} --by artist,project
timesheet export ${from}
timeline plan golden/takes/go010/gold-1:anim --start 2027-01-11 --days 2 --artist me
timeline list ${from}
timeline move $(timeline list ${from}) --start 2027-01-12
timeline delete $(timeline list ${from}) --yes
export items ${inSpace}
export studio copy --project golden --tar copy.tar
open golden/takes/go010/gold-1:anim --print
api find_revisions p_revisions=[]
operation list
mcp
item delete takes/go010/gold-3 --yes
undo last
undo nothing
member list
member invite --days 3
member invites
member revoke-invite $(member invites)
member role nobody lead
login --email tomas.okafor@northlight.example --password-stdin
member role henrik.lund@northlight.example member
member archive henrik.lund@northlight.example
member restore henrik.lund@northlight.example
member remove nobody --yes
studio service-account create Golden
studio service-account list
auth token create golden --days 1 --service-account Golden
auth token list
auth token revoke golden --yes
studio service-account delete Golden --yes
collection delete GO010 ${inSpace} --yes
space delete golden/takes --yes
project delete golden --yes
project list
screen
auth logout
`
  .split('\n')
  .filter((line) => line !== '')

test.each(['pipe', 'terminal'] as const)(
  'every command says in a %s what it is known to say',
  async (kind) => {
    const place = await start()
    const said: string[] = []
    for (const line of script) said.push(`$ studio-cli ${line}\n${await runLine(line, kind, place)}`)

    await expect(
      said.join('\n'),
      'If this is meant, run npm test -- cli every-command -u, and read the diff.',
    ).toMatchFileSnapshot(`testing/every-command.${kind}.txt`)
  },
  script.length * 4000,
)

test('every command there is was run', () => {
  const missing = listCommands().filter((command) => !script.some((line) => `${line} `.startsWith(`${command} `)))

  expect(missing, 'Give each a line in the script above, then run: npm test -- cli every-command -u').toEqual([])
})

async function runLine(line: string, kind: 'pipe' | 'terminal', place: Cli): Promise<string> {
  const [, list] = /\$\((.*)\)/.exec(line) ?? []
  const [first] = list === undefined ? [] : await place.list(list.split(' '))
  const args = toWords(line.replace(/\$\(.*\)/, String(first?.['id'])))
  if (kind === 'pipe') {
    // A command that uses the process's own input runs as a process.
    const run = line === 'mcp' ? place.spawn : place.run
    const { code, stdout, stderr } = await run(args, { input: line === 'mcp' ? '' : `${demoPassword}\n` })
    return toGolden([stdout, stderr.replace(/^(?=.)/gm, '! '), `= ${code}\n`].join(''), place)
  }
  // Wide enough that nothing is cut.
  const columns = 400
  if (!isTyped(args)) {
    const { code, stdout } = await place.run(args, { columns })
    return toGolden(`${stdout}= ${code}\n`, place)
  }
  // As at a keyboard: a password is typed when asked for, and the input never ends.
  const keys = [
    { after: /Password: /, type: `${demoPassword}\r` },
    { after: /which space/, type: '\u0003' },
  ]
  const typed = keys.filter(({ type }) => (type === '\u0003') === (line === 'screen'))
  const words = args.filter((word) => word !== '--password-stdin')
  const { code, stdout } = await place.runInTerminal(words, { keys: typed, columns })
  // How often a screen is drawn depends on timing.
  return line === 'screen' ? `= ${code}\n` : toGolden(`${stdout}= ${code}\n`, place)
}

/** Splits a line into words; quoted ones may contain spaces. */
function toWords(line: string): readonly string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^'|'$/g, ''))
}

/** Interactive commands, and two that print a table and a record: run as processes at a real terminal. */
function isTyped([noun = '', verb = '', ...rest]: readonly string[]): boolean {
  return (
    ['login', 'screen', 'whoami'].includes(noun) ||
    rest.includes('--password-stdin') ||
    `${noun} ${verb}` === 'stage list'
  )
}

/** Replaces everything that differs from run to run. */
function toGolden(text: string, { host, folder }: Cli): string {
  // Columns with an address or folder are as wide as those are here.
  const hasPlace = text.includes(host.url) || text.includes(folder)
  return text
    .replaceAll(hasPlace ? / {2,}/g : /(?!)/g, '  ')
    .replaceAll(demoPassword, '<password>')
    .replaceAll('\r', '')
    .replaceAll('\u001B', '␛')
    .replaceAll(host.url, '<host>')
    .replaceAll(folder, '<folder>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}\b/g, '<short id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, '<time>')
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, '<day>')
    .replaceAll(/xst_[\w-]+|invite\/[\w-]+/g, '<secret>')
    .replaceAll(/…[\w-]{4}\b/g, '<hint>')
    .replaceAll(`${process.platform} ${process.arch}`, '<machine>')
    .replaceAll(/\b\d+ (ms|seconds)\b|v?\d+\.\d+\.\d+/g, '<number>')
    .replaceAll(/ +$/gm, '')
}

/** Lists the words of every command that does something. */
function listCommands(
  command = makeProgram({ io: testIo(), onDone: () => {} }),
  at: readonly string[] = [],
): readonly string[] {
  if (command.commands.length === 0) return [at.join(' ')]
  return command.commands.flatMap((each) => listCommands(each, [...at, each.name()]))
}
