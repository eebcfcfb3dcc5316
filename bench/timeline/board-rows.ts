import { newRow } from '#core/schema/tables.ts'
import { permissions } from '#core/schema/role-permissions.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import { addDays, type CalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type AnyId, type ProjectId, type StageId, type StatusId, type StudioId } from '#core/lib/ids.ts'

const ARTISTS = 200
const BLOCKS = 10_000

const idOf = <Id extends AnyId>(kind: string, number: number): Id =>
  toId<Id>(`${kind.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`)

export const studioId = idOf<StudioId>('5', 1)
const projectId = idOf<ProjectId>('6', 1)
const colors = ['#9ca3af', '#3b82f6', '#8b5cf6', '#f59e0b', '#22c55e', '#000000']
const stages = ['Layout', 'Animation', 'Lighting', 'FX', 'Compositing']

/** The catalogue of a studio with two hundred artists. */
export function studioAnswer(): PullAnswer {
  const roleId = idOf<never>('9', 1)
  const project = { id: projectId, name: 'The Salt Road', slug: 'the-salt-road', description: '', isActive: true }
  return {
    rev: 1,
    full: true,
    deleted: {},
    access: { roleId, level: 1, permissions, projectIds: [projectId] },
    tables: {
      user_roles: [{ id: roleId, name: 'member', hierarchyLevel: 4 }],
      projects: [newRow('projects', { ...project, displayOrder: 1, createdAt: 0 })],
      stages: stages.map((name, index) => ({
        id: idOf<StageId>('b', index),
        name,
        color: colors[index] ?? '',
        category: 'production',
        icon: undefined,
        orderIndex: index,
      })),
      task_statuses: colors.map((color, index) => ({
        id: idOf<StatusId>('c', index),
        name: `Status ${index}`,
        shortCode: `S${index}`,
        color,
        position: index,
        isDone: index === 4,
        isDefault: index === 0,
      })),
      studio_members: Array.from({ length: ARTISTS }, (_, index) => ({
        userId: idOf('8', index),
        roleId,
        archivedAt: undefined,
        displayName: `Artist ${String(index).padStart(3, '0')}`,
        email: '',
        avatarUrl: undefined,
      })),
    },
  }
}

/** Ten thousand blocks over the hundred and eighty days around today, fifty per artist. */
export function timelineAnswer(today: CalendarDate): PullAnswer {
  const numbers = Array.from({ length: BLOCKS }, (_, index) => index)
  return {
    rev: 1,
    full: true,
    deleted: {},
    tables: {
      task_blocks: numbers.map((index) => ({
        id: idOf('f', index),
        taskId: idOf('e', index),
        assigneeId: idOf('8', index % ARTISTS),
        startDate: addDays(today, ((index * 37) % 176) - 90),
        durationDays: 1 + ((index * 7) % 5),
        rowIndex: index % 2,
      })),
      timeline_tasks: numbers.map((index) =>
        newRow('timeline_tasks', {
          id: idOf('e', index),
          itemId: idOf('a', Math.floor(index / stages.length)),
          collectionId: idOf('d', index % 40),
          spaceId: idOf('7', 1),
          projectId,
          stageId: idOf('b', index % stages.length),
          statusId: idOf('c', index % colors.length),
          priority: 0,
          isDisabled: false,
          estimatedHours: 4 + (index % 20),
          itemTitle: `sq${String(Math.floor(index / 500)).padStart(3, '0')}_sh${String(index % 500).padStart(4, '0')}`,
          itemSlug: `shot-${index}`,
          collectionName: `SQ${index % 40}`,
        }),
      ),
    },
  }
}
