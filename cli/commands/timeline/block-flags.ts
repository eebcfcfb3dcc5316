import { flag, flagOf } from '#cli/define-verb.ts'

/** Flags that place a block. */
export const blockFlags = [
  flagOf('--start <day>', 'create_task_block.p_start_date'),
  flag('--artist <person>', 'whose row: name, e-mail, id or me'),
  flagOf('--days <count>', 'create_task_block.p_duration', { isOptional: true }),
]
