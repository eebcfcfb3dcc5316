import type { Command } from 'commander'
import { declare, flag, listFlag, type ProgramParts } from '../declare.ts'
import type { CommentAddOptions } from './comment/add.ts'
import type { CommentListOptions } from './comment/list.ts'
import type { FeedOptions } from './feed/feed.ts'
import type { TimesheetOptions } from '../timesheet/load-timesheet.ts'
import type { TimesheetReportOptions } from './timesheet/report.ts'
import type { ItemCreateOptions } from './item/create.ts'
import type { ItemListOptions } from './item/list.ts'
import type { ItemShowOptions } from './item/show.ts'
import type { RevisionListOptions } from './revision/list.ts'
import type { RevisionUploadOptions } from './revision/upload.ts'
import type { UploadOptions } from './upload/upload.ts'

/** The nouns that work is made of and leaves behind: item, revision, upload, comment, timesheet, feed. */
export function declareWork(program: Command, parts: ProgramParts): void {
  declareItem(program.command('item').description('list and create items: shots, assets, illustrations'), parts)
  declareRevision(program.command('revision').description('list and upload revisions'), parts)
  declareUpload(program.command('upload').description('go on with what a publish left unfinished'), parts)
  declareComment(program.command('comment').description('list and add comments'), parts)
  declareTimesheet(program.command('timesheet').description('add up and export time'), parts)
  declare<FeedOptions>(program, parts, {
    name: 'feed',
    summary: 'print what happened in the studio, the oldest first',
    options: [
      flag('--actions <names>', 'revision, comment or both with a comma'),
      flag('--limit <count>', 'at most so many').argParser(Number).default(50),
      flag('--watch', 'go on and print what happens'),
      flag('--interval <seconds>', 'how often --watch looks').argParser(Number).default(5),
    ],
    examples: ['feed --limit 20', 'feed --watch --ndjson --actions revision'],
    load: async () => (await import('./feed/feed.ts')).runFeed,
  })
}

function declareItem(item: Command, parts: ProgramParts): void {
  declare<ItemListOptions>(item, parts, {
    name: 'list',
    summary: 'list items',
    options: [flag('--collection <name>', 'collection: names or globs, with commas')],
    examples: ['item list --space ep01 --collection sq010'],
    load: async () => (await import('./item/list.ts')).runItemList,
  })
  declare<ItemShowOptions>(item, parts, {
    name: 'show <item>',
    summary: 'show an item with its frames in the cut, by name, slug, id or path',
    examples: ['item show ep01/sq010/sh0010', 'item show sh0010 --space ep01 --json=frameIn,frameOut,frameRate'],
    load: async () => (await import('./item/show.ts')).runItemShow,
  })
  declare<ItemCreateOptions>(item, parts, {
    name: 'create [names...]',
    summary:
      'create items at the end of a collection, each with a task for every stage; - reads names from standard input',
    options: [
      flag('--collection <name>', 'collection: name, slug or id; not needed in a space of illustrations'),
      flag('--description <text>', 'description of every item'),
      flag('-n, --dry-run', 'show what would be created and create nothing'),
    ],
    examples: [
      'item create --space ep01 --collection sq010 sh0010 sh0020',
      'item create --space ep01 --collection sq010 - < shots.txt',
    ],
    load: async () => (await import('./item/create.ts')).runItemCreate,
  })
}

