import type { ChangeContext } from '#core/change/context.ts'
import { idWithin, type ProjectId, type SpaceId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { createSpace } from './create-space.ts'
import { ensureIllustrationStages } from '#core/studios/create-stage.ts'
import { saveSpaceConfig } from './save-space-config.ts'

/**
 * Creates a project's illustration space with its fixed stages and every status of the studio (ruling 34); resolves
 * once the server has it. A project has only one: of two people who create it at the same time, the second gets the
 * first one's.
 */
export async function makeIllustrationSpace(
  input: { readonly studio: StudioReplica; readonly projectId: ProjectId },
  context: ChangeContext,
): Promise<Result<SpaceId>> {
  const { studio, projectId } = input
  const spaceId = idWithin<SpaceId>(projectId)
  const space = { studio, projectId, id: spaceId, name: 'Illustration', layout: 'illustration' as const }
  const created = await createSpace(space, context)
  if (!created.ok) return created
  const stages = await ensureIllustrationStages(studio, context)
  if (!stages.ok) return stages
  const statusIds = studio.getStatuses().map(({ id }) => id)
  const saved = await saveSpaceConfig({ studio, spaceId, stageIds: stages.value, statusIds }, context)
  if (!saved.ok) return saved
  for (const { answered } of [created.value, saved.value]) {
    const answer = await answered
    if (!answer.ok) return err(answer.error)
  }
  return ok(spaceId)
}
