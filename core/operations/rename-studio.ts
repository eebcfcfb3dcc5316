import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

/** Gives a studio another name, trimmed; its address stays (ruling 10). */
export async function renameStudio(
  input: { readonly studio: StudioReplica; readonly name: string },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = input.studio
  const name = input.name.trim()
  if (name === '') return refuse('studio-name-missing')
  const changes = [{ key: studioId, fields: { name } }]
  return await setRowFields({ studioId, replica, table: 'studios', label: 'Rename studio', changes }, context)
}
