import type { SpaceLayout } from '#core/schema/spaces.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { createSpace } from '#core/projects/create-space.ts'
import { ensureIllustrationStages } from '#core/studios/create-stage.ts'
import { saveSpaceConfig } from '#core/projects/save-space-config.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { printChange } from '#cli/change/print-change.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { pickAll, pickOne } from '#cli/select/pick.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { makeStageMatcher } from '#cli/select/stage-matcher.ts'
import { splitList } from '#cli/select/name-pattern.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { type Place, open } from './change-space.ts'
import { toSpaceRow } from './to-space-row.ts'

type Options = IfMissing &
  Pick<GlobalOptions, 'project'> & {
    readonly name?: string
    readonly layout?: string
    readonly stages?: string
    readonly statuses?: string
  }

const layouts = ['grid', 'kanban', 'moodboard', 'illustration'] as const satisfies readonly SpaceLayout[]

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a space in a project',
  options: [
    flag('--layout <layout>', 'grid, kanban, moodboard or illustration', { default: 'grid' }),
    flag('--stages <names>', 'stages, separated by commas (default: all of the studio’s)'),
    flag('--statuses <names>', 'statuses, separated by commas (default: all of the studio’s)'),
    ifMissingFlag,
  ],
  examples: ["space create 'Episode 3' --project the-salt-road --stages layout,anim,comp"],
  /** Creates a space with its stages and statuses: all of the studio's unless some are named. */
  run: async (options: Options, context) => {
    const { name = '', project: wanted } = options
    const layout = layouts.find((each) => each === (options.layout ?? 'grid'))
    if (layout === undefined)
      throw usageError(`There is no layout "${options.layout}".`, `The layouts are ${layouts.join(', ')}.`)
    if (wanted === undefined) throw usageError('In which project?', 'Pass --project.')
    const { client, studio } = await open(context)
    const project = pickOne(studio.getProjects(), wanted, { one: 'project', many: 'projects' })
    const present = findExisting(studio.getSpaces(project.id), name, options)
    const shown = ['id', 'path', 'name', 'operation'] as const
    if (present !== undefined) return printChange({ ...toSpaceRow(studio, present), operation: null }, context, shown)
    const config = await chooseConfig({ ...options, layout }, { client, studio })
    const id = client.ids.newId<SpaceId>()
    const done = await createSpace({ studio, projectId: project.id, name, layout, id }, client)
    const operation = await confirmWrite({ label: `Create space ${name}`, studioId: studio.studioId, done }, context)
    const configured = await saveSpaceConfig({ studio, spaceId: id, ...config }, client)
    if (!configured.ok) throw configured.error
    const answer = await configured.value.answered
    if (!answer.ok) throw answer.error
    const made = getCreated(studio.replica.find('spaces', id))
    return printChange({ ...toSpaceRow(studio, made), operation }, context, shown)
  },
})

async function chooseConfig(options: Options & { readonly layout: SpaceLayout }, { client, studio }: Place) {
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
    // Throws with the list of stages.
    return found.length > 0 ? found : pickAll(studio.getStages(), name, { one: 'stage', many: 'stages' })
  })
}
