import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from './studio-replica.ts'
import { updateRows } from '#core/change/row-mutators.ts'

/** Renames a studio, trimming the name; its address stays (ruling 10). */
export async function renameStudio(
  input: { readonly studio: StudioReplica; readonly name: string },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio } = input
  const name = input.name.trim()
  if (name === '') return refuse('studio-name-missing')
  const changes = [{ key: studio.studioId, fields: { name } }]
  return await context.mutate(updateRows, { table: 'studios', changes, label: 'Rename studio' }, studio)
}
