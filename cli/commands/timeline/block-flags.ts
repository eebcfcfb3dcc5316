import { flag } from '#cli/define-verb.ts'

/** Where a block goes. */
export const blockFlags = [
  flag('--start <day>', 'its first day, such as 2026-12-18'),
  flag('--artist <person>', 'whose row: name, e-mail, id or me'),
  flag('--days <count>', 'how many days it takes, such as 2.5', { as: 'number' }),
]
