import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { SpaceDraft } from './project-store.ts'

/** A new space starts with everything the studio has. */
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

/** A space's settings as they are saved. */
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

/** Why a new space cannot be created yet; undefined when it can. Editing is never held back. */
export function findMissing({ name, layout, chosen }: DeepReadonly<SpaceDraft>): string | undefined {
  if (name.trim() === '') return 'Enter a name'
  const needsStages = layout === 'grid' || layout === 'kanban'
  if (needsStages && chosen.stage.length === 0) return 'At least one stage must be active'
  if (chosen.status.length === 0) return 'At least one status must be active'
  return undefined
}
