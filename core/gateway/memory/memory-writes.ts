import type { Mutation, TaskField, TaskFields, TaskValues } from '#core/domain/mutations.ts'
import type { Rows, Scope } from '#core/domain/rows.ts'
import { rowKey } from '#core/domain/row-key.ts'
import { uniqueSlug } from '#core/domain/slug.ts'
import { assertNever } from '#core/lib/assert.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type CollectionId, type CommentId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { changeBoard } from './memory-boards.ts'
import { setPlaces } from './memory-order.ts'
import { changeBlocks, setDaysOff } from './memory-timeline.ts'
import { deleteRows, insertRows, restoreRows, updateRows, type Skipped, type Transaction } from './memory-rows.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Carries a write out as the database's procedures do. Fails with an `AppError`. */
export function applyMutation(transaction: Transaction, mutation: Mutation): readonly Skipped[] {
  switch (mutation.kind) {
    case 'update-tasks':
      return updateTasks(transaction, mutation)
    case 'fill-tasks':
      return fillTasks(transaction, mutation)
    case 'create-items':
      return createItems(transaction, mutation)
    case 'create-revision':
      return createRevision(transaction, mutation)
    case 'add-comment':
      return addComment(transaction, mutation)
    case 'edit-comment':
      return editComment(transaction, mutation)
    case 'insert':
      return insertRows(transaction, mutation)
    case 'update':
      return updateRows(transaction, mutation)
    case 'delete':
      return deleteRows(transaction, mutation.table, mutation.keys)
    case 'reorder-stages':
      return reorder(transaction, 'stages', mutation.stageIds)
    case 'reorder-statuses':
      return reorder(transaction, 'task_statuses', mutation.statusIds)
    case 'set-default-status':
      return setDefaultStatus(transaction, mutation.statusId)
    case 'delete-project':
      return deleteRows(transaction, 'projects', [mutation.projectId])
    case 'restore':
      return restoreRows(transaction, mutation)
    case 'set-places':
      return setPlaces(transaction, mutation)
    case 'change-blocks':
      return changeBlocks(transaction, mutation)
    case 'change-board':
      return changeBoard(transaction, mutation)
    case 'set-days-off':
      return setDaysOff(transaction, mutation)
    case 'change-time':
    case 'set-time-lock':
      // Logged time has no rows of its own on a client.
      return []
    case 'save-space-config':
      return saveSpaceConfig(transaction, mutation)
    default:
      return assertNever(mutation)
  }
}

function updateTasks(transaction: Transaction, mutation: MutationOf<'update-tasks'>): readonly Skipped[] {
  const { tables, rev } = transaction
  return mutation.taskIds.flatMap((taskId, index): readonly Skipped[] => {
    const task = tables.find('item_tasks', taskId)
    const scope = tables.findScope('item_tasks', taskId)
    if (task === undefined || scope === undefined) return [{ taskId, reason: 'not_found' }]
    const hours = tables.find('task_estimations', taskId)?.estimatedHours
    const present: TaskFields = { ...task, estimatedHours: hours }
    const wanted = valueAt(mutation.values, index)
    if (mutation.expected !== undefined && present[mutation.field] !== valueAt(mutation.expected, index)) {
      return [{ taskId, reason: 'conflict' }]
    }
    if (mutation.field === 'statusId' && task.isDisabled) return [{ taskId, reason: 'disabled' }]
    if (present[mutation.field] === wanted) return [{ taskId, reason: 'unchanged' }]
    if (mutation.field === 'assigneeId') {
      // The wanted value is this field's; the union of mutations does not tell.
      moveBlocks(transaction, task, wanted as TaskFields['assigneeId'])
    }
    if (mutation.field !== 'estimatedHours') {
      tables.put('item_tasks', { ...task, [mutation.field]: wanted }, { scope, rev })
      if (mutation.field === 'statusId') tellOfStatus(transaction, task.id)
    } else if (typeof wanted === 'number') {
      tables.put('task_estimations', { taskId, estimatedHours: wanted }, { scope, rev })
    } else tables.remove('task_estimations', taskId, rev)
    return []
  })
}

/** The planned blocks of a task's former assignee are the new one's. */
function moveBlocks(
  { tables, rev }: Transaction,
  { id, assigneeId: former }: Rows['item_tasks'],
  assigneeId: TaskFields['assigneeId'],
): void {
  const scope = tables.findScope('item_tasks', id)
  if (scope === undefined) return
  for (const block of tables.list('task_blocks', scope)) {
    if (block.taskId !== id || block.startDate === undefined || block.assigneeId !== former) continue
    tables.put('task_blocks', { ...block, assigneeId }, { scope, rev })
  }
}

