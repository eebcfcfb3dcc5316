import { makeSpaceReadiness } from '#core/casting/space-readiness.ts'
import type { SortReader } from '#core/fields/sort-items.ts'
import { makeFilterContext } from '#core/items/filter-context.ts'
import { makeTaskTester, toFilteredRow, toFilteredTask } from '#core/items/filtered-row.ts'
import { findColumn } from '#core/items/space-columns.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { readViewForm, type ViewState } from '#core/items/view-form.ts'
import { makeColumnOrder } from '#core/items/view-layout.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { SpaceView } from '#core/schema/space-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { asksForWaits, expressionsOf, isAnyEnough } from '#core/timeline/filter-kinds.ts'
import { isAboutTasks, makeFilterTest } from '#core/timeline/filter-rows.ts'
import { openFormulas } from '#core/fields/task-scope.ts'
import { dependsOnLinks, compileConditions, todayOf } from './expression.ts'
import { openItemLinks } from './open-item-links.ts'
import { pickAll } from './pick.ts'

/** A saved view applied to the items and tasks of its space. */
export type OpenView = {
  readonly state: ViewState
  readonly isShown: (item: ItemRow) => boolean
  /** For an item that is shown: whether the filter also selects this task. */
  readonly isMeant: (task: Task) => boolean
  readonly inOrder: (items: readonly ItemRow[]) => readonly ItemRow[]
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

/** Finds views by name or id in some spaces, keyed by space id; throws if there is none. */
export function findViews(
  studio: StudioReplica,
  spaces: readonly Space[],
  which: string,
): ReadonlyMap<string, SpaceView> {
  const views = spaces.flatMap(({ id }) => studio.getSpaceViews(id))
  const found = pickAll(views, which, { one: 'view', many: 'views' })
  // A personal view wins over the studio's.
  return new Map(found.toSorted((one) => (one.ownerId === undefined ? -1 : 1)).map((view) => [view.spaceId, view]))
}

/** Opens a view, so that rows can be filtered and sorted as the grid shows them. */
export async function openView({ client, studio }: Place, space: SpaceReplica, view: SpaceView): Promise<OpenView> {
  const state = readViewForm(view.form)
  const { filter } = state
  const today = todayOf(client.clock)
  const written = JSON.stringify(state)
  const keys = studio
    .getFields()
    .flatMap(({ id, key, kind }) => (kind === 'formula' && written.includes(id) ? key : []))
  const isLinked = dependsOnLinks(studio, expressionsOf(filter), keys)
  const links = isLinked ? (await openItemLinks({ client, studio }, [space])).get(space) : undefined
  const formulas = openFormulas(studio, space, links)
  const waits = asksForWaits(filter) ? await openReadiness({ client, studio }, space) : undefined
  const find = (id: ItemId) => space.replica.find('items', id)
  const asked = makeFilterContext({
    space,
    fields: [...studio.getFields(), ...studio.getTaskFields()],
    stages: studio.getStages(),
    me: client.userId,
    today: () => today,
    readFormula: (item, { key }) => formulas.evaluate(key, item, today),
    makeTest: (text) => compileConditions([text], formulas.scope, { today, from: `View "${view.name}"` }),
  })
  const passes = makeFilterTest(filter, 'grid', asked)
  const asksTasks = isAboutTasks(filter, 'grid')
  const askTasks = makeTaskTester(space, waits?.listWaits)
  const toFiltered = (task: Task) => toFilteredTask(space, task, waits?.listWaits)
  return {
    state,
    isShown: (item) => {
      if (!asksTasks) return passes(toFilteredRow(item))
      return askTasks(item, passes) ?? (isAnyEnough(filter) && passes(toFilteredRow(item)))
    },
    isMeant: (task) => {
      const item = find(task.itemId)
      return !asksTasks || (item !== undefined && passes(toFilteredRow(item, toFiltered(task))))
    },
    inOrder: makeOrder({ studio, space, sort: state.sort }, (item, { key }) => formulas.evaluate(key, item, today)),
  }
}

type Sorted = { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly sort: ViewState['sort'] }

function makeOrder({ studio, space, sort }: Sorted, read: SortReader['language']['read']): OpenView['inOrder'] {
  const column = findColumn(studio, sort?.fieldId)
  if (sort === undefined || column === undefined) return (items) => items
  const nameOf = (id: string): string => studio.replica.find('studio_members', id)?.displayName ?? ''
  const reader = { language: { read }, nameOf }
  return makeColumnOrder(column, { isDown: sort.isDown, reader, space, statuses: studio.getStatuses() })
}

/** Tasks wait for tasks in the project's other spaces. */
async function openReadiness({ client, studio }: Place, space: SpaceReplica) {
  const readiness = makeSpaceReadiness({ studio, space })
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId
  if (projectId === undefined) return readiness
  const { studioId } = studio
  const casting = await client.openCasting({ studioId, projectId })
  const others = studio.getSpaces(projectId).filter(({ id, layout }) => id !== space.spaceId && layout !== 'moodboard')
  const opened = await Promise.all(others.map(async ({ id }) => await client.openSpace({ studioId, spaceId: id })))
  readiness.setContent({ casting, spaces: [space, ...opened] })
  return readiness
}
