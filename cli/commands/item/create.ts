import { findDuplicateRows, parsePastedRows } from '#core/domain/item-names.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { createItems } from '#core/operations/create-items.ts'
import type { SpaceReplica } from '#core/sync/space-replica.ts'
import { saveEntry } from '#cli/change/journal.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'

export type ItemCreateOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly names: readonly string[]
  readonly collection?: string
  readonly description?: string
  readonly dryRun?: boolean
}

/** Creates items; names that the collection has already are refused, so that a repeat makes nothing twice. */
export async function runItemCreate(options: ItemCreateOptions, context: Context): Promise<void> {
  if (options.space === undefined) throw usageError('In which space?', 'Pass --space.')
  const wanted = await readNames(options, context)
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const spaceRow = pickOne(
    listSpaces(studio, { ...(options.project !== undefined && { project: options.project }) }),
    options.space,
    {
      one: 'space',
      many: 'spaces',
    },
  )
  const space = await client.openSpace({ studioId: studio.studioId, spaceId: spaceRow.id })
  const collection = findCollection(space, options, spaceRow.layout === 'illustration')
  const taken = (collection === undefined ? [] : space.getItems(collection.id)).map(({ title }) => title)
  const [double] = findDuplicateRows(wanted, taken)
  if (double !== undefined)
    throw usageError(`"${wanted[double]?.name}" is there already or named twice.`, 'Nothing was created.')

  const items = wanted.map(({ name, description }) => ({
    id: context.ids.newId<ItemId>(),
    title: name,
    description: description === '' ? (options.description ?? '') : description,
  }))
  const fields = ['id', 'name', 'slug', 'tasks'] as const
  if (options.dryRun === true) {
    context.print({
      rows: items.map(({ id, title }) => ({ id, name: title, slug: null, tasks: 0 })),
      fields,
      columns: ['name'],
    })
    context.say(`Would create ${items.length} items in ${spaceRow.name}. Nothing was created.`)
    return
  }
  const done = await createItems({ studio, space, items, ...(collection && { collectionId: collection.id }) }, client)
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  if (!answer.ok) throw answer.error
  const rows = items.map(({ id, title }) => ({
    id,
    name: title,
    slug: space.replica.find('items', id)?.slug ?? null,
    tasks: space.getTasks(id).length,
  }))
  context.print({ rows, fields })
  const effect = { kind: 'items', spaceId: space.spaceId, itemIds: items.map(({ id }) => id) } as const
  const { url: host } = await context.loadHost()
  const { studioId } = studio
  const label = `Create ${items.length} items`
  await saveEntry(context.io, {
    id: done.value.id,
    at: new Date().toISOString(),
    label,
    host,
    studioId,
    userId: client.userId,
    effect,
  })
  context.say(`Created ${items.length} items in ${spaceRow.name}. Take it back with: studio-cli undo ${done.value.id}`)
}

async function readNames({ names }: ItemCreateOptions, { io }: Context) {
  const given = names.filter((name) => name !== '-').map((name) => ({ name: name.trim(), description: '' }))
  const piped = names.includes('-') ? parsePastedRows(await io.readInput()) : []
  const all = [...given, ...piped].filter(({ name }) => name !== '')
  if (all.length === 0)
    throw usageError('Please enter at least one item name', 'Name the items, or pass - and send names, one a line.')
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