function fillTasks(transaction: Transaction, mutation: MutationOf<'fill-tasks'>): readonly Skipped[] {
  const statusId = mutation.statusId ?? firstStatus(transaction)
  const skipped: Skipped[] = []
  for (const { id, itemId, stageId } of mutation.cells) {
    const scope = transaction.tables.findScope('items', itemId)
    if (scope === undefined) throw new AppError('not-found', 'Item not found')
    const isTaken = transaction.tables
      .list('item_tasks', scope)
      .some((task) => task.itemId === itemId && task.stageId === stageId)
    if (isTaken) {
      skipped.push({ taskId: id, reason: 'conflict' })
      continue
    }
    const rest = { assigneeId: undefined, dueDate: undefined, priority: 0, isDisabled: false }
    transaction.tables.put('item_tasks', { id, itemId, stageId, statusId, ...rest }, { scope, rev: transaction.rev })
    tellOfStatus(transaction, id)
  }
  return skipped
}

function createItems(transaction: Transaction, mutation: MutationOf<'create-items'>): readonly Skipped[] {
  const { tables, rev } = transaction
  const scope: Scope = `space:${mutation.spaceId}`
  const collectionId = mutation.collectionId ?? hiddenCollection(transaction, scope)
  if (tables.find('collections', collectionId) === undefined) throw new AppError('not-found', 'Collection not found')
  for (const item of mutation.items) {
    if (tables.find('items', item.id) !== undefined) throw new AppError('conflict', messages['item-exists'])
    const siblings = tables.list('items', scope)
    tables.put(
      'items',
      {
        id: item.id,
        collectionId,
        title: item.title.trim(),
        slug: uniqueSlug(item.title, new Set(siblings.map(({ slug }) => slug))),
        description: item.description ?? '',
        itemType: 'shot',
        thumbnailMediaId: undefined,
        position: siblings.length,
        orderRank: item.orderRank ?? String((siblings.length + 1) * 1000),
      },
      { scope, rev },
    )
    const cells = (item.tasks ?? []).map(({ id, stageId }) => ({ id, itemId: item.id, stageId }))
    fillTasks(transaction, { kind: 'fill-tasks', cells, statusId: undefined })
  }
  return []
}

function createRevision(transaction: Transaction, mutation: MutationOf<'create-revision'>): readonly Skipped[] {
  const { tables, rev, userId, now } = transaction
  const { taskId, versionId, comment, timeSpent, mediaIds, commentId, metadata } = mutation
  const scope = itemScope(transaction, taskId)
  const others = tables.list('task_versions', scope).filter((version) => version.taskId === taskId)
  for (const version of others) {
    if (version.isCurrent) tables.put('task_versions', { ...version, isCurrent: false }, { scope, rev })
  }
  const versionNumber = Math.max(0, ...others.map((version) => version.versionNumber)) + 1
  const by = { taskId, createdBy: userId, createdAt: now }
  tables.put(
    'task_versions',
    { ...by, id: versionId, versionNumber, comment, timeSpent, isCurrent: true },
    { scope, rev },
  )
  for (const [displayOrder, mediaId] of mediaIds.entries()) {
    tables.put('version_media', { versionId, mediaId, displayOrder }, { scope, rev })
  }
  tables.put('comments', { ...by, id: commentId, content: comment, isEdited: false, metadata }, { scope, rev })
  return changeStatus(transaction, mutation)
}

function addComment(transaction: Transaction, mutation: MutationOf<'add-comment'>): readonly Skipped[] {
  const { tables, rev, userId, now } = transaction
  const { taskId, commentId, content, mediaIds, metadata } = mutation
  const scope = itemScope(transaction, taskId)
  const by = { taskId, createdBy: userId, createdAt: now }
  tables.put('comments', { ...by, id: commentId, content, isEdited: false, metadata }, { scope, rev })
  for (const [displayOrder, mediaId] of mediaIds.entries()) {
    tables.put('comment_attachments', { commentId, mediaId, displayOrder }, { scope, rev })
  }
  return changeStatus(transaction, mutation)
}

