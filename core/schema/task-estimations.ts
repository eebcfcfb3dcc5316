import type { TaskId } from '#core/lib/ids.ts'
import { decimal, defineTable, of } from './define-table.ts'

/** How long a task should take: 0 to 999.9 hours. */
export const taskEstimations = defineTable({
  key: ['taskId'],
  scopes: ['space'],
  belongsTo: { table: 'item_tasks', field: 'taskId' },
  fields: { taskId: of<TaskId>(), estimatedHours: decimal },
})
