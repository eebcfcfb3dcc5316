import type { Command } from 'commander'
import { declare, flag, listFlag, type ProgramParts } from '../declare.ts'
import type { CommentAddOptions } from './comment/add.ts'
import type { CommentListOptions } from './comment/list.ts'
import type { ItemCreateOptions } from './item/create.ts'
import type { ItemListOptions } from './item/list.ts'
import type { RevisionListOptions } from './revision/list.ts'
import type { RevisionUploadOptions } from './revision/upload.ts'

/** The nouns that work is made of: item, revision, comment. */
export function declareWork(program: Command, parts: ProgramParts): void {
  declareItem(program.command('item').description('list and create items: shots, assets, illustrations'), parts)
  declareRevision(program.command('revision').description('list and upload revisions'), parts)
  declareComment(program.command('comment').description('list and add comments'), parts)
}

function declareItem(item: Command, parts: ProgramParts): void {
  declare<ItemListOptions>(item, parts, {
    name: 'list',
    summary: 'list items',
    options: [flag('--collection <name>', 'collection: names or globs, with commas')],
    examples: ['item list --space ep01 --collection sq010'],
    load: async () => (await import('./item/list.ts')).runItemList,
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
        "where the placeholders of --map stand in file names: '{item}_{stage}_v{version}.mov'",
      ),
      flag('--concurrency <count>', 'how many revisions are sent at once').argParser(Number).default(3),
      flag('--new', 'post a new revision even if this very content was posted before'),
      flag('-n, --dry-run', 'show what would be posted and post nothing'),
    ],
    examples: [
      "revision upload sq010/sh0040:anim sh0040.mov --time 2h30m --status WFA -m 'blocking pass'",
      "revision upload --map '{item}:{stage}' --match '{item}_{stage}_v*.mov' --time 10m out/*.mov",
      "find out -name 'sh*.mov' | studio-cli revision upload --map '{name}:anim' --time 10m --ndjson -",
    ],
    load: async () => (await import('./revision/upload.ts')).runRevisionUpload,
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
