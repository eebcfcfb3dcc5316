import { listBlockers, isReady, type ReadinessSource } from '#core/casting/readiness.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import { type Filter, type FilteredRow, type FilterSource } from '#core/timeline/filter-kinds.ts'
import { isAboutTasks, makeFilterTest } from '#core/timeline/filter-rows.ts'
import { readFilterSource } from '#app/widgets/project-content/filter-source.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { isAsset, readinessSource, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { readItemValue } from '#app/widgets/project-list/list-values.ts'

/** Returns what the assets filter offers, from the spaces that hold assets. */
export function readAssetFilterSource(content: ProjectContent): FilterSource {
  const { studio } = content
  const spaces = content.spaces.filter(({ replica }) =>
    Array.from(replica.replica.getRows('items').values()).some((item) => isAsset(content, item)),
  )
  return readFilterSource({ studio, spaces }, { fields: listProjectFields(content) })
}

/** Compiles a filter to a test of assets; conditions about tasks have to hold for one of the asset's tasks. */
export function makeAssetTest(content: ProjectContent, filter: Filter): (place: ProjectItem) => boolean {
  let asked: ProjectItem | undefined
  const passes = makeFilterTest(filter, 'tasks', {
    me: content.client.userId,
    today: () => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone),
    fields: listProjectFields(content),
    valueOf: (field) => asked && readItemValue(content, field, asked),
  })
  const asksTasks = isAboutTasks(filter, 'tasks')
  const readiness = readinessSource(content)
  return (place) => {
    asked = place
    if (!asksTasks) return passes(toFilteredRow(content, { place, readiness }))
    return place.replica
      .getTasks(place.item.id)
      .some((task) => !task.isDisabled && passes(toFilteredRow(content, { place, task, readiness })))
  }
}

type Row = { readonly place: ProjectItem; readonly task?: Task; readonly readiness: ReadinessSource }

function toFilteredRow(content: ProjectContent, { place, task, readiness }: Row): FilteredRow {
  const { item, space, collection, replica } = place
  const flags = Object.fromEntries(itemFlags.map(({ field }) => [field, item[field]]))
  const row = { ...flags, spaceId: space.id, collectionId: collection.id, itemId: item.id, kindId: item.kindId }
  if (task === undefined) return row
  return {
    ...row,
    stageId: task.stageId,
    statusId: task.statusId,
    dueDate: task.dueDate,
    priority: task.priority,
    estimatedHours: replica.findEstimatedHours(task.id),
    taskFields: task.fields,
    get artistIds() {
      return listAssignees(replica, task)
    },
    get waitsFor() {
      return listWaits(content, task, readiness)
    },
  }
}

function listWaits({ studio }: ProjectContent, task: Task, source: ReadinessSource): readonly string[] {
  if (studio.replica.find('task_statuses', task.statusId)?.isDone === true) return []
  const blockers = listBlockers(task.itemId, task.stageId, source)
  if (blockers.length > 0) return ['anything', ...new Set(blockers.map(({ stageId }) => stageId))]
  return isReady(task.itemId, task.stageId, source) === true ? ['nothing'] : []
}
