import { expect, test } from 'vitest'
import {
  newId,
  type CollectionId,
  type CommentId,
  type ItemId,
  type StageId,
  type StatusId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import { countChanges, toReverse } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { listSteps } from './import-steps.ts'
import { commentKey, type CommentOptions, type KnownComments } from './plan-comments.ts'
import { describePlan } from './plan-summary.ts'
import { readImportFile } from './read-import-file.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'

const stages = ['Layout', 'Animation'].map((name, orderIndex) =>
  newRow('stages', { id: newId<StageId>(), name, category: 'production', color: '#3b82f6', orderIndex }),
)
const status = newRow('task_statuses', {
  id: newId<StatusId>(),
  name: 'WIP',
  shortCode: 'WIP',
  color: '#3b82f6',
  position: 0,
})
const mei = { userId: newId<UserId>(), displayName: 'Mei Tanaka', email: 'mei@studio.example' } as MemberRow
const gone = {
  userId: newId<UserId>(),
  displayName: 'Gone Away',
  email: 'g@studio.example',
  archivedAt: 1,
} as MemberRow
const catalogue: Catalogue = {
  stages,
  statuses: [status],
  members: [mei, gone],
  activeStageIds: stages.map(({ id }) => id),
}

/** A space with the shots `sh010`, with tasks in both stages, and `sh020`, with only a layout task. */
function aSpace() {
  const collectionId = newId<CollectionId>()
  const items = ['sh010', 'sh020'].map((title) =>
    newRow('items', { id: newId<ItemId>(), collectionId, title, slug: title, orderRank: '1' }),
  )
  const tasks = items.flatMap(({ id: itemId }, at) =>
    stages.slice(0, 2 - at).map(({ id: stageId }) => {
      return newRow('item_tasks', { id: newId<TaskId>(), itemId, stageId, statusId: status.id })
    }),
  )
  const content: SpaceContent = {
    collections: [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })],
    items,
    tasks,
    hoursOf: () => undefined,
    isIllustration: false,
  }
  const taskOf = (title: string, stageId: StageId | undefined) =>
    tasks.find((task) => items.find(({ id }) => id === task.itemId)?.title === title && task.stageId === stageId)?.id
  return { content, taskOf }
}

type Given = {
  readonly known?: KnownComments
  readonly comments?: Partial<CommentOptions>
  readonly space?: ReturnType<typeof aSpace>
}

async function plan(text: string | object, { known = new Set(), comments = {}, space = aSpace() }: Given = {}) {
  const file = await readImportFile(new TextEncoder().encode(typeof text === 'string' ? text : JSON.stringify(text)), {
    format: 'csv',
    stages: stages.map(({ name }) => name),
    statuses: [status],
    members: [mei],
    space: 'Shots',
    ...noImportChoices,
  })
  if (!file.ok) throw new Error(file.error.message)
  const { content } = space
  const options = { timeZone: 'Europe/Berlin', ...comments }
  const planned = planImport({
    rows: file.value.rows,
    content,
    catalogue,
    newId,
    comments: options,
    knownComments: known,
  })
  return { ...planned, left: file.value.left, said: describePlan(planned.summary, file.value), space }
}

const made = ({ changes, space }: Awaited<ReturnType<typeof plan>>) =>
  (changes.comments ?? []).map(({ taskId, content, authorId, authorName, saidAt }) => {
    const task = space.content.tasks.find(({ id }) => id === taskId)
    const item = space.content.items.find(({ id }) => id === task?.itemId)
    const stage = stages.find(({ id }) => id === task?.stageId)
    return [`${item?.title} ${stage?.name}`, authorId === undefined ? authorName : catalogue.members.find(({ userId }) => userId === authorId)?.displayName, saidAt, content] // prettier-ignore
  })

test('attached files are not fetched but listed in the comment by name and URL, which is reported', async () => {
  const file = (name: string, url?: string) => ({ name, type: 'Attachment', this_file: { url } })
  const note = (id: number, content: string, attachments: readonly object[]) => {
    const relationships = { note_links: { data: [{ name: 'sh010' }] }, attachments: { data: attachments } }
    return { type: 'Note', id, attributes: { content }, relationships }
  }
  const notes = [
    note(1, 'Wing', [file('ref.png', 'https://sg.example/9'), file('b.mov')]),
    note(2, '', [file('c.png')]),
    note(3, 'Ear', []),
  ]

  const planned = await plan({ data: notes }, { comments: { stage: 'Layout' } })

  expect(planned.entries.flatMap(({ left }) => left)).toEqual([
    'Imports do not fetch files; the comment names them instead: ref.png (https://sg.example/9), b.mov.',
    'Imports do not fetch files; the comment names them instead: c.png.',
  ])
  expect(made(planned).map(([, , , text]) => text)).toEqual([
    'Wing\n\nFiles: ref.png (https://sg.example/9), b.mov',
    'Files: c.png',
    'Ear',
  ])
})

