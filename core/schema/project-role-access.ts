import type { ProjectId, RoleId } from '#core/lib/ids.ts'
import { defineTable, flag, of } from './define-table.ts'

/** Which roles may open a project; every role while there are no rows. */
export const projectRoleAccess = defineTable({
  key: ['projectId', 'roleId'],
  scopes: ['studio'],
  belongsTo: { table: 'projects', field: 'projectId' },
  fields: { projectId: of<ProjectId>(), roleId: of<RoleId>(), isAllowed: flag },
})
