import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { Formulas } from '#core/fields/formulas.ts'
import { itemFlags, toFlagRecord } from '#core/schema/item-flags.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { firstFrameOf } from '#core/revisions/frame-number.ts'
import { foldName } from '#core/lib/slug.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { toFieldCells, type FieldCell, type FieldCells } from '#cli/select/field-cells.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import type { OpenView } from '#cli/select/saved-view.ts'
import { toItemPath } from '#cli/select/task-record.ts'
import { makeListMatcher } from '#cli/select/name-pattern.ts'

export type ItemFilterOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly collection?: string
  readonly where?: readonly string[]
  /** Only items that a saved view shows, in its order. */
  readonly view?: string
}

export const itemFields = [
  'id',
  'path',
  'name',
  'slug',
  'description',
  'collection',
  'space',
  'project',
  'tasks',
  'type',
  'kind',
  ...itemFlags.map(({ record }) => record),
  'frameIn',
  'frameOut',
  'handleIn',
  'handleOut',
  'firstFrame',
  'frameRate',
] as const

export type ItemRecord = Awaited<ReturnType<typeof loadItemRecords>>[number]

/** Loads items with their place and range in the cut, in the grid's order. */
export async function loadItemRecords(options: ItemFilterOptions, context: Context) {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const isWanted = options.collection === undefined ? () => true : makeListMatcher(options.collection)
  const { spaces, views } = await openWanted({ client, studio }, options)
  const own = new Set(spaces.flatMap(({ spaceId }) => listFields(studio, spaceId)))
  const fields = studio.getFields().filter((field) => own.has(field))
  const needsLanguage = options.where !== undefined || fields.some(({ kind }) => kind === 'formula')
  const language = needsLanguage ? await import('#cli/select/expression.ts') : undefined
  const scopes = needsLanguage ? await import('#core/fields/task-scope.ts') : undefined
  const today = language?.todayOf(client.clock)
  const formulaKeys = fields.flatMap(({ kind, key }) => (kind === 'formula' ? [key] : []))
  const isLinked = language?.dependsOnLinks(studio, options.where ?? [], formulaKeys) === true
  const { openItemLinks } = await import('#cli/select/open-item-links.ts')
  const links = isLinked ? await openItemLinks({ client, studio }, spaces) : undefined
  return spaces.flatMap((space) => {
    const row = studio.replica.find('spaces', space.spaceId)
    const project = row === undefined ? undefined : studio.replica.find('projects', row.projectId)
    const formulas = scopes?.openFormulas(studio, space, links?.get(space))
    const holds: (item: ItemRow) => boolean =
      formulas === undefined || language === undefined || today === undefined
        ? () => true
        : language.compileConditions(options.where ?? [], formulas.scope, { today })
    const view = views.get(space.spaceId)
    return space
      .getCollections()
      .filter(isWanted)
      .flatMap((collection) =>
        (view?.inOrder ?? ((items) => items))(space.getItems(collection.id))
          .filter((item) => holds(item) && view?.isShown(item) !== false)
          .map((item) => {
            const record = {
              id: item.id,
              path: toItemPath(studio, space, item),
              name: item.title,
              slug: item.slug,
              description: item.description,
              collection: collection.name,
              spaceId: space.spaceId,
              space: row?.name ?? null,
              project: project?.name ?? null,
              tasks: space.getTasks(item.id).length,
              type: item.itemType,
              kind: item.kindId === undefined ? null : (studio.replica.find('item_kinds', item.kindId)?.name ?? null),
              ...toFlagRecord(item),
              frameIn: item.frameIn ?? null,
              frameOut: item.frameOut ?? null,
              handleIn: item.handleIn ?? null,
              handleOut: item.handleOut ?? null,
              firstFrame: firstFrameOf(item, project),
              frameRate: item.frameRate ?? null,
            }
            return Object.assign(record, toItemCells(fields, item, { studio, formulas, today }))
          }),
      )
  })
}

/** Opens the requested spaces; with a view, those that have one of that name. */
async function openWanted(place: Parameters<typeof openSpaces>[0], options: ItemFilterOptions) {
  const wanted = listSpaces(place.studio, options)
  const views = new Map<SpaceId, OpenView>()
  if (options.view === undefined) return { spaces: await openSpaces(place, wanted), views }
  const { findViews, openView } = await import('#cli/select/saved-view.ts')
  const found = findViews(place.studio, wanted, options.view)
  const spaces = await openSpaces(
    place,
    wanted.filter(({ id }) => found.has(id)),
  )
  for (const space of spaces) {
    const view = found.get(space.spaceId)
    if (view !== undefined) views.set(space.spaceId, await openView(place, space, view))
  }
  return { spaces, views }
}

function listFields(studio: StudioReplica, spaceId: SpaceId): readonly FieldDefinition[] {
  const space = studio.replica.find('spaces', spaceId)
  return space === undefined ? [] : studio.getSpaceFields(space)
}

type Readers = {
  readonly studio: StudioReplica
  readonly formulas: Formulas | undefined
  readonly today: CalendarDate | undefined
}

function toItemCells(fields: readonly FieldDefinition[], item: ItemRow, readers: Readers): FieldCells {
  const formulas = fields.filter(({ kind }) => kind === 'formula')
  return {
    ...toFieldCells(fields, item.fields, readers.studio.getMembers()),
    ...Object.fromEntries(formulas.map((field) => [`fields.${field.key}`, toFormulaCell(field, item, readers)])),
  }
}

/** Returns a formula's result, or `error:` and the reason. */
function toFormulaCell({ key }: FieldDefinition, item: ItemRow, { formulas, today }: Readers): FieldCell {
  if (formulas === undefined || today === undefined) return null
  const result = formulas.evaluate(key, item, today)
  if (!result.ok) return `error: ${result.error.reason}`
  return Array.isArray(result.value) ? result.value.map(String) : (result.value as FieldCell)
}

export type ItemShowOptions = ItemFilterOptions & { readonly item: string }

/** Finds the one item by name, slug, id or the end of a path. */
export async function findItemRecord(options: ItemShowOptions, context: Context): Promise<ItemRecord> {
  const records = await loadItemRecords(options, context)
  const wanted = options.item.split('/').map(foldName).join('/')
  const isAtPath = ({ path, name }: ItemRecord): boolean => {
    const places = path.split('/').map(foldName)
    // A path ends with the slug, which survives renames, or with the name.
    return [places, places.with(-1, foldName(name))].some((each) => `/${each.join('/')}`.endsWith(`/${wanted}`))
  }
  const atPath = wanted.includes('/') ? records.filter(isAtPath) : []
  const [only, second] = atPath
  return only !== undefined && second === undefined
    ? only
    : pickOne(atPath.length > 0 ? atPath : records, options.item, { one: 'item', many: 'items' })
}
