import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { SpaceDraft } from './project-store.ts'

/** Returns the draft of a new space, with all the studio's stages and statuses. */
export function newSpaceDraft(studio: StudioReplica): SpaceDraft {
  return {
    name: '',
    isActive: true,
    layout: 'grid',
    chosen: {
      stage: studio.getStages().map(({ id }) => id),
      status: studio.getStatuses().map(({ id }) => id),
    },
  }
}

/** Returns a space's saved settings as a draft. */
export function toSpaceDraft(studio: StudioReplica, { id, name, isActive, layout }: Space): SpaceDraft {
  return {
    name,
    isActive,
    layout,
    chosen: {
      stage: studio.getSpaceStages(id).flatMap((row) => (row.isActive ? [row.stageId] : [])),
      status: studio.getSpaceStatuses(id).map(({ statusId }) => statusId),
    },
  }
}

/** Returns why a new space cannot be created yet; undefined if it can. Does not apply to editing. */
export function findMissing({ name, layout, chosen }: DeepReadonly<SpaceDraft>): string | undefined {
  if (name.trim() === '') return 'Enter a name'
  const needsStages = layout === 'grid' || layout === 'kanban'
  if (needsStages && chosen.stage.length === 0) return 'At least one stage must be active'
  if (chosen.status.length === 0) return 'At least one status must be active'
  return undefined
}
