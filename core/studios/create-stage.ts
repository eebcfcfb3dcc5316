import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { StageCategory } from '#core/schema/stages.ts'
import { illustrationStages, newStageColor } from './default-stages.ts'
import { idWithin, type StageId } from '#core/lib/ids.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { StudioReplica } from './studio-replica.ts'
import { insertRows } from '#core/change/row-mutators.ts'

export type NewStage = {
  readonly id?: StageId
  readonly name: string
  readonly color?: string
  readonly category?: StageCategory
}

/** Adds stages at the end of a studio's pipeline, in steps of 10; undo deletes them. */
export async function createStages(
  input: { readonly studio: StudioReplica; readonly stages: readonly NewStage[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, stages } = input
  if (stages.length === 0) return refuse('not-found')
  if (stages.some(({ name }) => name.trim() === '')) return refuse('name-missing')
  const last = Math.max(0, ...studio.getStages().map(({ orderIndex }) => orderIndex))
  const rows = stages.map(({ id, name, color = newStageColor, category = 'production' }, index) => ({
    id: id ?? context.ids.newId<StageId>(),
    name: name.trim(),
    color,
    category,
    icon: undefined,
    orderIndex: last + (index + 1) * 10,
  }))
  const { studioId } = studio
  const label = rows.length === 1 ? 'Create stage' : `Create ${rows.length} stages`
  return await context.mutate(insertRows, { table: 'stages', rows, extra: { studio_id: studioId }, label }, studio)
}

/** Returns the ids of the fixed stages of illustration spaces, in order; creates those the studio lacks (ruling 9). */
export async function ensureIllustrationStages(
  studio: StudioReplica,
  context: ChangeContext,
): Promise<Result<readonly StageId[]>> {
  const known = new Map(studio.getStages().map(({ id, name }) => [name.trim().toLowerCase(), id]))
  const stages = illustrationStages.map(({ name, color, category }, index) => {
    const id = known.get(name.toLowerCase())
    return { id: id ?? idWithin<StageId>(studio.studioId, index), name, color, category, isMissing: id === undefined }
  })
  const missing = stages.filter(({ isMissing }) => isMissing)
  if (missing.length > 0) {
    const created = await createStages({ studio, stages: missing }, context)
    if (!created.ok) return created
  }
  return ok(stages.map(({ id }) => id))
}
