import type { BoardId, ProjectId } from '#core/lib/ids.ts'
import { defineTable, of } from './define-table.ts'

/** References boards of a project, a space or an item. */
export const boards = defineTable({
  key: ['id'],
  scopes: ['board'],
  fields: { id: of<BoardId>(), projectId: of<ProjectId>() },
})
