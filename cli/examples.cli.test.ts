import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeXlsx } from '#core/exchange/write-xlsx.ts'
import { runShell } from '#tests/cli/run-shell.ts'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'
import { commands } from './commands/index.generated.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('tomas.okafor')
  const rows = [
    ['Sequence', 'Shot', 'Animation due'],
    ['sq010', 'sh0010', '2026-12-18'],
  ]
  writeFiles(await writeXlsx({ name: 'Shots', rows, numberColumns: new Set() }))
})
afterAll(async () => await cli.close())

/** Creates what the examples refer to. */
const before = [
  'space create ep01 --project the-salt-road --stages layout,anim,comp,fx',
  'collection create sq010 --space ep01',
  'collection create sq020 --space ep01',
  'item create --space ep01 --collection sq010 sh0030 sh0040',
  'field create Vendor --kind choice --option Northwind',
]

/**
 * The help's examples, in an order in which each finds what it names; `←` replaces a made-up id with a real one. `*` is
 * every example without a line here, which finds what those above have left.
 */
const order = `
studio use northlight
space create 'Episode 3' --project the-salt-road --stages layout,anim,comp
collection create SQ040 --space ep01
item create --space ep01 --collection sq010 sh0010 sh0020
item create --space ep01 --collection sq010 - < shots.txt
item set-thumbnail ep01/sq010/sh0010 sh0010.png
item reset-thumbnail ep01/sq010/sh0010
import plan shots.csv --space ep01
import apply shots.csv.plan.json --yes
import plan tracker.csv --space ep01 --map name='Shot Code' --map 'shotgrid id=Id'
import plan locked.edl --space ep01 --collection sq010 --rate 23.976 --first-frame 1001 --handles 8
import plan cut.otio --space ep01 --collection sq010
revision upload sq010/sh0040:anim sh0040.mov --time 2h30m --status WFA -m 'blocking pass'
revision upload --map '{item}:{stage}' --match '{item}_{stage}_v*.mov' --time 10m out/*.mov
revision upload --map '{item}:comp' --match '{item}_v{version}.####.png' --time 10m -m 'v{version}' frames/*.png
revision upload --map '{name}:anim' --time 10m --ndjson - < files.txt
revision download 'sq010/*:comp' --to plates --name '{item}/{item}_v{version}{ext}'
comment add sq010/sh0040:anim 'Softer landing, @Mei Tanaka'
comment add sq010/sh0040:anim < notes.txt
review create Monday --project the-salt-road --from 'stage=layout status=WFA,DONE'
review create 'Cut sq010' 'ep01/sq010/*:anim' --kind cut
review add Monday 'ep01/sq010/*:anim'
comment add sq010/sh0040:anim 'Hold until 1017' --review Monday
view create Unfinished --space ep01 --where '!task("anim").done' --shared
kind create Vehicle --stage Modeling --stage Rigging --icon car
kind set prop --stage Modeling
stage wait Animation Rigging --kind character
stage wait Animation Rigging --off
report create "Hours" --of week --on mon --at 08:30 --url https://farm.example/hours
report create "Morning" --view Unfinished --space ep01 --on weekdays --at 09:00 --url https://farm.example/rows
webhook create https://farm.example/xsheet --kind revision.posted --kind task.status_changed
webhook set farm.example --where 'done && stage == "Compositing"'
webhook set farm.example --kind revision.posted --url https://farm.example/next
field create Farm --of task
task set 'sq010/*:animation' --field farm=Southlight
task list --space ep01 --stage anim --status WFA
task set-status DONE 'ep01/sq010/*:layout' --dry-run
task list --status WFA --json=id --ndjson | studio-cli task set-status WIP - --yes
task assign "Mei Tanaka" sq010/sh0040:anim
task assign none 'ep01/**:fx'
task due 2026-12-18 'ep01/sq010/*:comp'
task estimate 12.5 'ep01/sq010/*:anim'
task priority 2 sq010/sh0040:anim
undo last
undo 019aa3f2 ← operation list
timeline plan sq010/sh0040:anim --artist 'Mei Tanaka' --start 2026-12-01 --days 3
timeline move 019aa3f2 --start 2026-12-03 ← timeline list --project the-salt-road --space ep01
studio service-account create 'Render farm' --role lead
auth token create ci --service-account 'Render farm' --days 30 --json=token
auth token create laptop
auth token revoke laptop
api diagnose_user_roles p_studio_id=… ← studio list
api pull_space --data - < arguments.json
*
item rename ep01/sq010/sh0010 sh0012
item move ep01/sq010/sh0010 sq020
project create 'The Salt Road'
project rename the-salt-road 'The Long Salt Road'
config set --here project the-salt-road
config set host https://studio.example
`
  .split('\n')
  .filter((line) => line !== '')

