import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import { type RoleMatrix } from '#core/access/role-permission.ts'
import { findRoleMatrix } from '#core/access/save-role-matrix.ts'
import type { StageDraft, StatusDraft } from '#core/studios/save-catalogue.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { SettingsDrafts } from './settings-store.ts'

/** Returns the settings with unsaved changes applied. */
export function toSettings(studio: StudioReplica, drafts: DeepReadonly<SettingsDrafts>) {
  return {
    name: drafts.name ?? studio.findStudio()?.name ?? '',
    matrix: drafts.matrix ?? findRoleMatrix(studio),
    stages: drafts.stages ?? savedStages(studio),
    statuses: drafts.statuses ?? savedStatuses(studio),
  }
}

function savedStages(studio: StudioReplica): readonly StageDraft[] {
  return studio.getStages().map(({ id, name, color, category }) => ({ id, name, color, category }))
}

function savedStatuses(studio: StudioReplica): readonly StatusDraft[] {
  return studio
    .getStatuses()
    .map(({ id, name, shortCode, color, isDone, isDefault }) => ({ id, name, shortCode, color, isDone, isDefault }))
}

/** Returns whether there are unsaved changes. */
export function isDirty(studio: StudioReplica, drafts: DeepReadonly<SettingsDrafts>): boolean {
  const { name, matrix, stages, statuses } = drafts
  return (
    (name !== undefined && name.trim() !== studio.findStudio()?.name) ||
    (matrix !== undefined && !isSameMatrix(matrix, findRoleMatrix(studio))) ||
    (stages !== undefined && JSON.stringify(stages) !== JSON.stringify(savedStages(studio))) ||
    (statuses !== undefined && JSON.stringify(statuses) !== JSON.stringify(savedStatuses(studio)))
  )
}

/** Returns why the settings cannot be saved; undefined if they can. */
export function findProblem(studio: StudioReplica, drafts: DeepReadonly<SettingsDrafts>): string | undefined {
  const { name, stages, statuses } = toSettings(studio, drafts)
  if (name.trim() === '') return 'The studio has no name'
  if (stages.some((stage) => stage.name.trim() === '')) return 'A stage has no name'
  if (statuses.some((status) => status.name.trim() === '')) return 'A status has no name'
  return undefined
}

function isSameMatrix(first: DeepReadonly<RoleMatrix>, second: RoleMatrix): boolean {
  return roleNames.every((role) =>
    permissions.every((permission) => first[role].includes(permission) === second[role].includes(permission)),
  )
}
