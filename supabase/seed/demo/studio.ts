import type { DefaultStage } from '#core/studios/default-stages.ts'
import { defaultStages, illustrationStages, inSteps } from '#core/studios/default-stages.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import { people } from './people.ts'

export const studioId = seededId('studio', 'northlight')

/** The default stages, then those only for illustrations. */
const stages: readonly DefaultStage[] = inSteps([
  ...defaultStages,
  ...illustrationStages.filter(({ name }) => defaultStages.every((stage) => stage.name !== name)),
])

export const stageId = (name: string): string => seededId('stage', name)

export type StatusName = 'TO DO' | 'WIP' | 'WFA' | 'FEEDBACK' | 'CLIENT' | 'DONE'
export const statusId = (name: StatusName): string => seededId('status', name)

const roles = ['owner', 'admin', 'lead', 'member', 'viewer'] as const
/** Returns the id that the schema gives a role. */
export const roleId = (role: (typeof roles)[number]): string =>
  `00000000-0000-4000-8000-00000000000${roles.indexOf(role) + 1}`

const presets = {
  studio_stage_presets: {
    Shots: ['Storyboard', 'Layout', 'Animation', 'Lighting', 'FX', 'Compositing', 'Grading', 'Final'],
    Assets: ['References', 'Concept', 'Modeling', 'Rigging', 'Final'],
    'Two-dimensional shots': ['Storyboard', 'Layout', 'Animation', 'Lighting', 'Compositing', 'Final'],
    Illustration: illustrationStages.map(({ name }) => name),
  },
  studio_status_presets: {
    'Full review': defaultStatuses.map(({ name }) => name),
    'Without client': ['TO DO', 'WIP', 'WFA', 'FEEDBACK', 'DONE'],
    Simple: ['TO DO', 'WIP', 'DONE'],
  },
} as const

/** Makes the rows a studio has before its first project, table by table. */
export function makeStudioRows(): Record<string, SeedRow[]> {
  return {
    studio_members: people.map(({ id, role }) => ({ user_id: id, role_id: roleId(role) })),
    stages: stages.map(({ name, color, category, orderIndex }) => ({
      id: stageId(name),
      name,
      color,
      category,
      order_index: orderIndex,
    })),
    task_statuses: defaultStatuses.map(({ name, shortCode, color, position, isDone, isDefault }) => ({
      id: seededId('status', name),
      name,
      short_code: shortCode,
      color,
      position,
      is_done: isDone,
      is_default: isDefault,
    })),
    ...makePresetRows('stage'),
    ...makePresetRows('status'),
  }
}

function makePresetRows(kind: 'stage' | 'status'): Record<string, SeedRow[]> {
  const named = Object.entries<readonly string[]>(presets[`studio_${kind}_presets`])
  const toId = (name: string): string => seededId(`${kind} preset`, name)
  return {
    [`studio_${kind}_presets`]: named.map(([name], position) => ({ id: toId(name), name, position })),
    [`studio_${kind}_preset_items`]: named.flatMap(([name, members]) =>
      members.map((member, index) => ({
        preset_id: toId(name),
        [`${kind}_id`]: seededId(kind, member),
        order_index: index,
      })),
    ),
  }
}