test('a sheet of remarks becomes comments on tasks, by a member or a name, at the time they were written', async () => {
  const sheet = [
    'Sequence;Shot;Task;Author;Date;Comment',
    'sq010;sh010;anim;Mei Tanaka;05.03.2026 17:22;Wing pops.',
    'sq010;sh010;Layout;Ana Sousa;2026-03-05T16:22:31Z;"Two\nlines"',
    'sq010;sh010;Layout;gone@studio.example;2026-07-01;Summer',
    'sq010;sh020;;mei@studio.example;;Only one task',
  ].join('\r\n')
  const planned = await plan(sheet.replace('gone@studio.example', 'Gone Away'))

  expect(made(planned)).toEqual([
    ['sh010 Animation', 'Mei Tanaka', '2026-03-05T16:22:00.000Z', 'Wing pops.'],
    ['sh010 Layout', 'Ana Sousa', '2026-03-05T16:22:31.000Z', 'Two\nlines'],
    ['sh010 Layout', 'Gone Away', '2026-06-30T22:00:00.000Z', 'Summer'],
    ['sh020 Layout', 'Mei Tanaka', undefined, 'Only one task'],
  ])
  expect(planned.changes).toMatchObject({ items: [], tasks: [], itemChanges: [], taskChanges: [] })
  expect(planned.said).toEqual([
    'Collections: 0 created, 0 changed, 0 left. Items: 0 created, 0 changed, 0 left. Tasks: 0 created, 0 changed, 0 left. Comments: 4 created, 0 changed, 0 left. Values: 0 changed. People: 0 known, 0 unknown.',
    '"Ana Sousa" is not a member: the name stays on a comment.',
  ])
})

test('comments that already exist, or occur twice in a file, are imported once', async () => {
  const sheet = 'Shot,Task,Author,Date,Comment\nsh010,Layout,Mei Tanaka,2026-03-05,Fine.\nsh010,Layout,Mei Tanaka,2026-03-05,Fine.\n' // prettier-ignore
  const first = await plan(sheet)
  const [comment] = first.changes.comments ?? []
  const known = new Set([commentKey(comment?.taskId ?? newId<TaskId>(), comment?.key ?? '')])
  const again = await plan(sheet, { known, space: first.space })

  expect(first.entries.map(({ kind, left }) => [kind, left])).toEqual([
    ['changed', []],
    ['unchanged', ['Repeats line 2.']],
  ])
  expect(again.changes.comments).toBeUndefined()
  expect(again.summary.comments).toEqual({ created: 0, changed: 0, left: 1 })
  expect(countChanges(again.changes)).toBe(0)
})

const note = {
  type: 'Note',
  id: 301,
  subject: 'On v002',
  content: 'Wing pops.',
  created_at: '2026-03-05 17:22:31+01:00',
  user: { type: 'HumanUser', id: 9, name: 'Mei Tanaka' },
  note_links: [
    { type: 'Version', id: 9002, name: 'sh010_anim_v002' },
    { type: 'Shot', id: 862, name: 'sh010' },
  ],
  tasks: [],
}

test('a ShotGrid note goes to its task, else to the one named in its version, else to a chosen stage', async () => {
  const { note_links: links, ...alone } = note
  const planned = await plan([
    note,
    { ...note, id: 302, note_links: [links[0]] },
    {
      ...note,
      id: 303,
      tasks: [
        { type: 'Task', id: 1, name: 'Layout' },
        { type: 'Task', id: 2, name: 'Animation' },
      ],
    },
    { ...alone, id: 304, note_links: [links[1]] },
  ])
  const told = await plan([{ ...alone, id: 304, note_links: [links[1]] }], { comments: { stage: 'layout' } })

  const words = ['Mei Tanaka', '2026-03-05T16:22:31.000Z', '**On v002**\nWing pops.']
  expect(made(planned)).toEqual([
    ['sh010 Animation', ...words],
    ['sh010 Animation', ...words],
    ['sh010 Layout', ...words],
    ['sh010 Animation', ...words],
  ])
  expect(planned.entries.at(-1)?.left).toEqual(['The comment names no task: choose the stage of such comments.'])
  expect(made(told)).toEqual([['sh010 Layout', ...words]])
})

test('a ShotGrid note has the same key in JSON of both APIs and in page CSV', async () => {
  const { user, note_links, tasks, ...attributes } = note
  const data = (name: string, value: unknown) => ({ [name]: { data: value, links: { self: '/x' } } })
  const rest = {
    data: [
      { type: 'Note', id: 301, attributes, relationships: { ...data('user', user), ...data('note_links', note_links), ...data('tasks', tasks) } }, // prettier-ignore
    ],
  }
  const csv = 'Subject,Body,Links,Tasks,Author,Type,Status,Date Created,Id\nOn v002,Wing pops.,"sh010_anim_v002, sh010",,Mei Tanaka,Internal,opn,2026-03-05 17:22:31 +0100,301\n' // prettier-ignore
  const all = [await plan([note]), await plan(rest), await plan(csv)]

  expect(all.map(({ changes }) => changes.comments?.map(({ key, saidAt }) => [key, saidAt]))).toEqual(
    all.map(() => [['id 301', '2026-03-05T16:22:31.000Z']]),
  )
  expect(all[2]?.left.map((each) => 'column' in each && each.column)).toEqual(['Type', 'Status'])
})

