import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '../cli-error.ts'
import type { GlobalOptions } from '../global-options.ts'
import { missingTask } from './missing-task.ts'
import { pickAll, pickOne } from './pick.ts'
import { makeTaskIndex } from './task-index.ts'
import { listTaskRecords, type TaskRecord } from './task-record.ts'
import { parseTaskTarget, type TaskTarget } from './task-target.ts'
import { isShortForm, parseWhere, type TaskFilter } from './where.ts'

/** Flags that filter tasks; each is a list of patterns separated by commas. */
export type TaskFilterOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly collection?: string
  readonly item?: string
  readonly stage?: string
  readonly status?: string
  readonly assignee?: string
  readonly where?: readonly string[]
  /** Only the tasks a saved view shows. */
  readonly view?: string
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

/** How many spaces are requested at once. */
const parallel = 4

/** Loads the tasks that flags and targets select, in the grid's order; throws if a plain target matches nothing. */
export async function loadTasks(
  place: Place,
  options: TaskFilterOptions,
  targetTexts: readonly string[] = [],
): Promise<readonly TaskRecord[]> {
  const targets = targetTexts.map(parseTaskTarget)
  const isWanted = toFilter(options)
  const expressions = (options.where ?? []).filter((text) => !isShortForm(text))
  const condition = await makeCondition(place, expressions)
  const { isInView, spaces } = await openWithView(place, listSpaces(place.studio, options, targets), options.view)
  const holds = await condition.over(spaces)
  const known = spaces.flatMap((space) => listTaskRecords(place.studio, space))
  const records = known.filter(isInView).filter((record) => isWanted(record) && holds(record))
  if (targets.length === 0) return records
  const find = makeTaskIndex(records)
  const wanted = new Set<TaskRecord>()
  for (const target of targets) {
    const found = find(target)
    if (target.isPlain && found.length === 0) throw missingTask(target.text, known)
    for (const record of found) wanted.add(record)
  }
  return records.filter((record) => wanted.has(record))
}

/** Lists the spaces that flags and targets may refer to. */
export function listSpaces(
  studio: StudioReplica,
  options: Pick<GlobalOptions, 'project' | 'space'>,
  targets: readonly TaskTarget[] = [],
): readonly Space[] {
  const projects = studio.getProjects()
  // A space may be given as a path.
  const slash = options.space?.indexOf('/') ?? -1
  const [inProject, space] =
    slash === -1 ? [options.project, options.space] : [options.space?.slice(0, slash), options.space?.slice(slash + 1)]
  const named = inProject === undefined ? projects : pickAll(projects, inProject, { one: 'project', many: 'projects' })
  const spaces = named.flatMap((project) => studio.getSpaces(project.id))
  const wanted = space === undefined ? spaces : pickAll(spaces, space, { one: 'space', many: 'spaces' })
  if (targets.length === 0) return wanted
  return wanted.filter((space) => {
    const project = studio.replica.find('projects', space.projectId)
    return project !== undefined && targets.some((target) => target.mayBeIn(project, space))
  })
}

/** Lists the spaces a sentence may change, as in the app: archived ones only if flags name them. */
export function listSentenceSpaces(
  studio: StudioReplica,
  options: Pick<GlobalOptions, 'project' | 'space'>,
): readonly Space[] {
  const spaces = listSpaces(studio, options)
  if (options.space !== undefined) return spaces
  const isOpen = ({ projectId }: Space): boolean =>
    options.project !== undefined || studio.replica.find('projects', projectId)?.isActive === true
  return spaces.filter((space) => space.isActive && isOpen(space))
}

/** As many names as can be read at a glance. */
const mostNamed = 6

/** Returns the space that flags name; without a name, the only one there is. */
export function pickSpace(studio: StudioReplica, options: Pick<GlobalOptions, 'project' | 'space'>): Space {
  const found = listSpaces(studio, options)
  const [only, second] = found
  if (only !== undefined && second === undefined) return only
  if (options.space === undefined && second !== undefined) {
    const isOfOne = new Set(found.map(({ projectId }) => projectId)).size === 1
    const paths = found.map(({ projectId, slug }) =>
      isOfOne ? slug : `${studio.replica.find('projects', projectId)?.slug}/${slug}`,
    )
    const names = paths.slice(0, mostNamed).join(', ') + (paths.length > mostNamed ? ', …' : '')
    throw usageError('In which space?', `Pass --space, one of ${names}.`)
  }
  return pickOne(found, options.space?.split('/').at(-1) ?? '*', { one: 'space', many: 'spaces' })
}

/** Opens spaces, a few at a time; returns them in order. */
export async function openSpaces(
  { client, studio }: Place,
  spaces: readonly Space[],
): Promise<readonly SpaceReplica[]> {
  const opened: SpaceReplica[] = []
  const waiting = spaces.entries()
  const work = async (): Promise<void> => {
    for (const [at, space] of waiting)
      opened[at] = await client.openSpace({ studioId: studio.studioId, spaceId: space.id })
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return opened
}

/** Opens all spaces, or those with a saved view of that name, and returns the view's filter. */
async function openWithView(place: Place, spaces: readonly Space[], name: string | undefined) {
  if (name === undefined) return { spaces: await openSpaces(place, spaces), isInView: () => true }
  const { findViews, openView } = await import('./saved-view.ts')
  const views = findViews(place.studio, spaces, name)
  const opened = await openSpaces(
    place,
    spaces.filter(({ id }) => views.has(id)),
  )
  const tests = new Map<SpaceReplica, TaskFilter>()
  for (const space of opened) {
    const row = views.get(space.spaceId)
    if (row === undefined) continue
    const view = await openView(place, space, row)
    tests.set(space, ({ task }) => {
      const item = space.replica.find('items', task.itemId)
      return item !== undefined && view.isShown(item) && view.isMeant(task)
    })
  }
  return { spaces: opened, isInView: (record: TaskRecord) => tests.get(record.space)?.(record) === true }
}

/** A compiled condition; `over` loads what it needs of the opened spaces. */
type Condition = { readonly over: (spaces: readonly SpaceReplica[]) => Promise<TaskFilter> }

/** Loads the expression language only if there is a condition. */
async function makeCondition({ client, studio }: Place, texts: readonly string[]): Promise<Condition> {
  if (texts.length === 0) return { over: () => Promise.resolve(() => true) }
  const { dependsOnLinks, compileConditions, makeRecordScope, todayOf } = await import('./expression.ts')
  const { openItemLinks } = await import('./open-item-links.ts')
  const today = todayOf(client.clock)
  let links: Awaited<ReturnType<typeof openItemLinks>> | undefined
  const scope = makeRecordScope(studio, today, (space) => links?.get(space))
  const holds = compileConditions(texts, scope, { today })
  return {
    over: async (spaces) => {
      if (dependsOnLinks(studio, texts)) links = await openItemLinks({ client, studio }, spaces)
      return holds
    },
  }
}

function toFilter({ where = [], ...flags }: TaskFilterOptions): TaskFilter {
  const filters = where.filter(isShortForm).map(parseWhere)
  for (const field of ['collection', 'item', 'stage', 'status', 'assignee'] as const) {
    const value = flags[field]
    if (value !== undefined) filters.push(parseWhere(`${field}="${value}"`))
  }
  return (task) => filters.every((filter) => filter(task))
}
