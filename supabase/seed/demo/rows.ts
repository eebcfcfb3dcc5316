import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { orderRankStep } from '#core/lib/order-rank.ts'
import type { SeedRow } from '../insert-rows.ts'
import type { MediaFile } from '../media-catalogue.ts'
import { seededId } from '../seeded-id.ts'
import { makeAttachments } from './attachments.ts'
import { makeBoards } from './boards.ts'
import type { Calendar } from './calendar.ts'
import { fieldsOf, fieldsOfTask, makeFieldRows } from './fields.ts'
import { kindIdOf, makeKindRows, makeLinkRows } from './casting.ts'
import { makeChance } from './chance.ts'
import type { DemoComment } from './comments.ts'
import { makeComments } from './comments.ts'
import { makeNotices } from './notifications.ts'
import type { Person } from './people.ts'
import { getPerson } from './people.ts'
import type { DemoProject, DemoSpace, DemoTask } from './pipeline.ts'
import { makePipeline, toCollectionId } from './pipeline.ts'
import { makeReviews } from './reviews.ts'
import type { Revision } from './revisions.ts'
import { makeRevisions } from './revisions.ts'
import type { Block } from './schedule.ts'
import { listQueue, makeBlockRows, makeBlocks } from './schedule.ts'
import type { Shelf, ShelfObject } from './shelf.ts'
import { makeShelf } from './shelf.ts'
import { makeStudioRows, roleId, stageId, statusId } from './studio.ts'

/** The whole demo studio: rows by table, in insertion order, and the objects of its media. */
export type DemoRows = { tables: Record<string, SeedRow[]>; objects: ShelfObject[] }

export function makeDemoRows(catalogue: ReadonlyMap<string, MediaFile>, calendar: Calendar): DemoRows {
  const shelf = makeShelf(catalogue, { person: getPerson('Mei'), at: calendar.toInstant(-58, 600) })
  const projects = makePipeline()
  const spaces = projects.flatMap((project) => project.spaces)
  const tasks = spaces.flatMap((space) => space.items).flatMap((item) => item.tasks)
  const blocks = makeBlocks(tasks)
  const queue = listQueue(tasks)
  const revisions = makeRevisions({ tasks, blocks, calendar, shelf })
  const comments = makeComments(revisions, tasks, calendar)
  const followers = listFollowers({
    tasks,
    blocks,
    talk: [...revisions, ...comments.filter(({ isAutomatic }) => !isAutomatic)],
  })
  const tables = {
    ...makeStudioRows(),
    ...makeKindRows(),
    projects: [],
    ...makeSpaceRows(spaces, calendar),
    field_definitions: makeFieldRows(spaces),
    ...makeItemRows({ spaces, revisions, shelf, calendar }),
    item_links: makeLinkRows(spaces),
    ...makeTaskRows(tasks, blocks, calendar),
    task_blocks: makeBlockRows(blocks, queue, calendar),
    task_followers: tasks.flatMap((task) =>
      [...(followers.get(task.id) ?? [])].map((user) => ({ task_id: task.id, user_id: user, ...placeOf(task) })),
    ),
    task_versions: revisions.map(toVersionRow),
    version_media: [],
    ...makeCommentRows(comments),
    comment_attachments: makeAttachments(comments, shelf),
    ...makeBoards(projects, shelf),
    ...makeReviews(projects, { revisions, calendar }),
    ...makeNotices({ comments, followers, calendar }),
  }
  return {
    // Files come before whatever shows them, and are only complete now.
    tables: {
      ...tables,
      projects: projects.map((project, index) => toProjectRow(project, { index, shelf, calendar })),
      media: shelf.rows,
      version_media: revisions.flatMap((revision) =>
        revision.media.map(({ id }, index) => ({
          version_id: revision.id,
          media_id: id,
          ...placeOf(revision.task),
          display_order: index,
        })),
      ),
      project_role_access: projects
        .filter(({ plan }) => plan.isClosedToViewers === true)
        .map(({ id }) => ({ project_id: id, role_id: roleId('viewer'), is_allowed: false })),
    },
    objects: shelf.objects,
  }
}

const placeOf = ({ item }: DemoTask) => ({ space_id: item.space.id, project_id: item.space.project.id })

function listFollowers(parts: {
  tasks: readonly DemoTask[]
  blocks: readonly Block[]
  /** People who post something follow the replies. */
  talk: readonly { task: DemoTask; person: Person }[]
}): Map<string, Set<string>> {
  const followers = new Map<string, Set<string>>()
  const follow = (task: DemoTask, user: string): void =>
    void followers.set(task.id, (followers.get(task.id) ?? new Set()).add(user))
  for (const task of parts.tasks) if (task.assignee) follow(task, task.assignee.id)
  for (const { task, person } of [...parts.blocks, ...parts.talk]) follow(task, person.id)
  return followers
}

type ProjectParts = { index: number; shelf: Shelf; calendar: Calendar }

function toProjectRow({ id, slug, plan }: DemoProject, { index, shelf, calendar }: ProjectParts): SeedRow {
  const thumbnail = shelf.rows.find((row) => row['project_id'] === id && row['filename'] === `${plan.scene}.webp`)
  return {
    id,
    name: plan.name,
    description: plan.description,
    display_order: index + 1,
    thumbnail_media_id: thumbnail?.['id'] ?? null,
    custom_slug: slug,
    created_by: getPerson('Ingrid').id,
    created_at: calendar.toInstant(-90 + index * 9, 540),
  }
}