function declareRevision(revision: Command, parts: ProgramParts): void {
  declare<RevisionListOptions>(revision, parts, {
    name: 'list [targets...]',
    summary: 'list the revisions of tasks, the newest first',
    examples: ['revision list sq010/sh0040:anim'],
    load: async () => (await import('./revision/list.ts')).runRevisionList,
  })
  declare<RevisionUploadOptions>(revision, parts, {
    name: 'upload <target-or-file> [files...]',
    summary:
      'post a revision with files; with --map one for each file. A repeat sends what is missing and posts nothing twice',
    options: [
      flag('--time <duration>', 'time spent on it, such as 2h30m'),
      flag('--status <name>', 'set this status with it'),
      flag('-m, --message <text>', 'note; @name mentions somebody'),
      flag('--map <target>', "every file is a revision of its own: '{name}:anim'; - reads files from standard input"),
      flag(
        '--match <template>',
        "where the placeholders of --map stand in file names: '{item}_{stage}_v{version}.mov'; frames as {frame}, #### or %04d become one revision",
      ),
      flag('--concurrency <count>', 'how many files are sent at once').argParser(Number).default(4),
      flag('--new', 'post a new revision even if this very content was posted before'),
      flag('-n, --dry-run', 'show what would be posted and post nothing'),
    ],
    examples: [
      "revision upload sq010/sh0040:anim sh0040.mov --time 2h30m --status WFA -m 'blocking pass'",
      "revision upload --map '{item}:{stage}' --match '{item}_{stage}_v*.mov' --time 10m out/*.mov",
      "revision upload --map '{item}:comp' --match '{item}_v{version}.####.png' --time 10m -m 'v{version}' frames/*.png",
      "revision upload --map '{name}:anim' --time 10m --ndjson - < files.txt",
    ],
    load: async () => (await import('./revision/upload.ts')).runRevisionUpload,
  })
}

function declareUpload(upload: Command, parts: ProgramParts): void {
  declare<UploadOptions>(upload, parts, {
    name: 'list',
    summary:
      'list what this machine began to publish and did not finish, the newest first; remembered for 90 days, at most 2,000 and 256 MB',
    load: async () => (await import('./upload/upload.ts')).runUploadList,
  })
  declare<UploadOptions>(upload, parts, {
    name: 'resume [upload]',
    summary: 'go on with one, the last unless named by its id or the start of it; nothing is sent or posted twice',
    examples: ['upload resume', 'upload resume 4be1c2 --ndjson'],
    load: async () => (await import('./upload/upload.ts')).runUploadResume,
  })
  declare<UploadOptions>(upload, parts, {
    name: 'cancel <upload>',
    summary: 'give one up; what was posted of it stays',
    examples: ['upload cancel last --yes'],
    load: async () => (await import('./upload/upload.ts')).runUploadCancel,
  })
}

function declareComment(comment: Command, parts: ProgramParts): void {
  declare<CommentListOptions>(comment, parts, {
    name: 'list [targets...]',
    summary: 'list the comments of tasks, the oldest first',
    examples: ['comment list sq010/sh0040:anim'],
    load: async () => (await import('./comment/list.ts')).runCommentList,
  })
  declare<CommentAddOptions>(comment, parts, {
    name: 'add <target> [text]',
    summary: 'comment on a task; without a text it is read from standard input',
    options: [
      flag('--status <name>', 'set this status with it'),
      listFlag('--attach <file>', 'attach a file; repeatable'),
    ],
    examples: [
      "comment add sq010/sh0040:anim 'Softer landing, @Mei Tanaka'",
      'comment add sq010/sh0040:anim < notes.txt',
    ],
    load: async () => (await import('./comment/add.ts')).runCommentAdd,
  })
}

function declareTimesheet(timesheet: Command, parts: ProgramParts): void {
  const rangeFlags = () => [
    flag('--from <day>', 'the first day, such as 2026-11-01; the first of the month unless given'),
    flag('--to <day>', 'the last day; today unless given'),
    flag('--artist <person>', 'one person: name, e-mail, id or me'),
    flag('--stage <name>', 'stage, also by its short name'),
  ]
  declare<TimesheetReportOptions>(timesheet, parts, {
    name: 'report',
    summary: 'add up the time of revisions; with artist and day, days that are not eight hours are marked',
    options: [
      ...rangeFlags(),
      flag('--by <groups>', 'artist, project, space, item, stage, day, month').default('artist,day'),
    ],
    examples: [
      'timesheet report --artist me',
      'timesheet report --from 2026-11-01 --to 2026-11-30 --by artist,project --csv > nov.csv',
    ],
    load: async () => (await import('./timesheet/report.ts')).runTimesheetReport,
  })
  declare<TimesheetOptions>(timesheet, parts, {
    name: 'export',
    summary: 'write one line a revision, as CSV unless told otherwise',
    options: rangeFlags(),
    examples: ['timesheet export --from 2026-11-01 --to 2026-11-30 > november.csv'],
    load: async () => (await import('./timesheet/export.ts')).runTimesheetExport,
  })
}
