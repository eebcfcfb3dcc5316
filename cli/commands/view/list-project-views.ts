import type { ProjectRow } from '#core/schema/projects.ts'
import type { ProjectView } from '#core/schema/project-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { pickAll } from '#cli/select/pick.ts'

/** Returns the saved views of project pages that the flags may mean; none if a space is named. */
export function listProjectViews(
  studio: StudioReplica,
  { project: which, space }: Pick<GlobalOptions, 'project' | 'space'>,
): readonly { readonly view: ProjectView; readonly project: ProjectRow }[] {
  if (space !== undefined) return []
  const all = studio.getProjects()
  const projects = which === undefined ? all : pickAll(all, which, { one: 'project', many: 'projects' })
  return projects.flatMap((project) => studio.getProjectViews(project.id).map((view) => ({ view, project })))
}
