import * as v from 'valibot'
import { toFieldText } from '#core/fields/field-text.ts'
import { dateInZone, isCalendarDate } from '#core/lib/calendar-date.ts'
import { findDuplicateRows } from '#core/items/item-names.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { verb as addComment } from '#cli/commands/comment/add.ts'
import { findField } from '#cli/commands/field/find-field.ts'
import { readAssignments } from '#cli/commands/field/read-assignments.ts'
import { verb as createItems } from '#cli/commands/item/create.ts'
import { verb as deleteItem } from '#cli/commands/item/delete.ts'
import { findItemRecord, type ItemRecord } from '#cli/commands/item/load-item-records.ts'
import { verb as moveItem } from '#cli/commands/item/move.ts'
import { verb as renameItem } from '#cli/commands/item/rename.ts'
import { verb as setItem } from '#cli/commands/item/set.ts'
import { verb as addToReview } from '#cli/commands/review/add.ts'
import { verb as createReview } from '#cli/commands/review/create.ts'
import { openReview, pickReview } from '#cli/commands/review/open-review.ts'
import { loadTasks, pickSpace } from '#cli/select/load-tasks.ts'
import { pickOne, pickTask } from '#cli/select/pick.ts'
import { describeFile, readAllowedFile } from './allowed-file.ts'
import { blockSteps, readDeleted, readMoved, readPlanned } from './read-block-steps.ts'
import { filesArg, readRevision, revisionStep } from './read-file-steps.ts'
import type { StepPlace, StepPlan } from './step.ts'
import { line, lines } from './tool.ts'

const item = line('path or id: ep01/sq010/sh0010')
const tasks = lines('paths, globs or ids: sq010/*:anim')

/** One step of a plan for items, notes, reviews and the timeline. */
export const stepShape = v.variant('do', [
  v.strictObject({ do: v.literal('create_items'), collection: line('where: its name'), names: lines('their names') }),
  v.strictObject({ do: v.literal('rename_item'), item, name: line('its new name') }),
  v.strictObject({ do: v.literal('move_item'), item, collection: line('another collection of its space') }),
  v.strictObject({ do: v.literal('delete_item'), item }),
  v.strictObject({
    do: v.literal('set_fields'),
    item,
    fields: v.pipe(v.record(v.string(), v.string()), v.description('values by key; an empty one clears it')),
  }),
  v.strictObject({
    do: v.literal('add_note'),
    task: line('path or id: sq010/sh0010:anim'),
    text: line('on its newest revision'),
    review: v.optional(line('as a note of this review: its name or id')),
    files: v.optional(filesArg),
  }),
  v.strictObject({
    do: v.literal('create_review'),
    name: line('its name'),
    tasks,
    kind: v.optional(v.picklist(['dailies', 'cut', 'client'])),
    day: v.optional(line('2026-12-18')),
  }),
  v.strictObject({ do: v.literal('add_to_review'), review: line('its name or id'), tasks }),
  revisionStep,
  ...blockSteps,
])

export type Step = v.InferOutput<typeof stepShape>
type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

type Readers = { readonly [Do in Step['do']]: (step: StepOf<Do>, place: StepPlace) => Promise<StepPlan> }