/** Examples that wait for somebody or open something; other tests run these commands. */
const elsewhere = [
  'login',
  'login --device',
  'login --email mei.tanaka@northlight.example',
  'login --email bot@studio.example --password-stdin < secret',
  'screen --space ep01',
  'open sq010/sh0040:anim',
  'feed --watch --ndjson --actions revision',
  'events watch --kind revision.posted --json --cursor-file ~/.xsheet-events',
  'events undo 1200 --yes',
  "item delete --space ep01 --where 'omitted' --yes",
  "item move --where 'frames > 200' sq020 --yes",
  'mcp --project the-salt-road',
  'review bring decisions.json --dry-run',
  'review bring anna.zip jonas/ --take keep --yes',
  'upload resume',
  'upload resume 4be1c2 --ndjson',
  'upload cancel last --yes',
]

const examples = new Set(commands.flatMap(({ examples: own = [] }) => own))
const listed = new Set([...order.map((line) => line.replace(/ ← .*/, '')), ...elsewhere])
const rest = [...examples].filter((line) => !listed.has(line))
const inOrder = order.flatMap((line) => (line === '*' ? rest : [line]))

test('every line here is an example of the help', () => {
  expect([...listed].filter((line) => line !== '*' && !examples.has(line))).toEqual([])
})

test(
  'every example of the help runs as written',
  async () => {
    for (const line of before) expect(await runLine(line)).toMatch(/\n0$/)
    const [space] = await cli.list(['space', 'list', '--project', 'the-salt-road'])
    writeFileSync(
      path.join(cli.folder, 'work', 'arguments.json'),
      JSON.stringify({ p_space_id: space?.['id'], p_since: 0 }),
    )

    for (const line of inOrder) {
      const [command = '', list] = line.split(' ← ')
      const [first] = list === undefined ? [] : await cli.list(list.split(' '))
      const id = String(first?.['id'])
      const said = await runLine(command.replace('019aa3f2', id).replace('…', id))
      expect([command, said], 'If it needs what another example leaves, give it a line in the order above.').toEqual([
        command,
        expect.stringMatching(/(^|\n)0( 0)*$/),
      ])
    }
  },
  inOrder.length * 4000,
)

/** Shell-only syntax: pipes, redirections, globs, home. */
const shellSigns = /[|<>*?~$]/

/** Runs a line in this process unless it needs a shell; the result ends with the exit codes of its parts. */
async function runLine(line: string): Promise<string> {
  if (shellSigns.test(line.replaceAll(/'[^']*'|"[^"]*"/g, ''))) return await shell(line)
  const quoted = /'([^']*)'|"([^"]*)"/g
  const words = [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(quoted, (_, single?: string, double = '') => single ?? double),
  )
  const { code, stdout, stderr } = await cli.run(words, { cwd: path.join(cli.folder, 'work') })
  return `${stdout}${stderr}${code}`
}

/** Runs a line by a shell and the built command line. */
async function shell(line: string): Promise<string> {
  const lines = `zstd() { cat; }; studio-cli ${line}\necho "\${PIPESTATUS[@]}"`
  return (await runShell(cli, lines, path.join(cli.folder, 'work'))).trimEnd()
}

const film = (text: string): Buffer => Buffer.from(`\0\0\0\u0018ftypmp42${text}`)
// One white pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
  'base64',
)
const clip = {
  OTIO_SCHEMA: 'Clip.1',
  name: 'sh0010',
  source_range: {
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 0 },
    duration: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 48 },
  },
}
const cut = {
  OTIO_SCHEMA: 'Timeline.1',
  name: 'cut',
  tracks: { OTIO_SCHEMA: 'Stack.1', children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children: [clip] }] },
}

/** The files that the examples name. */
function writeFiles(workbook: Uint8Array): void {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'shots.txt': 'sh0050\nsh0060\n',
    'shots.csv': 'Collection,Name,Frame In,Frame Out\nsq010,sh0010,1001,1048\nsq010,sh0070,1001,1048\n',
    'statuses.csv': 'Sequence,Shot,Animation\nsq010,sh0010,Aproved\n',
    'kitsu.csv': 'Sequence,Name,Mood,Old notes\nsq010,sh0010,blue,late\n',
    'tracker.csv': 'Collection,Shot Code,Id\nsq010,sh0010,1170\n',
    'locked.edl':
      'TITLE: LOCKED\nFCM: NON-DROP FRAME\n\n' +
      '001  A001 V     C        01:00:00:00 01:00:02:00 01:00:00:00 01:00:02:00\n* FROM CLIP NAME: sh0010\n',
    'conform.edl':
      'TITLE: CONFORM\n001  AX   V     C        01:00:00:00 01:00:02:00 01:00:00:00 01:00:02:00\n' +
      '* FROM CLIP NAME: sq010_sh0010_v003.mov\n',
    'bids.xlsx': workbook,
    'bids.csv': 'Sequence,Shot,Vendor\nsq010,sh0010,Northwnd\nsq010,sh0020,Sol\n',
    'cut.otio': JSON.stringify(cut),
    'notes.txt': 'Softer landing\n',
    'files.txt': 'sh0030.mov\n',
    'sh0010.png': png,
    'sh0030.mov': film('30'),
    'sh0040.mov': film('40'),
    'out/sh0010_anim_v001.mov': film('10'),
    'frames/sh0010_v002.1001.png': png,
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`comp/sh0040.100${number}.png`, png])),
  }
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(cli.folder, 'work', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  mkdirSync(path.join(cli.folder, '.local/share/bash-completion/completions'), { recursive: true })
}
