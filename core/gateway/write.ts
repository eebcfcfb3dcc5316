import type { Mutation } from '../domain/mutations.ts'
import { assertNever } from '../lib/assert.ts'
import type { OperationId } from '../lib/ids.ts'
import { changeBoard } from './boards.ts'
import { deleteRows, restoreDeleted } from './deletions.ts'
import { createItems } from './items.ts'
import { setPlaces } from './order.ts'
import { insertRows, updateRows } from './plain-rows.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { addComment, createRevision, editComment } from './revisions.ts'
import { fillTasks, toAnswer, updateTasks } from './tasks.ts'
import { changeBlocks, setDaysOff } from './timeline.ts'
import { changeTime, setTimeLock } from './timesheet.ts'

/** For procedures that do not say their revision: the next pull holds it in any case. */
const unknownRev: WriteAnswer = { rev: undefined, skipped: [] }

/** Sends a write to the procedure or table that carries it out. */
export async function sendWrite(rest: Rest, mutation: Mutation, operationId: OperationId): Promise<WriteAnswer> {
  switch (mutation.kind) {
    case 'update-tasks':
      return await updateTasks(rest, mutation, operationId)
    case 'fill-tasks':
      return await fillTasks(rest, mutation, operationId)
    case 'create-items':
      return await createItems(rest, mutation, operationId)
    case 'create-revision':
      return await createRevision(rest, mutation, operationId)
    case 'add-comment':
      return await addComment(rest, mutation, operationId)
    case 'edit-comment':
      return await editComment(rest, mutation)
    case 'save-space-config':
      return toAnswer(
        await rest.call('save_space_config', {
          p_space_id: mutation.spaceId,
          p_stage_ids: mutation.stageIds,
          p_status_ids: mutation.statusIds,
        }),
      )
    case 'reorder-stages':
      await rest.call('reorder_stages', { p_studio_id: mutation.studioId, p_ids: mutation.stageIds })
      return unknownRev
    case 'reorder-statuses':
      await rest.call('reorder_statuses', { p_studio_id: mutation.studioId, p_ids: mutation.statusIds })
      return unknownRev
    case 'set-default-status':
      await rest.call('set_default_status', { p_status_id: mutation.statusId })
      return unknownRev
    case 'delete':
    case 'delete-project':
      return await deleteRows(rest, mutation, operationId)
    case 'restore':
      return await restoreDeleted(rest, mutation, operationId)
    case 'set-places':
      return await setPlaces(rest, mutation, operationId)
    case 'change-blocks':
      return await changeBlocks(rest, mutation, operationId)
    case 'change-board':
      return await changeBoard(rest, mutation, operationId)
    case 'set-days-off':
      return await setDaysOff(rest, mutation)
    case 'change-time':
      return await changeTime(rest, mutation, operationId)
    case 'set-time-lock':
      return await setTimeLock(rest, mutation)
    case 'insert':
      return await insertRows(rest, mutation)
    case 'update':
      return await updateRows(rest, mutation)
    default:
      return assertNever(mutation)
  }
}
