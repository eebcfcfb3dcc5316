import type { Space } from '#core/schema/spaces.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Finds the project that an address names by slug or id. */
export function findProject(studio: StudioReplica, name: string): ProjectRow | undefined {
  const projects = studio.getProjects()
  return projects.find(({ slug }) => slug === name) ?? projects.find(({ id }) => id === name)
}

/** Lists a project's spaces in their order, active ones first. */
export function listSpaces(studio: StudioReplica, projectId: ProjectId): readonly Space[] {
  return [...studio.getSpaces(projectId)].sort((first, second) => Number(second.isActive) - Number(first.isActive))
}