const readers: Readers = {
  create_items: readCreation,
  rename_item: async ({ name, ...step }, place) => {
    const found = await findItem(step, place)
    if (name.trim() === '') throw usageError('What is its new name?')
    const change = name.trim() === found.name ? undefined : `name ${found.name} → ${name.trim()}`
    return toPlan(found, { change, command: { verb: renameItem, values: { item: found.id, name } } }, place)
  },
  move_item: async ({ collection, ...step }, place) => {
    const found = await findItem(step, place)
    const { client, studio } = place
    const space = await client.openSpace({ studioId: studio.studioId, spaceId: found.spaceId })
    const { id, name } = pickOne(space.getCollections(), collection, { one: 'collection', many: 'collections' })
    const change = name === found.collection ? undefined : `collection ${found.collection} → ${name}`
    return toPlan(found, { change, command: { verb: moveItem, values: { item: found.id, target: id } } }, place)
  },
  delete_item: async (step, place) => {
    const found = await findItem(step, place)
    if (!place.studio.can('delete')) return refuse(found.path)
    const change = `delete with ${found.tasks} tasks and what was posted on them`
    const { client, studio } = place
    const space = await client.openSpace({ studioId: studio.studioId, spaceId: found.spaceId })
    const over = { item_tasks: space.getTasks(found.id).map(({ id }) => id) }
    return toPlan(found, { change, command: { verb: deleteItem, values: { item: found.id }, over } }, place)
  },
  set_fields: readFields,
  add_note: async ({ task, text, review, files: named = [] }, place) => {
    if (text.trim() === '-' || (text.trim() === '' && named.length === 0)) throw usageError('What does the note say?')
    const record = pickTask(await loadTasks(place, place.options, [task]), task, 'a note')
    const session = review === undefined ? undefined : pickReview(place.studio, { which: review })
    if (!place.studio.can('comment')) return refuse(record.path)
    const files = []
    for (const each of named) files.push(await readAllowedFile(each, place.folders))
    const attached = files.length === 0 ? '' : ` with ${files.map(describeFile).join(', ')}`
    const change = `note${session === undefined ? '' : ` in ${session.name}`}${attached}: ${text.trim()}`
    const attach = files.map((file) => file.path)
    const values = { target: record.task.id, text, attach, ...(session && { review: session.id }) }
    const about = { id: record.task.id, path: record.path }
    return { ...nothing, changes: [{ ...about, change }], commands: [{ verb: addComment, values }], state: about }
  },
  post_revision: readRevision,
  create_review: readReview,
  plan_task: readPlanned,
  move_block: readMoved,
  delete_block: readDeleted,
  add_to_review: async ({ review: which, tasks: targets }, place) => {
    const session = pickReview(place.studio, { which })
    const records = await findTasks(targets, place)
    const { review } = await openReview(place, session)
    const there = new Set<string>(review.getEntries().map(({ taskId }) => taskId))
    const wanted = records.filter(({ task }) => !there.has(task.id))
    const left = records.filter(({ task }) => there.has(task.id)).map(({ path }) => ({ path, reason: 'unchanged' }))
    if (!place.studio.can('create') || session.isLocked)
      return { ...nothing, left: [{ path: session.name, reason: session.isLocked ? 'locked' : 'forbidden' }] }
    const changes = wanted.map(({ task, path }) => ({ id: task.id, path, change: `into the review ${session.name}` }))
    const values = { which: session.id, targets: wanted.map(({ task }) => task.id) }
    const over = { review_sessions: [session.id] }
    const commands = changes.length === 0 ? [] : [{ verb: addToReview, values, over }]
    return { changes, left, commands, state: [session.id, [...there]] }
  },
}

const nothing: StepPlan = { changes: [], left: [], commands: [], state: undefined }
const refuse = (path: string): StepPlan => ({ ...nothing, left: [{ path, reason: 'forbidden' }] })

/** Plans one step without changing anything. */
export async function readStep(step: Step, place: StepPlace): Promise<StepPlan> {
  // Each reader takes the steps named after it.
  return await readers[step.do](step as never, place)
}

const findItem = async ({ item: wanted }: { item: string }, { options, context }: StepPlace): Promise<ItemRecord> =>
  await findItemRecord({ ...options, item: wanted }, context)

type Meant = { readonly change: string | undefined; readonly command: StepPlan['commands'][number] }

function toPlan({ id, path, ...record }: ItemRecord, { change, command }: Meant, { studio }: StepPlace): StepPlan {
  if (!studio.can('create')) return refuse(path)
  if (change === undefined) return { ...nothing, left: [{ path, reason: 'unchanged' }], state: record }
  const over = { ...command.over, items: [id] }
  return { changes: [{ id, path, change }], left: [], commands: [{ ...command, over }], state: record }
}

