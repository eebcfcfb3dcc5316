import type { Command } from 'commander'
import { declare, flag, listFlag, type ProgramParts } from '#cli/declare.ts'
import type { TaskListOptions } from './list.ts'
import type { SetStatusOptions } from './set-status.ts'
import type { SetFieldOptions } from './set-field.ts'

const filterFlags = () => [
  flag('--collection <name>', 'collection: names or globs, with commas'),
  flag('--item <name>', 'item: names or globs, with commas'),
  flag('--stage <name>', 'stage, also by its short name: anim,lgt'),
  flag('--status <name>', 'status, also by its short code'),
  flag('--assignee <person>', 'assignee: name, e-mail or none'),
  listFlag('--where <condition>', 'status=WFA,retake due<2026-12-01 assignee=none; all must hold; repeatable'),
]

const changeFlags = () => [
  ...filterFlags(),
  flag('-n, --dry-run', 'show what would change and change nothing'),
  flag('--confirm <count>', 'needed instead of --yes for more than 500 tasks: how many there are'),
]

/** The noun `task`. */
export function declareTask(program: Command, parts: ProgramParts): void {
  const task = program.command('task').description('list and change tasks')
  declare<TaskListOptions>(task, parts, {
    name: 'list [targets...]',
    summary: 'list tasks',
    options: [...filterFlags(), flag('--limit <count>', 'at most so many').argParser(Number)],
    examples: [
      'task list --space ep01 --stage anim --status WFA',
      "task list 'sq010/*:animation' --json=id,path,status",
      "task list --where 'due<2026-12-01 done=no' --csv > late.csv",
    ],
    load: async () => (await import('./list.ts')).runTaskList,
  })
  declare<SetStatusOptions>(task, parts, {
    name: 'set-status <new-status> [targets...]',
    summary: 'set the status of tasks named by path, glob, id, filters or standard input (-)',
    options: changeFlags(),
    examples: [
      "task set-status DONE 'ep01/sq010/*:layout' --dry-run",
      'task list --status WFA --json=id --ndjson | studio-cli task set-status WIP - --yes',
    ],
    load: async () => (await import('./set-status.ts')).runSetStatus,
  })
  for (const [name, summary, examples] of fieldVerbs)
    declare<SetFieldOptions>(task, parts, {
      name: `${name} [targets...]`,
      summary,
      options: changeFlags(),
      examples,
      load: async () => (await import('./set-field.ts')).runSetField[verbOf(name)],
    })
}

const fieldVerbs = [
  [
    'assign <person>',
    'give tasks to somebody, or to none',
    ['task assign "Mei Tanaka" sq010/sh0040:anim', "task assign none 'ep01/**:fx'"],
  ],
  ['due <day>', 'set the due date of tasks, or none', ["task due 2026-12-18 'ep01/sq010/*:comp'"]],
  ['estimate <hours>', 'set how many hours tasks should take, or none', ["task estimate 12.5 'ep01/sq010/*:anim'"]],
  ['priority <number>', 'set the priority of tasks', ['task priority 2 sq010/sh0040:anim']],
] as const

type FieldVerb = 'assign' | 'due' | 'estimate' | 'priority'

function verbOf(name: (typeof fieldVerbs)[number][0]): FieldVerb {
  // The first word of each name above.
  return name.split(' ')[0] as FieldVerb
}
