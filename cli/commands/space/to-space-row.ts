import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Converts a space to the row every command prints. */
export function toSpaceRow(studio: StudioReplica, space: Space) {
  const stages = studio.getSpaceStages(space.id).filter(({ isActive }) => isActive)
  const project = studio.replica.find('projects', space.projectId)
  return {
    id: space.id,
    path: `${project?.slug ?? space.projectId}/${space.slug}`,
    name: space.name,
    slug: space.slug,
    project: project?.name ?? null,
    layout: space.layout,
    active: space.isActive,
    stages: stages.map(({ stageId }) => studio.replica.find('stages', stageId)?.name ?? stageId),
  }
}