async function readFields({ fields, ...step }: StepOf<'set_fields'>, place: StepPlace): Promise<StepPlan> {
  const found = await findItem(step, place)
  const { client, studio } = place
  // Keyed by field rather than by the given name, so that the plan shows which field will be set.
  const named = Object.entries(fields).map(([which, text]) => ({ ...findField(studio, which, 'item'), text }))
  if (named.length === 0) throw usageError(`What should change in "${step.item}"?`, 'Give it fields.')
  if (new Set(named.map(({ key }) => key)).size < named.length) throw usageError('A field is named twice.')
  const given = named.map(({ key, text }) => `${key}=${text}`)
  const values = readAssignments(studio, given, 'item')
  const space = await client.openSpace({ studioId: studio.studioId, spaceId: found.spaceId })
  const present = space.replica.find('items', found.id)?.fields
  const differ = named.flatMap((field) => {
    const [before, after] = [present?.[field.key], values[field.key] ?? undefined].map((value) =>
      toFieldText(field, value, studio.getMembers()),
    )
    return before === after ? [] : [`${field.key} ${before || 'none'} → ${after || 'none'}`]
  })
  const change = differ.length === 0 ? undefined : differ.join(', ')
  return toPlan(found, { change, command: { verb: setItem, values: { item: found.id, field: given } } }, place)
}

async function readCreation(
  { collection: wanted, names }: StepOf<'create_items'>,
  { client, studio, options }: StepPlace,
): Promise<StepPlan> {
  if (names.length === 0) throw usageError('Which items?', 'Name them.')
  if (options.space === undefined) throw usageError('In which space?', 'Give the plan a space.')
  const { id: spaceId, projectId, slug } = pickSpace(studio, options)
  const space = await client.openSpace({ studioId: studio.studioId, spaceId })
  const collection = pickOne(space.getCollections(), wanted, { one: 'collection', many: 'collections' })
  if (!studio.can('create')) return refuse(`${slug}/${collection.name}`)
  const taken = space.getItems(collection.id).map(({ title }) => title)
  const rows = names.map((name) => ({ name: name.trim(), description: '' }))
  const [double] = findDuplicateRows(rows, taken)
  if (double !== undefined) throw usageError(`"${rows[double]?.name}" already exists or is named twice.`)
  if (rows.some(({ name }) => ['', '-'].includes(name))) throw usageError('Please enter at least one item name')
  return {
    changes: rows.map(({ name }) => ({
      id: collection.id,
      path: `${slug}/${collection.name}/${name}`,
      change: 'create',
    })),
    left: [],
    commands: [
      {
        verb: createItems,
        values: { project: projectId, space: spaceId, collection: collection.id, names: rows.map(({ name }) => name) },
        over: { collections: [collection.id] },
      },
    ],
    state: [spaceId, taken],
  }
}

async function findTasks(targets: readonly string[], place: StepPlace) {
  if (targets.length === 0 || targets.includes('-')) throw usageError('Which tasks?', 'Name them.')
  const records = (await loadTasks(place, place.options, targets)).filter(({ disabled }) => !disabled)
  if (records.length === 0) throw nothingMatched('No tasks match.')
  return records
}

async function readReview(
  { name, tasks: targets, kind = 'dailies', day }: StepOf<'create_review'>,
  place: StepPlace,
): Promise<StepPlan> {
  const { studio, options, now, context } = place
  const zone = context.options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const on = day ?? dateInZone(now, zone)
  if (!isCalendarDate(on)) throw usageError(`"${on}" is not a date.`, 'Write it like 2026-12-18.')
  if (name.trim() === '') throw usageError('What is the review called?')
  const records = await findTasks(targets, place)
  if (new Set(records.map(({ project }) => project)).size > 1) throw usageError('A review belongs to one project.')
  if (!studio.can('create')) return refuse(name)
  const ids = records.map(({ task }) => task.id)
  const changes = records.map(({ task, path }) => ({
    id: task.id,
    path,
    change: `into a new review ${name.trim()} (${kind}, ${on})`,
  }))
  const values = { ...options, name, kind, day: on, targets: ids }
  return { changes, left: [], commands: [{ verb: createReview, values }], state: ids }
}
