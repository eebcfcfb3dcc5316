import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import { updateProject } from '#core/projects/update-project.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { toProjectRow } from './to-project-row.ts'

type Changes = Partial<Pick<ProjectRow, 'name' | 'isActive' | 'firstFrame' | 'followsFileVersions'>>

export async function change(which: string, fields: Changes, context: Context) {
  const { client, studio } = await open(context)
  const project = pick(studio, which)
  // Exactly the keys of `fields`.
  const names = Object.keys(fields) as (keyof Changes)[]
  if (names.every((key) => project[key] === fields[key]))
    return printProject({ studio, project, operation: null }, context)
  const done = await updateProject({ studio, projectId: project.id, fields }, client)
  const operation = await confirmWrite(
    { label: `Change project ${project.name}`, studioId: studio.studioId, done },
    context,
  )
  printProject({ studio, project: studio.replica.find('projects', project.id) ?? project, operation }, context)
}

type ChangedProject = {
  readonly studio: StudioReplica
  readonly project: ProjectRow
  readonly operation: string | null
}

/** Prints a changed project and how to undo it; JSON has the same fields as a list. */
export function printProject({ studio, project, operation }: ChangedProject, context: Context): void {
  printChange({ ...toProjectRow(studio, project), operation }, context, ['id', 'name', 'slug', 'operation'])
}

export function pick(studio: StudioReplica, which: string): ProjectRow {
  return pickOne(studio.getProjects(), which, { one: 'project', many: 'projects' })
}

export async function open(
  context: Context,
): Promise<{ readonly client: StudioClient; readonly studio: StudioReplica }> {
  const client = await context.openClient()
  return { client, studio: await loadStudio(client, context) }
}
