import type { ProjectRow } from '#core/domain/rows.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import { createProject } from '#core/operations/create-project.ts'
import { deleteProject } from '#core/operations/delete-project.ts'
import { updateProject } from '#core/operations/update-project.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'

export type ProjectOptions = {
  readonly name?: string
  /** The project that is there; `--project` of the command line is not asked here. */
  readonly which?: string
  readonly description?: string
}

export async function runProjectCreate({ name = '', description }: ProjectOptions, context: Context): Promise<void> {
  const { client, studio } = await open(context)
  const id = client.ids.newId<ProjectId>()
  const done = await createProject({ studio, name, id, ...(description !== undefined && { description }) }, client)
  const label = `Create project ${name}`
  const operation = await settleWrite(
    { label, studioId: studio.studioId, done, toInverse: () => ({ kind: 'delete-project', projectId: id }) },
    context,
  )
  tellChange({ id, name: name.trim(), slug: studio.replica.find('projects', id)?.slug ?? null, operation }, context)
}

export async function runProjectRename({ which = '', name = '' }: ProjectOptions, context: Context): Promise<void> {
  await change(which, { name: name.trim() }, context)
}

/** Archives a project, or brings it back. */
export function makeRunProjectArchive(isActive: boolean) {
  return async ({ which = '' }: ProjectOptions, context: Context): Promise<void> =>
    await change(which, { isActive }, context)
}

export async function runProjectDelete({ which = '' }: ProjectOptions, context: Context): Promise<void> {
  const { client, studio } = await open(context)
  const project = pick(studio, which)
  const spaces = studio.getSpaces(project.id).length
  await context.confirm(`This deletes ${project.name} with its ${spaces} spaces and everything in them. Go on?`)
  const done = await deleteProject({ studio, projectId: project.id }, client)
  const { studioId } = studio
  const operation = await settleWrite(
    {
      label: `Delete project ${project.name}`,
      studioId,
      done,
      toInverse: (deletionId) => ({ kind: 'restore', studioId, deletionId }),
    },
    context,
  )
  tellChange({ id: project.id, name: project.name, slug: project.slug, operation }, context)
}

async function change(which: string, fields: Partial<Pick<ProjectRow, 'name' | 'isActive'>>, context: Context) {
  const { client, studio } = await open(context)
  const project = pick(studio, which)
  const before = fields.name === undefined ? { isActive: project.isActive } : { name: project.name }
  const { id, slug } = project
  const name = fields.name ?? project.name
  if (before.name === fields.name && before.isActive === fields.isActive)
    return tellChange({ id, name, slug, operation: null }, context)
  const done = await updateProject({ studio, projectId: project.id, fields }, client)
  const operation = await settleWrite(
    {
      label: `Change project ${project.name}`,
      studioId: studio.studioId,
      done,
      toInverse: () => ({
        kind: 'update',
        table: 'projects',
        changes: [{ key: project.id, fields: before, expected: fields }],
      }),
    },
    context,
  )
  tellChange({ id, name, slug, operation }, context)
}

function pick(studio: StudioReplica, which: string): ProjectRow {
  return pickOne(studio.getProjects(), which, { one: 'project', many: 'projects' })
}

async function open(context: Context): Promise<{ readonly client: StudioClient; readonly studio: StudioReplica }> {
  const client = await context.openClient()
  return { client, studio: await loadStudio(client, context) }
}
