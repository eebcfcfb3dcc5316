import * as v from 'valibot'
import { findRevisions } from '#core/revisions/post-revisions.ts'
import { formatTimeSpent, parseTimeSpent } from '#core/timesheet/time-spent.ts'
import { usageError } from '#cli/cli-error.ts'
import { verb as uploadRevision } from '#cli/commands/revision/upload.ts'
import { loadTasks } from '#cli/select/load-tasks.ts'
import { pickTask } from '#cli/select/pick.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { describeFile, readAllowedFile } from './allowed-file.ts'
import type { StepPlace, StepPlan } from './step.ts'
import { line, lines } from './tool.ts'

export const filesArg = lines('paths in the folders that the server was started with')

/** The step that posts files as a revision. */
export const revisionStep = v.strictObject({
  do: v.literal('post_revision'),
  task: line('path or id: sq010/sh0010:anim'),
  files: filesArg,
  time: line('how long it took: 2h30m'),
  comment: v.optional(line('what is new in it')),
  status: v.optional(line('also set this status')),
})

type RevisionStep = v.InferOutput<typeof revisionStep>

export async function readRevision(step: RevisionStep, place: StepPlace): Promise<StepPlan> {
  const { task, files: named, comment = '', status } = step
  const { studio, context, options, folders } = place
  if (named.length === 0) throw usageError('Which files?', 'Name them.')
  const minutes = parseTimeSpent(step.time) ?? 0
  if (minutes === 0) throw usageError(`"${step.time}" is not a time.`, 'Write it like 2h30m.')
  const record = pickTask(await loadTasks(place, options, [task]), task, 'a revision')
  const about = { id: record.task.id, path: record.path }
  const wanted = status === undefined ? undefined : pickStatus(studio, status)
  const left = (reason: string): StepPlan => ({
    changes: [],
    left: [{ path: record.path, reason }],
    commands: [],
    state: about,
  })
  if (!studio.can('revisions')) return left('forbidden')
  const files = []
  for (const each of named) files.push(await readAllowedFile(each, folders))
  const sha256 = files.map((file) => file.sha256)
  const [present] = await findRevisions(await context.loadGateway(), [{ taskId: record.task.id, sha256 }])
  if (present !== undefined) return left('unchanged')
  const more = [
    `${formatTimeSpent(minutes)} of work`,
    ...(wanted === undefined ? [] : [`status → ${wanted.name}`]),
    ...(comment.trim() === '' ? [] : [`comment: ${comment.trim()}`]),
  ]
  const values = {
    targetOrFile: record.task.id,
    files: files.map((file) => file.path),
    time: step.time,
    message: comment.trim() === '-' ? '' : comment,
    ...(wanted && { status: wanted.id }),
  }
  return {
    changes: [{ ...about, change: `new revision of ${files.map(describeFile).join(', ')}; ${more.join('; ')}` }],
    left: [],
    commands: [{ verb: uploadRevision, values, over: { item_tasks: [record.task.id] } }],
    state: [about, sha256],
  }
}