function makeSpaceRows(spaces: readonly DemoSpace[], calendar: Calendar): Record<string, SeedRow[]> {
  const worked = spaces.filter(({ plan }) => plan.layout !== 'moodboard')
  return {
    spaces: spaces.map(({ id, slug, plan, project }) => ({
      id,
      project_id: project.id,
      name: plan.name,
      type_id: plan.layout,
      position: project.plan.spaces.indexOf(plan),
      custom_slug: slug,
      created_at: calendar.toInstant(-80, 600),
    })),
    space_stages: worked.flatMap(({ id, plan, project }) =>
      plan.stages.map((stage, index) => ({
        space_id: id,
        stage_id: stageId(stage),
        project_id: project.id,
        order_index: (index + 1) * 10,
      })),
    ),
    space_statuses: worked.flatMap(({ id, project }) =>
      defaultStatuses.map(({ name, position }) => ({
        space_id: id,
        status_id: seededId('status', name),
        project_id: project.id,
        order_index: position,
      })),
    ),
    collections: worked.flatMap(({ id, plan, project }) =>
      plan.collections.map(({ name, description, episode, isDefault }, index) => ({
        id: toCollectionId(project.plan, plan, name),
        space_id: id,
        project_id: project.id,
        name,
        description,
        episode: episode ?? null,
        position: index,
        order_rank: (index + 1) * orderRankStep,
        is_default: isDefault === true,
      })),
    ),
  }
}

type ItemParts = {
  spaces: readonly DemoSpace[]
  revisions: readonly Revision[]
  shelf: Shelf
  calendar: Calendar
}

function makeItemRows({ spaces, revisions, shelf, calendar }: ItemParts): Record<string, SeedRow[]> {
  // Items with a revision show that; the others were given a picture by hand.
  const shown = new Set(revisions.map(({ task }) => task.item.id))
  // The full-size pictures of whole projects.
  for (const { project } of spaces) shelf.share(`${project.plan.scene}.webp`, project)
  return {
    media: [],
    items: spaces.flatMap((space) =>
      space.items.map((item, index) => ({
        id: item.id,
        collection_id: item.collectionId,
        space_id: space.id,
        project_id: space.project.id,
        title: item.plan.title,
        description: item.plan.description,
        item_type_id: space.plan.itemType,
        kind_id: kindIdOf(item),
        fields: fieldsOf(item, calendar),
        thumbnail_media_id:
          item.isStarted && !shown.has(item.id) ? shelf.share(`${item.scene}.thumb.webp`, space.project).id : null,
        position: index,
        order_rank: (index + 1) * orderRankStep,
        custom_slug: item.slug,
        created_at: calendar.toInstant(-60, 540 + index),
      })),
    ),
  }
}

function makeTaskRows(
  tasks: readonly DemoTask[],
  blocks: readonly Block[],
  calendar: Calendar,
): Record<string, SeedRow[]> {
  const ends = new Map(blocks.map(({ task, start, duration }) => [task.id, start + Math.ceil(duration)]))
  const toDueDate = (task: DemoTask): string | null => {
    const chance = makeChance(`due ${task.id}`)
    const end = ends.get(task.id)
    if (task.isDisabled || (end === undefined && !chance.happens(0.25))) return null
    return calendar.toDate(calendar.toDay((end ?? chance.between(5, 25)) + chance.between(-1, 2)))
  }
  return {
    item_tasks: tasks.map((task) => ({
      id: task.id,
      item_id: task.item.id,
      stage_id: stageId(task.stage),
      ...placeOf(task),
      title: task.stage,
      status_id: statusId(task.status),
      assignee_id: task.assignee?.id ?? null,
      due_date: task.status === 'DONE' ? null : toDueDate(task),
      priority: task.priority,
      is_disabled: task.isDisabled,
      fields: fieldsOfTask(task),
      created_at: calendar.toInstant(-60, 600),
    })),
    task_estimations: tasks.flatMap((task) =>
      task.estimatedHours === undefined
        ? []
        : [{ task_id: task.id, ...placeOf(task), estimated_hours: task.estimatedHours }],
    ),
  }
}

const toVersionRow = ({ id, task, number, person, text, timeSpent, isCurrent, at }: Revision): SeedRow => ({
  id,
  task_id: task.id,
  ...placeOf(task),
  version_number: number,
  created_by: person.id,
  comment: text,
  time_spent: timeSpent,
  is_current: isCurrent,
  created_at: at,
})

function makeCommentRows(comments: readonly DemoComment[]): Record<string, SeedRow[]> {
  return {
    comments: comments.map(({ id, task, person, at, content, metadata, isAutomatic }) => ({
      id,
      task_id: task.id,
      ...placeOf(task),
      content,
      metadata,
      created_by: person.id,
      is_automatic: isAutomatic,
      created_at: at,
    })),
    mentions: comments.flatMap(({ id, task, mentioned, at }) =>
      mentioned.map((user) => ({ comment_id: id, mentioned_user_id: user, ...placeOf(task), created_at: at })),
    ),
  }
}
