import { flag } from '#cli/define-verb.ts'
import { whereFlag } from '#cli/select/wanted-tasks.ts'

/** Flags that select time entries by date, person and place. */
export const rangeFlags = [
  flag('--from <day>', 'first day, such as 2026-11-01 (default: the first of the month)'),
  flag('--to <day>', 'last day (default: today)'),
  flag('--artist <person>', 'one person: name, e-mail, id or me'),
  flag('--stage <name>', 'stage, also by its short name'),
  whereFlag,
]
