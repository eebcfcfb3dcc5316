import { changeFields } from '#core/fields/change-fields.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { FieldRowId } from '#core/fields/mutators.ts'
import { valueOfGroup } from '#core/fields/field-group.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { findLaneField, hasKinds, isKinds, laneIdOf, listLaneFields } from '../kanban/lane-field.ts'
import { findDuplicateRows } from '#core/items/item-names.ts'
import { beginsWith, findNewKind } from '#core/items/new-item-kind.ts'
import { setItemKind } from '#core/items/set-item-kind.ts'
import { createItems } from '#core/items/create-items.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type CollectionId, type ItemId, type StageId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err } from '#core/lib/result.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { parseCardLimit, setCardLimit } from '#core/projects/set-card-limit.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { perform, performAll } from '#app/widgets/perform.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { laneKinds, moveCursor, setLanes, spaceViewStore, startEditing, stopEditing } from '../space-view-store.ts'
import { collectionOfCursor } from './collection-commands.ts'
import type { SpacePage } from './space-page.ts'
import { countTasks, targetTasks } from './targets.ts'

const define = defineWith({ group: 'Kanban', scope: 'kanban' })
const laneTitles = {
  none: 'No lanes',
  person: 'A lane for each person',
  collection: 'A lane for each collection',
  kind: 'A lane for each kind',
} as const

/** Commands of the kanban: lanes, card limits, new cards, and drops into a lane. */
export function makeBoardCommands(page: SpacePage): readonly Command[] {
  return [makeLaneCommand(page), ...makeLimitCommands(page), ...makeAddCommands(page), makeDropCommand(page)]
}

function makeLaneCommand({ model }: SpacePage): Command {
  return define({
    id: 'kanban.lanes',
    title: 'Lanes…',
    keys: ['w'],
    keywords: ['swim-lanes', 'swimlanes', 'rows', 'group', 'person', 'collection', 'kind'],
    args: [
      {
        id: 'lanes',
        placeholder: 'Put cards into lanes by',
        options: () => [
          ...laneKinds
            .filter((value) => value !== 'kind' || hasKinds(model))
            .map((value) => ({ value: String(value), label: laneTitles[value] })),
          ...listLaneFields(model).map((field) => ({ value: fieldName(field), label: `By ${field.name}` })),
        ],
      },
    ],
    run: (_context, [chosen]) => {
      const field = listLaneFields(model).find((each) => fieldName(each) === chosen)
      const kind = field === undefined ? laneKinds.find((known) => known === chosen) : fieldName(field)
      if (kind !== undefined) setLanes(kind)
    },
  })
}

function makeLimitCommands({ client, model }: SpacePage): readonly Command[] {
  const { studio, row } = model
  return [
    define({
      id: 'kanban.limit',
      title: 'Set the limit of the column',
      keywords: ['wip', 'most', 'cards'],
      needs: 'create',
      when: () => studio.can('create') && (spaceViewStore.cursor !== undefined || model.getStatuses().length > 0),
      run: (_context, [given]) => {
        const statusId = findStatus(model, given)
        if (statusId !== undefined) startEditing({ kind: 'card-limit', statusId })
      },
    }),
    define({
      id: 'kanban.save-limit',
      title: 'Save the limit',
      isKeyOnly: true,
      needs: 'create',
      run: async (_context, [id = '', text = '']) => {
        stopEditing()
        const limit = parseCardLimit(text)
        if (!limit.ok) return limit
        const statusId = toId<StatusId>(id)
        return await perform(setCardLimit({ studio, spaceId: row.id, statusId, limit: limit.value }, client), {
          client,
          failedText: (reason) => reason,
        })
      },
    }),
  ]
}

function makeAddCommands(page: SpacePage): readonly Command[] {
  const { model } = page
  const can = (): boolean => model.studio.can('create')
  return [
    define({
      id: 'kanban.add',
      title: 'New card in the column',
      keys: ['plus'],
      keywords: ['quick add', 'create', 'item'],
      needs: 'create',
      when: () => can() && model.getStatuses().length > 0,
      run: (_context, [given]) => {
        const statusId = findStatus(model, given)
        if (statusId !== undefined) startEditing({ kind: 'new-card', statusId })
      },
    }),
    define({
      id: 'kanban.add-card',
      title: 'Add this card',
      isKeyOnly: true,
      needs: 'create',
      when: can,
      run: async (_context, [statusId = '', stageId = '', title = '']) =>
        await addCard(page, { statusId: toId(statusId), stageId: toId(stageId), title: title.trim() }),
    }),
  ]
}

type NewCard = { readonly statusId: StatusId; readonly stageId: StageId; readonly title: string }