function editComment({ tables, rev, userId }: Transaction, mutation: MutationOf<'edit-comment'>): readonly Skipped[] {
  const { commentId, content, metadata } = mutation
  const comment = tables.find('comments', commentId)
  const scope = tables.findScope('comments', commentId)
  if (comment === undefined || scope === undefined) throw new AppError('not-found', messages['not-found'])
  if (comment.createdBy !== userId) throw new AppError('permission-denied', messages['permission-denied'])
  tables.put('comments', { ...comment, content, metadata, isEdited: true }, { scope, rev })
  return []
}

function saveSpaceConfig(
  { tables, rev, studioId }: Transaction,
  mutation: MutationOf<'save-space-config'>,
): readonly Skipped[] {
  const { spaceId, stageIds, statusIds } = mutation
  const scope: Scope = `studio:${studioId}`
  for (const row of tables.list('space_stages')) {
    if (row.spaceId === spaceId && !stageIds.includes(row.stageId)) {
      tables.remove('space_stages', rowKey('space_stages', row), rev)
    }
  }
  for (const row of tables.list('space_statuses')) {
    if (row.spaceId === spaceId && !statusIds.includes(row.statusId)) {
      tables.remove('space_statuses', rowKey('space_statuses', row), rev)
    }
  }
  for (const [index, stageId] of stageIds.entries()) {
    tables.put('space_stages', { spaceId, stageId, isActive: true, orderIndex: index * 10 }, { scope, rev })
  }
  for (const [orderIndex, statusId] of statusIds.entries()) {
    tables.put('space_statuses', { spaceId, statusId, orderIndex, colorOverride: undefined }, { scope, rev })
  }
  return []
}

function reorder(
  { tables, rev, studioId }: Transaction,
  table: 'stages' | 'task_statuses',
  ids: readonly string[],
): readonly Skipped[] {
  const scope: Scope = `studio:${studioId}`
  for (const [index, id] of ids.entries()) {
    const stage = table === 'stages' ? tables.find('stages', id) : undefined
    const status = table === 'task_statuses' ? tables.find('task_statuses', id) : undefined
    if (stage !== undefined) tables.put('stages', { ...stage, orderIndex: (index + 1) * 10 }, { scope, rev })
    if (status !== undefined) tables.put('task_statuses', { ...status, position: index }, { scope, rev })
  }
  return []
}

function setDefaultStatus({ tables, rev, studioId }: Transaction, statusId: string): readonly Skipped[] {
  for (const status of tables.list('task_statuses')) {
    const isDefault = status.id === statusId
    if (status.isDefault !== isDefault) {
      tables.put('task_statuses', { ...status, isDefault }, { scope: `studio:${studioId}`, rev })
    }
  }
  return []
}

function changeStatus(
  transaction: Transaction,
  { taskId, statusId }: MutationOf<'add-comment' | 'create-revision'>,
): readonly Skipped[] {
  if (statusId === undefined) return []
  const values = { all: statusId }
  return updateTasks(transaction, { kind: 'update-tasks', taskIds: [taskId], field: 'statusId', values })
}

/** Each status change posts its comment in the same transaction (ruling 21). */
function tellOfStatus(transaction: Transaction, taskId: Rows['item_tasks']['id']): void {
  const { tables, rev, userId, now } = transaction
  const status = tables.find('item_tasks', taskId)?.statusId
  tables.put(
    'comments',
    {
      id: newId<CommentId>(),
      taskId,
      content: '',
      createdBy: userId,
      createdAt: now,
      isEdited: false,
      metadata: { statusInfo: { statusId: status, changedStatus: true } },
    },
    { scope: itemScope(transaction, taskId), rev },
  )
}

function itemScope({ tables }: Transaction, taskId: Rows['item_tasks']['id']): Scope {
  const task = tables.find('item_tasks', taskId)
  if (task === undefined) throw new AppError('not-found', 'Task not found')
  return `item:${task.itemId}`
}

function firstStatus({ tables }: Transaction): Rows['task_statuses']['id'] {
  const [first] = [...tables.list('task_statuses')].sort((a, b) => a.position - b.position)
  if (first === undefined) throw new AppError('statuses-missing', messages['statuses-missing'])
  return first.id
}

function hiddenCollection({ tables, rev }: Transaction, scope: Scope): CollectionId {
  const known = tables.list('collections', scope).find((collection) => collection.isDefault)
  if (known !== undefined) return known.id
  const id = newId<CollectionId>()
  const row = { id, name: 'Default', description: '', position: 0, orderRank: '1000', isDefault: true }
  tables.put('collections', row, { scope, rev })
  return id
}

function valueAt(values: TaskValues<TaskField>, index: number): TaskFields[TaskField] {
  return 'all' in values ? values.all : values.each[index]
}
