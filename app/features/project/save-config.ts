import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done } from '#core/change/context.ts'
import type { SpaceLayout } from '#core/schema/spaces.ts'
import { toId, type SpaceId, type StageId, type StatusId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { ensureIllustrationStages } from '#core/studios/create-stage.ts'
import type { PresetKind } from '#core/studios/save-preset.ts'
import { saveSpaceConfig } from '#core/projects/save-space-config.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

type SaveConfigInput = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly spaceId: SpaceId
  readonly layout: SpaceLayout
  readonly chosen: Readonly<Record<PresetKind, readonly string[]>>
}

/**
 * Returns the steps that save a space's stages and statuses, none if nothing changed. An illustration space has its
 * fixed stages.
 */
export async function saveConfigSteps(input: SaveConfigInput): Promise<readonly (() => Promise<Result<Done>>)[]> {
  const { client, studio, spaceId, layout, chosen } = input
  const statusIds = chosen.status.map((id) => toId<StatusId>(id))
  let stageIds: readonly StageId[] = chosen.stage.map((id) => toId<StageId>(id))
  if (layout === 'illustration') {
    const fixed = await ensureIllustrationStages(studio, client)
    if (!fixed.ok) throw fixed.error
    stageIds = fixed.value
  }
  const presentStages = studio.getSpaceStages(spaceId).flatMap((row) => (row.isActive ? [row.stageId] : []))
  const presentStatuses = studio.getSpaceStatuses(spaceId).map(({ statusId }) => statusId)
  const isSame = (first: readonly string[], second: readonly string[]): boolean => first.join() === second.join()
  if (isSame(stageIds, presentStages) && isSame(statusIds, presentStatuses)) return []
  return [() => saveSpaceConfig({ studio, spaceId, stageIds, statusIds }, client)]
}
