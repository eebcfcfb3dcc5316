import type { FeedPlace } from '#core/feeds/entry.ts'
import type { LoggedTime } from '#core/timesheet/timesheet.ts'
import { assignmentsQuery } from '#core/feeds/queries.ts'
import { attempt } from '#core/lib/attempt.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type ProjectId, type StageId, type TimeEntryId } from '#core/lib/ids.ts'
import { normalizeSearchText } from '#core/search/text.ts'
import { messages } from '#core/lib/messages.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { timesheetStore } from './timesheet-store.ts'

// Nobody reads through more than that.
const mostKeptTasks = 50

/** A task to log time on, with the names that the sheet shows. */
type TimeTask = Omit<LoggedTime, 'id' | 'userId' | 'userName' | 'createdAt' | 'minutes' | 'versionNumber' | 'comment'>

let known: ReadonlyMap<string, TimeTask> = new Map()

/**
 * Lists tasks to log time on: the current pill's, the person's assignments, others they logged time on, and theirs in
 * spaces kept here.
 */
export async function listTasks(query: string) {
  const { client, studio } = getStudio()
  const { subject, weeks, day, pill } = timesheetStore
  const logged = [...weeks.values()].flat().toReversed()
  const mine = subject?.userId === client.userId ? logged : []
  const here = mine.filter(({ itemId }) => pill !== undefined && itemId === pill)
  const { studioId } = studio
  const [assignments, ofSpaces] = await Promise.all([
    attempt(async () => await client.pages.ask(assignmentsQuery({ studioId, userId: client.userId }))),
    listKept(query),
  ])
  // Without the server, the tasks on this device have to do.
  if (!assignments.ok && !assignments.error.retryable) throw assignments.error
  const tasks = [...here, ...(assignments.ok ? assignments.value.map(ofPlacedTask) : []), ...mine, ...ofSpaces]
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

/** Returns a new time entry of the signed-in person on a task, starting at a moment. */
export function newTime(task: TimeTask, createdAt: number): Omit<LoggedTime, 'minutes'> {
  const { client, studio } = getStudio()
  const userName = studio.replica.find('studio_members', client.userId)?.displayName ?? 'Unknown'
  const id = client.ids.newId<TimeEntryId>()
  // Picks the task's properties: the task may be a logged time, which has more.
  const { taskId, stageId, stageName, itemId, itemName, collectionName, url } = task
  const { spaceId, spaceName, projectId, projectName } = task
  const place = { taskId, stageId, stageName, itemId, itemName, collectionName, spaceId, spaceName, projectId, projectName, url } // prettier-ignore
  return { ...place, id, userId: client.userId, userName, createdAt, versionNumber: undefined, comment: '' }
}

/** Returns the task of an entry in a feed or a list of assignments. */
export function ofPlacedTask(task: FeedPlace): TimeTask {
  const { studio } = getStudio()
  const { taskId, itemId, itemName, collectionName, spaceId, spaceName, projectName, url } = task
  const projectId = studio.replica.find('spaces', spaceId)?.projectId ?? toId<ProjectId>('')
  // A task is named after its stage.
  const stageId = studio.getStages().find(({ name }) => name === task.taskName)?.id ?? toId<StageId>('')
  const place = { spaceId, spaceName, projectId, projectName, collectionName, itemId, itemName, url }
  return { ...place, taskId, stageId, stageName: task.taskName }
}

// Read once each time the list opens, not on every key press.
let kept: Promise<readonly KeptTask[]> | undefined

type KeptTask = { readonly task: TimeTask; readonly isMine: boolean }

/**
 * Finds tasks in the spaces kept on this device: the person's own or, once something is typed, those whose names
 * contain it.
 */
async function listKept(query: string): Promise<readonly TimeTask[]> {
  const wanted = normalizeSearchText(query)
  if (wanted === '' || kept === undefined) kept = readKept()
  const found = (await kept).filter(({ task, isMine }) =>
    wanted === '' ? isMine : normalizeSearchText(`${task.itemName} ${task.stageName}`).includes(wanted),
  )
  return found.slice(0, mostKeptTasks).map(({ task }) => task)
}

async function readKept(): Promise<readonly KeptTask[]> {
  const { client, studio } = getStudio()
  const { studioId } = studio
  const stages = new Map(studio.getStages().map(({ id, name }) => [id, name]))
  const places = studio
    .getProjects()
    .flatMap((project) => studio.getSpaces(project.id).map((space) => ({ project, space })))
  const lists = await Promise.all(
    places.map(async ({ project, space }) => {
      const rows = await client.findKeptSpace({ studioId, spaceId: space.id })
      const place = { spaceId: space.id, spaceName: space.name, projectId: project.id, projectName: project.name }
      return [...(rows?.replica.getRows('item_tasks').values() ?? [])].flatMap((row): readonly KeptTask[] => {
        const item = rows?.replica.find('items', row.itemId)
        if (item === undefined || row.isDisabled) return []
        const collectionName = rows?.replica.find('collections', item.collectionId)?.name ?? ''
        const { stageId, assigneeId } = row
        const stageName = stages.get(stageId) ?? ''
        const names = { itemId: item.id, itemName: item.title, collectionName, stageId, stageName, url: '' }
        return [{ task: { ...place, ...names, taskId: row.id }, isMine: assigneeId === client.userId }]
      })
    }),
  )
  return lists.flat()
}
