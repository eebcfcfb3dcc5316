import type { Assignment } from '#core/domain/feed-entry.ts'
import type { LoggedTime } from '#core/domain/timesheet.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type ProjectId, type StageId, type TimeEntryId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { timesheetStore } from './timesheet-store.ts'

/** A task that time can be logged on, with the names the sheet shows. */
type TimeTask = Omit<LoggedTime, 'id' | 'userId' | 'userName' | 'createdAt' | 'minutes' | 'versionNumber' | 'comment'>

let known: ReadonlyMap<string, TimeTask> = new Map()

/** The current pill's tasks first, then what the person is assigned to, then what else they logged time on. */
export async function listTasks() {
  const { client, studio } = getStudio()
  const { subject, weeks, day, pill } = timesheetStore
  const logged = [...weeks.values()].flat().toReversed()
  const mine = subject?.userId === client.userId ? logged : []
  const here = mine.filter(({ itemId }) => pill !== undefined && itemId === pill)
  const page = await client.gateway.feeds.loadAssignments({
    studioId: studio.studioId,
    userId: client.userId,
    after: undefined,
  })
  const tasks = [...here, ...page.items.map(ofAssignment), ...mine]
  known = new Map(tasks.toReversed().map((task) => [task.taskId, task]))
  const ids = [...new Set(tasks.map(({ taskId }) => String(taskId)))]
  return ids.flatMap((value) => {
    const task = known.get(value)
    if (task === undefined) return []
    const { itemName, stageName, projectName, spaceName } = task
    return [{ value, label: `${itemName} · ${stageName}`, detail: `${projectName} / ${spaceName}`, keywords: [day] }]
  })
}

export function findTask(taskId: string): TimeTask {
  const task = known.get(taskId)
  if (task === undefined) throw new AppError('not-found', messages['not-found'])
  return task
}

/** Time of the signed-in person on a task, from a moment on. */
export function newTime(task: TimeTask, createdAt: number): Omit<LoggedTime, 'minutes'> {
  const { client, studio } = getStudio()
  const userName = studio.replica.find('studio_members', client.userId)?.displayName ?? 'Unknown'
  const id = client.ids.newId<TimeEntryId>()
  // Only what a task is: a logged time it may come from has more.
  const { taskId, stageId, stageName, itemId, itemName, collectionName, url } = task
  const { spaceId, spaceName, projectId, projectName } = task
  const place = { taskId, stageId, stageName, itemId, itemName, collectionName, spaceId, spaceName, projectId, projectName, url } // prettier-ignore
  return { ...place, id, userId: client.userId, userName, createdAt, versionNumber: undefined, comment: '' }
}

function ofAssignment(task: Assignment): TimeTask {
  const { studio } = getStudio()
  const { taskId, itemId, itemName, collectionName, spaceId, spaceName, projectName, url } = task
  const projectId = studio.replica.find('spaces', spaceId)?.projectId ?? toId<ProjectId>('')
  // A task bears its stage's name.
  const stageId = studio.getStages().find(({ name }) => name === task.taskName)?.id ?? toId<StageId>('')
  const place = { spaceId, spaceName, projectId, projectName, collectionName, itemId, itemName, url }
  return { ...place, taskId, stageId, stageName: task.taskName }
}
