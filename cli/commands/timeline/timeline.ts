import type { Command } from 'commander'
import { declare, flag, type ProgramParts } from '#cli/declare.ts'
import type { TimelineChangeOptions } from './change.ts'
import type { TimelineListOptions } from './list.ts'

/** The noun `timeline`. */
export function declareTimeline(program: Command, parts: ProgramParts): void {
  const timeline = program.command('timeline').description('list and plan the blocks of the team timeline')
  const blockFlags = [
    flag('--start <day>', 'its first day, such as 2026-12-18'),
    flag('--artist <person>', 'whose row: name, e-mail, id or me'),
    flag('--days <count>', 'how many days it takes, such as 2.5').argParser(Number),
  ]
  declare<TimelineListOptions>(timeline, parts, {
    name: 'list',
    summary: 'list blocks, by their first day',
    options: [
      flag('--artist <person>', 'one person: name, e-mail, id or me'),
      flag('--stage <name>', 'stage, also by its short name'),
      flag('--from <day>', 'blocks that reach this day or a later one'),
      flag('--to <day>', 'blocks that begin on this day or an earlier one'),
      flag('--queue', 'only what waits for a place'),
    ],
    examples: ['timeline list --artist me --from 2026-12-01', 'timeline list --queue --json=id,path'],
    load: async () => (await import('./list.ts')).runTimelineList,
  })
  declare<TimelineChangeOptions>(timeline, parts, {
    name: 'plan <targets...>',
    summary: 'put tasks on somebody’s row, out of the queue where they wait there',
    options: blockFlags,
    examples: ["timeline plan sq010/sh0040:anim --artist 'Mei Tanaka' --start 2026-12-01 --days 3"],
    load: async () => (await import('./change.ts')).runTimelinePlan,
  })
  declare<TimelineChangeOptions>(timeline, parts, {
    name: 'move <block>',
    summary: 'move a block, named by its id or the start of it',
    options: blockFlags,
    examples: ['timeline move 019aa3f2 --start 2026-12-03'],
    load: async () => (await import('./change.ts')).runTimelineMove,
  })
  declare<TimelineChangeOptions>(timeline, parts, {
    name: 'delete <blocks...>',
    summary: 'take blocks off; the last one of a task goes back to the queue',
    load: async () => (await import('./change.ts')).runTimelineDelete,
  })
}
