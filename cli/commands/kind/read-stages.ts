import type { FieldId, StageId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pickOne } from '#cli/select/pick.ts'

/** Finds the stage by name or id. */
export function findStageNamed(studio: StudioReplica, which: string) {
  return pickOne(studio.getStages(), which, { one: 'stage', many: 'stages' })
}

/** Reads the stages of a repeated flag; empty for `all`, undefined if it was not given. */
export function readStages(
  studio: StudioReplica,
  given: readonly string[] | undefined,
): readonly StageId[] | undefined {
  if (given === undefined) return undefined
  return given.length === 1 && given[0] === 'all' ? [] : given.map((name) => findStageNamed(studio, name).id)
}

/** Reads the item fields of a repeated flag; empty for `all`, undefined if it was not given. */
export function readKindFields(
  studio: StudioReplica,
  given: readonly string[] | undefined,
): readonly FieldId[] | undefined {
  if (given === undefined) return undefined
  if (given.length === 1 && given[0] === 'all') return []
  const fields = studio.getFields().map(({ id, key, name }) => ({ id, name, slug: key }))
  return given.map((which) => pickOne(fields, which, { one: 'field', many: 'fields' }).id)
}
