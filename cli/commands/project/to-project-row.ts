import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Converts a project to the row every command prints. */
export const toProjectRow = (studio: StudioReplica, project: ProjectRow) => ({
  id: project.id,
  name: project.name,
  slug: project.slug,
  active: project.isActive,
  spaces: studio.getSpaces(project.id).length,
  description: project.description,
  firstFrame: project.firstFrame ?? 1,
  versions: project.followsFileVersions ? 'file' : 'count',
  createdAt: new Date(project.createdAt).toISOString(),
})
