import { loadOverview, type Overview } from '#core/projects/overview.ts'
import { reasonTitleOf, describeStanding, sumOverview, waitingTitleOf } from '#core/projects/overview-words.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { open, pick } from './change-project.ts'

type Options = GlobalOptions & { readonly which?: string }

export const verb = defineVerb({
  arguments: '[which]',
  summary: 'show how a project stands, or all active ones: stages, what is late and why, what waits, the load',
  examples: ['project overview the-salt-road', 'project overview --json'],
  run: async ({ which, project = which, timeZone: zone }: Options, context) => {
    const timeZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    const { client, studio } = await open(context)
    const wanted = project === undefined ? undefined : pick(studio, project)
    const place = { studioId: studio.studioId, projectId: wanted?.id, timeZone }
    const overview = await loadOverview(place, client)
    const rows = toRows(overview, studio)
    context.print({
      rows,
      fields: ['part', 'id', 'name', 'tasks', 'done', 'late', 'days', 'hours', 'capacity', 'note'],
      columns: ['part', 'name', 'tasks', 'done', 'late', 'days', 'hours', 'note'],
    })
    const { tasks, done, thisWeek, lastWeek, inReview, late } = sumOverview(overview)
    context.say(
      `${wanted?.name ?? 'All active projects'}: ${done} of ${tasks} approved, ${thisWeek} this week (${lastWeek} last), ${inReview} in review, ${late} late.`,
    )
  },
})

/** Returns one row per number, as the overview's panels show them. */
function toRows({ stages, weeks, late, waiting, load }: Overview, studio: StudioReplica) {
  const nameOf = (id: string | null): string | undefined =>
    id === null ? undefined : studio.getMembers().find(({ userId }) => userId === id)?.displayName
  const none = { id: null, done: null, late: null, days: null, hours: null, capacity: null, note: null }
  return [
    ...stages.map((stage) => {
      const { stageId, tasks, done, late: lateTasks, days } = stage
      const name = studio.getStages().find(({ id }) => id === stageId)?.name ?? 'Unknown'
      return {
        ...none,
        part: 'stage',
        id: stageId,
        name,
        tasks,
        done,
        late: lateTasks,
        days,
        note: describeStanding(stage),
      }
    }),
    ...weeks.map(({ week, tasks }) => ({ ...none, part: 'approved', name: week, tasks })),
    ...late.reasons.map(({ reason, tasks }) => ({
      ...none,
      part: 'late',
      id: reason,
      name: reasonTitleOf(reason),
      tasks,
    })),
    ...waiting.map((line) => {
      const name = waitingTitleOf(line, nameOf(line.userId))
      return { ...none, part: 'waiting', id: line.userId ?? line.kind, name, tasks: line.tasks, days: line.days }
    }),
    ...load.map(({ userId, hours, capacity }) => {
      return { ...none, part: 'load', id: userId, name: nameOf(userId) ?? 'Unknown', tasks: null, hours, capacity }
    }),
  ]
}
