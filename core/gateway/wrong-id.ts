import { AppError } from '#core/lib/errors.ts'
import { isUuid } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'

/**
 * Returns the error for a malformed id among a procedure's arguments, in the specification's words (ruling 23);
 * undefined if there is none. The database's own message would be about the syntax of its types.
 */
export function findWrongId(args: object): AppError | undefined {
  const given = new Map<string, unknown>(Object.entries(args))
  const itemIds = given.get('p_item_ids')
  if (Array.isArray(itemIds)) {
    const wrong = itemIds.filter((id) => !isUuid(id)).map(String)
    if (wrong.length > 0) return new AppError('item-ids-invalid', messages['item-ids-invalid'](wrong))
  }
  const code = oneIds.find(([name]) => typeof given.get(name) === 'string' && !isUuid(given.get(name)))?.[1]
  return code === undefined ? undefined : new AppError(code, messages[code])
}

const oneIds = [
  ['p_task_id', 'task-id-invalid'],
  ['p_status_id', 'status-id-invalid'],
  ['p_studio_id', 'studio-id-invalid'],
] as const