test('a Kitsu comment includes its checklist and replies, and one without text is left out', async () => {
  const person = { id: 'p1', first_name: 'Mei', last_name: 'Tanaka', email: 'mei@studio.example' }
  const place = { type: 'Comment', object_id: 't', task_type: { name: 'Animation' }, entity: { name: 'sh010' } }
  const planned = await plan([
    {
      ...place,
      id: 'c1',
      text: 'Wing pops.',
      person,
      created_at: '2026-03-05T17:22:31',
      checklist: [
        { text: 'wing', checked: false },
        { text: 'beak', checked: true },
      ],
      replies: [{ id: 'r1', date: '2026-03-05T18:00:00', text: 'On it.', person_id: 'p1' }],
    },
    { ...place, id: 'c2', text: '', person, created_at: '2026-03-05T17:30:00' },
  ])

  expect(made(planned)).toEqual([
    ['sh010 Animation', 'Mei Tanaka', '2026-03-05T17:22:31.000Z', 'Wing pops.\n- wing\n- beak ✓'],
    ['sh010 Animation', 'Mei Tanaka', '2026-03-05T18:00:00.000Z', 'On it.'],
  ])
  expect(planned.left).toContainEqual({ line: 3, reason: 'The comment has no text.' })
})

test('a list of tasks may include last comments; remarks without an author can only become a field', async () => {
  const beside = 'Sequence,Entity,Task Type,Task Status,Last comment author,Last comment date,Last comment\nsq010,sh030,Layout,WIP,Mei Tanaka,2026-03-05 10:00,Fine.\n' // prettier-ignore
  const planned = await plan(beside)
  const remarks = await plan('Sequence,Shot,Description,Notes\nsq010,sh030,x,fix wing\n')

  expect(planned.changes.comments).toMatchObject([{ taskId: planned.changes.tasks[0]?.id, content: 'Fine.' }])
  expect(planned.entries).toMatchObject([{ kind: 'new', changes: [{ field: 'Layout comment' }] }])
  expect(remarks.changes.comments).toBeUndefined()
  expect(remarks.said).toContain(
    'Column "Notes" is not used: Comments need an author column; without one, this can become a field.',
  )
})

test('comments that cannot be placed say why, and the others are imported', async () => {
  const sheet = [
    'Shot,Task,Author,Date,Comment',
    'nothing,Layout,Mei Tanaka,2026-03-05,x',
    'sh010,Roto,Mei Tanaka,2026-03-05,x',
    'sh020,Animation,Mei Tanaka,2026-03-05,x',
    'sh010,Layout,Mei Tanaka,someday,x',
    'sh010,Layout,Mei Tanaka,2026-03-05,x',
  ].join('\n')
  const { entries, changes } = await plan(sheet)
  const kept = await plan(sheet, { comments: { mayBring: false } })

  expect(entries.map(({ kind, problem, left }) => [kind, problem ?? left.join()])).toEqual([
    ['conflict', 'This item does not exist here: import it first, or choose the space that has it.'],
    ['unchanged', 'There is no stage "Roto": add it to the studio, or write another.'],
    ['unchanged', 'There is no Animation task to comment on.'],
    ['conflict', 'Date: "someday" is not a date: write it like 2026-12-18.'],
    ['changed', ''],
  ])
  expect(changes.comments).toHaveLength(1)
  expect(kept.changes.comments).toBeUndefined()
  expect(kept.entries.at(-1)?.left).toEqual(['Your role may not import comments: ask a lead or an admin.'])
})

test('comments are applied with their import, in steps that fit a request', () => {
  const comment = (content: string) => ({ id: newId<CommentId>(), taskId: newId<TaskId>(), content, key: 'id 1' })
  const nothing = { collections: [], items: [], tasks: [], itemChanges: [], taskChanges: [], deletions: undefined }
  const many = Array.from({ length: 2500 }, () => comment('x'))
  const long = Array.from({ length: 3 }, () => comment('x'.repeat(1_500_000)))
  const sizes = (comments: typeof many) =>
    listSteps({ ...nothing, comments }, 'refuse').map((step) => step.comments?.length ?? 0)

  expect(sizes(many)).toEqual([0, 1000, 1000, 500])
  expect(sizes(long)).toEqual([0, 2, 1])
  expect(sizes(many.slice(0, 3))).toEqual([3])
  expect(toReverse({ ...nothing, comments: many.slice(0, 1) }).deletions?.comments).toEqual([many[0]?.id])
  const gone2 = listSteps(toReverse({ ...nothing, comments: many }), 'skip')
  expect(gone2.map(({ deletions }) => deletions?.comments?.length ?? 0)).toEqual([0, 1000, 1000, 500, 0])
})
