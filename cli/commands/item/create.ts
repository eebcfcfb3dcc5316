import { countOf } from '#core/lib/text.ts'
import { findDuplicateRows, parsePastedRows } from '#core/items/item-names.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { createItems } from '#core/items/create-items.ts'
import { eachFlag, toFlagRecord } from '#core/schema/item-flags.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { rememberWrite, toEffect } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { readAssignments } from '#cli/commands/field/read-assignments.ts'
import { findKind } from '#cli/commands/kind/find-kind.ts'
import { fieldColumns } from '#cli/select/field-cells.ts'
import { itemFields, loadItemRecords } from './load-item-records.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickSpace } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

/** Columns of an item that a dry run cannot know yet. */
const unknown = {
  path: null,
  slug: null,
  tasks: null,
  type: null,
  kind: null,
  frameIn: null,
  frameOut: null,
  handleIn: null,
  handleOut: null,
  firstFrame: null,
  frameRate: null,
  ...toFlagRecord(eachFlag(() => false)),
}

export type ItemCreateOptions = IfMissing &
  Pick<GlobalOptions, 'project' | 'space'> & {
    readonly names: readonly string[]
    readonly collection?: string
    readonly kind?: string
    readonly description?: string
    readonly field?: readonly string[]
    readonly taskField?: readonly string[]
    readonly dryRun?: boolean
  }

export const verb = defineVerb({
  arguments: '[names...]',
  summary:
    'create items at the end of a collection, each with a task for every stage of its kind; - reads names from standard input',
  options: [
    flag('--collection <name>', 'collection: name, slug or id; not needed in a space of illustrations'),
    flag('--kind <kind>', 'what they are: character, prop …; none for no kind (default: what the space is for)'),
    flag('--description <text>', 'description of every item'),
    flag('--field <key=value>', 'a field of every item and its value; repeatable', { as: 'list' }),
    flag('--task-field <key=value>', 'a field of each of their tasks; repeatable', { as: 'list' }),
    ifMissingFlag,
    flag('-n, --dry-run', 'show what would be created and create nothing'),
  ],
  examples: [
    'item create --space ep01 --collection sq010 sh0010 sh0020',
    'item create --space ep01 --collection sq010 - < shots.txt',
    'item create --space ep01 --collection sq010 --kind prop lantern',
  ],
  /** Creates items; names the collection already has are refused, so that a repeat creates nothing twice. */
  run: async (options: ItemCreateOptions, context) => {
    const named = await readNames(options, context)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const spaceRow = pickSpace(studio, options)
    const { kind } = options
    const kindId = kind === undefined ? undefined : kind === 'none' ? null : findKind(studio, kind).id
    const space = await client.openSpace({ studioId: studio.studioId, spaceId: spaceRow.id })
    const collection = findCollection(space, options, spaceRow.layout === 'illustration')
    const taken = (collection === undefined ? [] : space.getItems(collection.id)).map(({ title }) => title)
    const known = new Set(options.ifMissing === true ? taken.map((name) => name.toLowerCase()) : [])
    const isNamed = new Set(named.map(({ name }) => name.toLowerCase()))
    const place = { project: spaceRow.projectId, space: spaceRow.id, isNamed, within: collection?.name }
    const wanted = named.filter(({ name }) => !known.has(name.toLowerCase()))
    if (wanted.length === 0) {
      // Existing items are printed in the same shape.
      await printNamed(place, context)
      return context.say('No change needed.')
    }
    const [double] = findDuplicateRows(wanted, taken)
    if (double !== undefined)
      throw usageError(`"${wanted[double]?.name}" already exists or is named twice.`, 'Nothing was created.')

    const values = readAssignments(studio, options.field ?? [], 'item')
    const items = wanted.map(({ name, description }) => ({
      id: context.ids.newId<ItemId>(),
      title: name,
      description: description === '' ? (options.description ?? '') : description,
      ...(Object.keys(values).length > 0 && { fields: values }),
    }))
    if (options.dryRun === true) {
      const project = studio.replica.find('projects', spaceRow.projectId)?.name ?? null
      const inPlace = { ...unknown, collection: collection?.name ?? null, space: spaceRow.name, project }
      const rows = items.map(({ id, title, description }) => ({ ...inPlace, id, name: title, description }))
      context.print({ rows, fields: itemFields, columns: ['name'] })
      context.say(`Would create ${countOf(items.length, 'item')} in ${spaceRow.name}. Nothing was created.`)
      return
    }
    const ofTasks = readAssignments(studio, options.taskField ?? [], 'task')
    const taskFields = Object.keys(ofTasks).length > 0 ? { taskFields: ofTasks } : {}
    const where = collection && { collectionId: collection.id }
    const kinds = kindId === undefined ? {} : { kindId }
    const done = await createItems({ studio, space, items, ...taskFields, ...where, ...kinds }, client)
    if (!done.ok) throw done.error
    const answer = await done.value.answered
    if (!answer.ok) throw answer.error
    await printNamed(place, context)
    const { studioId } = studio
    const label = `Create ${countOf(items.length, 'item')}`
    await rememberWrite({ id: done.value.id, label, studioId, effect: toEffect(done.value) }, context)
    context.say(
      `Created ${countOf(items.length, 'item')} in ${spaceRow.name}. Undo with: studio-cli undo ${done.value.id}`,
    )
  },
})

type Named = {
  readonly project: string
  readonly space: string
  readonly within: string | undefined
  readonly isNamed: ReadonlySet<string>
}

/** Prints created and existing items as a list does. */
async function printNamed({ isNamed, within, ...place }: Named, context: Context): Promise<void> {
  const rows = (await loadItemRecords(place, context)).filter(
    ({ name, collection }) => (within === undefined || collection === within) && isNamed.has(name.toLowerCase()),
  )
  context.print({
    rows,
    fields: [...itemFields, ...fieldColumns(rows)],
    columns: ['id', 'name', 'slug', 'tasks'],
  })
}

async function readNames({ names }: ItemCreateOptions, { io }: Context) {
  const given = names.filter((name) => name !== '-').map((name) => ({ name: name.trim(), description: '' }))
  const piped = names.includes('-') ? parsePastedRows(await io.readInput()) : []
  const all = [...given, ...piped].filter(({ name }) => name !== '')
  if (all.length === 0)
    throw usageError('Please enter at least one item name', 'Name the items, or pass - and send names, one per line.')
  return all
}

function findCollection(space: SpaceReplica, { collection }: ItemCreateOptions, isIllustration: boolean) {
  if (collection !== undefined)
    return pickOne(space.getCollections(), collection, { one: 'collection', many: 'collections' })
  if (isIllustration) return space.getCollections().find(({ isDefault }) => isDefault)
  throw usageError(
    'In which collection?',
    `Pass --collection: ${space
      .getCollections()
      .map(({ name }) => name)
      .join(', ')}.`,
  )
}
