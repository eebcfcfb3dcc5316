import type { Space, SpaceLayout } from '#core/domain/entities.ts'
import type { StageRow } from '#core/domain/rows.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { createSpace } from '#core/operations/create-space.ts'
import { ensureIllustrationStages } from '#core/operations/create-stage.ts'
import { deleteSpace } from '#core/operations/delete-space.ts'
import { saveSpaceConfig } from '#core/operations/save-space-config.ts'
import { updateSpace } from '#core/operations/update-space.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickAll, pickOne } from '#cli/select/pick.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { makeStageMatcher } from '#cli/select/stage-matcher.ts'
import { splitList } from '#cli/select/name-pattern.ts'

export type SpaceOptions = Pick<GlobalOptions, 'project'> & {
  readonly name?: string
  readonly which?: string
  readonly layout?: string
  readonly stages?: string
  readonly statuses?: string
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

const layouts = ['grid', 'kanban', 'moodboard', 'illustration'] as const satisfies readonly SpaceLayout[]

/** Makes a space with its stages and statuses: all of the studio's unless some are named. */
export async function runSpaceCreate(options: SpaceOptions, context: Context): Promise<void> {
  const { name = '', project: wanted } = options
  const layout = layouts.find((each) => each === (options.layout ?? 'grid'))
  if (layout === undefined)
    throw usageError(`There is no layout "${options.layout}".`, `The layouts are ${layouts.join(', ')}.`)
  if (wanted === undefined) throw usageError('In which project?', 'Pass --project.')
  const { client, studio } = await open(context)
  const project = pickOne(studio.getProjects(), wanted, { one: 'project', many: 'projects' })
  const config = await chooseConfig({ ...options, layout }, { client, studio })
  const id = client.ids.newId<SpaceId>()
  const done = await createSpace({ studio, projectId: project.id, name, layout, id }, client)
  const operation = await settleWrite(
    {
      label: `Create space ${name}`,
      studioId: studio.studioId,
      done,
      toInverse: () => ({ kind: 'delete', table: 'spaces', keys: [id] }),
    },
    context,
  )
  const configured = await saveSpaceConfig({ studio, spaceId: id, ...config }, client)
  if (!configured.ok) throw configured.error
  const answer = await configured.value.answered
  if (!answer.ok) throw answer.error
  const slug = studio.replica.find('spaces', id)?.slug ?? ''
  tellChange({ id, path: `${project.slug}/${slug}`, name: name.trim(), operation }, context)
}

export async function runSpaceRename(
  { which = '', name = '', project }: SpaceOptions,
  context: Context,
): Promise<void> {
  await change({ which, project }, { name: name.trim() }, context)
}

/** Archives a space, or brings it back. */
export function makeRunSpaceArchive(isActive: boolean) {
  return async ({ which = '', project }: SpaceOptions, context: Context): Promise<void> =>
    await change({ which, project }, { isActive }, context)
}

export async function runSpaceDelete({ which = '', project }: SpaceOptions, context: Context): Promise<void> {
  const { client, studio } = await open(context)
  const space = pick(studio, { which, project })
  await context.confirm(`This deletes ${space.name} and everything in it. Go on?`)
  const done = await deleteSpace({ studio, spaceId: space.id }, client)
  const { studioId } = studio
  const label = `Delete space ${space.name}`
  const toInverse = (deletionId: Parameters<Parameters<typeof settleWrite>[0]['toInverse']>[0]) =>
    ({ kind: 'restore', studioId, deletionId }) as const
  const operation = await settleWrite({ label, studioId, done, toInverse }, context)
  tellChange({ id: space.id, path: toPath(studio, space), name: space.name, operation }, context)
}

type Which = { readonly which: string; readonly project: string | undefined }

async function change(which: Which, fields: Partial<Pick<Space, 'name' | 'isActive'>>, context: Context) {
  const { client, studio } = await open(context)
  const space = pick(studio, which)
  const before = fields.name === undefined ? { isActive: space.isActive } : { name: space.name }
  const row = { id: space.id, path: toPath(studio, space), name: fields.name ?? space.name }
  if (before.name === fields.name && before.isActive === fields.isActive)
    return tellChange({ ...row, operation: null }, context)
  const done = await updateSpace({ studio, spaceId: space.id, fields }, client)
  const operation = await settleWrite(
    {
      label: `Change space ${space.name}`,
      studioId: studio.studioId,
      done,
      toInverse: () => ({
        kind: 'update',
        table: 'spaces',
        changes: [{ key: space.id, fields: before, expected: fields }],
      }),
    },
    context,
  )
  tellChange({ ...row, operation }, context)
}

async function chooseConfig(options: SpaceOptions & { readonly layout: SpaceLayout }, { client, studio }: Place) {
  const named = options.statuses === undefined ? undefined : splitList(options.statuses)
  const statuses = named?.map((name) => pickStatus(studio, name)) ?? studio.getStatuses()
  const statusIds = statuses.map(({ id }) => id)
  if (options.layout === 'illustration') {
    const fixed = await ensureIllustrationStages(studio, client)
    if (!fixed.ok) throw fixed.error
    return { statusIds, stageIds: fixed.value }
  }
  const stages = options.stages === undefined ? studio.getStages() : pickStages(studio, options.stages)
  return { statusIds, stageIds: options.layout === 'moodboard' ? [] : stages.map(({ id }) => id) }
}

function pickStages(studio: StudioReplica, names: string): readonly StageRow[] {
  return splitList(names).flatMap((name) => {
    const found = studio.getStages().filter(makeStageMatcher(name))
    // Says what there is.
    return found.length > 0 ? found : pickAll(studio.getStages(), name, { one: 'stage', many: 'stages' })
  })
}

function pick(studio: StudioReplica, { which, project }: Which): Space {
  const spaces = listSpaces(studio, { ...(project !== undefined && { project }) })
  const [space, ...parents] = which.split('/').toReversed()
  const [parent] = parents
  const inProject = parent === undefined ? spaces : listSpaces(studio, { project: parent })
  return pickOne(inProject, space ?? which, { one: 'space', many: 'spaces' })
}

function toPath(studio: StudioReplica, space: Space): string {
  return `${studio.replica.find('projects', space.projectId)?.slug ?? space.projectId}/${space.slug}`
}

async function open(context: Context): Promise<Place> {
  const client = await context.openClient()
  return { client, studio: await loadStudio(client, context) }
}
