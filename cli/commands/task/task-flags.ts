import { flag } from '#cli/define-verb.ts'

/** Flags that filter tasks. */
export const filterFlags = [
  flag('--collection <name>', 'collection: names or globs, separated by commas'),
  flag('--item <name>', 'item: names or globs, separated by commas'),
  flag('--stage <name>', 'stage, also by its short name: anim,lgt'),
  flag('--status <name>', 'status, also by its short code'),
  flag('--assignee <person>', 'assignee: name, e-mail or none'),
  flag('--view <name>', 'those that a saved view shows'),
  flag(
    '--where <condition>',
    'status=WFA,retake due<2026-12-01, or an expression: hours > 8 && !done; all must match; repeatable',
    {
      as: 'list',
    },
  ),
]

/** Flags of every task change. */
export const changeFlags = [
  ...filterFlags,
  flag('-n, --dry-run', 'show what would change and change nothing'),
  flag('--confirm <count>', 'how many tasks; needed instead of --yes above 500'),
]