/** Creates an item as the form does, with its task of one stage already in the column; one undo step. */
async function addCard({ client, model }: SpacePage, { statusId, stageId, title }: NewCard): Promise<CommandOutcome> {
  const { studio, space } = model
  const collectionId = findCollectionForNew(model)
  const taken = collectionId === undefined ? [] : space.getItems(collectionId).map((item) => item.title)
  if (findDuplicateRows([{ name: title, description: '' }], taken).length > 0) {
    return err(new AppError('item-exists', messages['item-exists']))
  }
  const id = client.ids.newId<ItemId>()
  const place = collectionId === undefined ? {} : { collectionId }
  const setStatus = async () => {
    const taskIds = [space.findTask(id, stageId)].flatMap((task) => task?.id ?? [])
    return await setTaskField({ space, taskIds, field: 'statusId', values: { all: statusId } }, client)
  }
  const first = studio.getStatuses().find(({ isDefault }) => isDefault) ?? studio.getStatuses()[0]
  const steps = [async () => await createItems({ studio, space, items: [{ id, title }], ...place }, client)]
  // A kind without a task in the stage has no card to put in the column.
  const hasTask = beginsWith(findNewKind(studio.replica, { spaceId: model.row.id }), stageId)
  const result = await performAll(first?.id === statusId || !hasTask ? steps : [...steps, setStatus], {
    client,
    failedText: messages['items-create-failed'],
  })
  if (result.ok) moveCursor(toCellKey(id, stageId))
  return result
}

/** Returns the collection of a new item: that of the card under the cursor, else the last. */
export function findCollectionForNew(model: SpaceModel): CollectionId | undefined {
  return collectionOfCursor(model) ?? model.space.getCollections().at(-1)?.id
}

/** Returns the given status, else that of the card under the cursor, else the first. */
function findStatus(model: SpaceModel, given: string | undefined): StatusId | undefined {
  const id = given ?? targetTasks(model)[0]?.statusId
  const statuses = model.getStatuses()
  return (statuses.find((status) => status.id === id) ?? (given === undefined ? statuses[0] : undefined))?.id
}

/**
 * Makes the drop command: in somebody's lane, cards are also assigned to them, in the same undo step as the new status.
 */
function makeDropCommand(page: SpacePage): Command {
  const { client, model } = page
  return define({
    id: 'kanban.drop-on',
    title: 'Drop the cards on this column and lane',
    isKeyOnly: true,
    needs: 'create',
    when: () => model.studio.can('create'),
    run: async (_context, [statusId = '', laneId = '']) => {
      const { space } = model
      const tasks = targetTasks(model)
      const taskIds = tasks.map(({ id }) => id)
      const status = async () =>
        await setTaskField({ space, taskIds, field: 'statusId', values: { all: toId<StatusId>(statusId) } }, client)
      const isOfPerson = spaceViewStore.lanes === 'person'
      const others = isOfPerson ? tasks.filter((task) => (model.getArtists(task)[0] ?? '') !== laneId) : []
      const planned = others.filter(({ id }) => space.replica.getUnder('task_blocks', id).length > 0)
      const given = others.filter((task) => !planned.includes(task)).map(({ id }) => id)
      const assigneeId = laneId === '' ? undefined : toId<UserId>(laneId)
      const assign = async () =>
        await setTaskField({ space, taskIds: given, field: 'assigneeId', values: { all: assigneeId } }, client)
      if (planned.length > 0) {
        showToast({ text: `${countTasks(planned.length)} planned on the timeline: the artist is changed there.` })
      }
      const setField = makeSetLane(page, tasks, laneId)
      return await performAll([status, ...(given.length === 0 ? [] : [assign]), ...(setField ?? [])], {
        client,
        failedText: messages['task-status-failed'],
        doneText: taskIds.length < 2 ? undefined : `${countTasks(taskIds.length)} moved`,
      })
    },
  })
}

/**
 * Makes the change that gives tasks, or their items, the value of a lane's field or kind; absent where there is none to
 * give.
 */
function makeSetLane({ client, model }: SpacePage, tasks: readonly Task[], laneId: string) {
  const field = findLaneField(model)
  if (field === undefined) return undefined
  const others = tasks.filter((task) => laneIdOf(model, field, task) !== laneId)
  if (isKinds(field)) return makeSetKind({ client, model }, others, laneId)
  const ids = new Set<FieldRowId>(others.map(({ id, itemId }) => (field.of === 'task' ? id : itemId)))
  if (ids.size === 0) return undefined
  const values = { [field.key]: valueOfGroup(field, laneId) }
  const changes = [...ids].map((id) => ({ id, values }))
  return [async () => await changeFields({ of: field.of, within: model.space, changes }, client)]
}

/** Makes the change that gives the items of tasks a lane's kind; absent where that kind is gone. */
function makeSetKind({ client, model }: Pick<SpacePage, 'client' | 'model'>, tasks: readonly Task[], laneId: string) {
  const { space, studio } = model
  const kind = studio.getKinds().find(({ id }) => id === laneId)
  const itemIds = [...new Set(tasks.map(({ itemId }) => itemId))]
  if (itemIds.length === 0 || (kind === undefined && laneId !== noneId)) return undefined
  return [async () => await setItemKind({ space, itemIds, kind }, client)]
}
