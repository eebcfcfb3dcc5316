import type { BoardId, ProjectId } from '#core/lib/ids.ts'
import { defineTable, of } from './define-table.ts'

/** References boards of projects, spaces and items. */
export const boards = defineTable({
  key: ['id'],
  scopes: ['board'],
  fields: { id: of<BoardId>(), projectId: of<ProjectId>() },
})
