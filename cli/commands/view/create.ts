import { createView } from '#core/items/change-views.ts'
import { kindColumnId } from '#core/items/kind-column.ts'
import { listTaskColumns } from '#core/items/space-columns.ts'
import { readViewForm, toViewForm } from '#core/items/view-form.ts'
import type { SpaceViewId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { withExpressions } from '#core/timeline/filter-kinds.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { openFormulas } from '#core/fields/task-scope.ts'
import { compileConditions, todayOf } from '#cli/select/expression.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickSpace } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import { toViewRow } from './to-view-row.ts'

type Options = IfMissing &
  Pick<GlobalOptions, 'project' | 'space'> & {
    readonly name?: string
    readonly where?: readonly string[]
    readonly sort?: string
    readonly group?: string
    readonly hide?: readonly string[]
    readonly show?: readonly string[]
    readonly shared?: boolean
  }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'save a view of a space under a name: columns, sort, grouping and filter',
  options: [
    flag('--where <expression>', 'task("anim").done && frames > 100; all must match; repeatable', { as: 'list' }),
    flag('--sort <column>', 'field, stage or kind to sort by; with - before it in descending order'),
    flag('--group <field>', 'group items by this field, or by kind'),
    flag('--hide <column>', 'a field or stage to hide; repeatable', { as: 'list' }),
    flag('--show <column>', 'a field of a stage’s tasks to show, such as "Animation: Vendor"; repeatable', {
      as: 'list',
    }),
    flag('--shared', 'share it with the whole studio'),
    ifMissingFlag,
  ],
  examples: ['view create Unfinished --space ep01 --where \'!task("anim").done\' --shared'],
  run: async ({ name = '', where = [], hide = [], show = [], shared = false, ...options }: Options, context) => {
    if (options.space === undefined) throw usageError('Of which space?', 'Pass --space.')
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const spaceRow = pickSpace(studio, options)
    const { studioId } = studio
    const shown = ['id', 'name', 'space', 'operation'] as const
    const own = studio.getSpaceViews(spaceRow.id).filter(({ ownerId }) => (ownerId === undefined) === shared)
    const present = findExisting(own, name, options)
    if (present !== undefined)
      return printChange({ ...toViewRow(studio, present, spaceRow.name), operation: null }, context, shown)
    const space = await client.openSpace({ studioId, spaceId: spaceRow.id })
    // Validate the filter before saving it.
    compileConditions(where, openFormulas(studio, space).scope, { today: todayOf(client.clock) })
    const isDown = options.sort?.startsWith('-') === true
    const sort = options.sort === undefined ? undefined : findOrder(studio, options.sort.replace(/^-/, ''))
    const group = options.group === undefined ? undefined : findOrder(studio, options.group)
    const plain = readViewForm({})
    const state = {
      ...plain,
      columns: { ...plain.columns, shown: show.map((column) => findTaskColumn(studio, column)).toSorted() },
      filter: withExpressions([], where),
      hidden: hide.map((column) => findColumn(studio, column)).toSorted(),
      sort: sort === undefined ? undefined : { fieldId: sort, isDown },
      group,
    }
    const id = client.ids.newId<SpaceViewId>()
    const view = { id, name, ownerId: shared ? undefined : client.userId, form: toViewForm(state) }
    const done = await createView({ studio, place: { spaceId: spaceRow.id }, view }, client)
    const operation = await confirmWrite({ label: `Save view ${name}`, studioId, done }, context)
    const made = getCreated(studio.getSpaceViews(spaceRow.id).find((each) => each.id === id))
    return printChange({ ...toViewRow(studio, made, spaceRow.name), operation }, context, shown)
  },
})

const words = { one: 'column', many: 'columns' } as const

/** Finds a column's id by name or key: a field, a stage, or a task field of a stage. */
function findColumn(studio: StudioReplica, which: string): string {
  const fields = studio.getFields().map(({ id, key, name }) => ({ id: String(id), name, slug: key }))
  const stages = studio.getStages().map(({ id, name }) => ({ id: String(id), name, slug: '' }))
  return pickOne([...stages, ...fields, ...listOfTasks(studio)], which, words).id
}

/** Like `findColumn` for sorting and grouping, which also work by the item's kind. */
function findOrder(studio: StudioReplica, which: string): string {
  const isField = studio
    .getFields()
    .some(({ name, key }) => [name, key].some((each) => each.toLowerCase() === kindColumnId))
  return which.toLowerCase() === kindColumnId && !isField ? kindColumnId : findColumn(studio, which)
}

function findTaskColumn(studio: StudioReplica, which: string): string {
  return pickOne(listOfTasks(studio), which, words).id
}

function listOfTasks(studio: StudioReplica) {
  const fields = studio.getTaskFields().filter(({ kind }) => kind !== 'formula')
  return listTaskColumns(studio.getStages(), fields).map(({ id, name }) => ({ id: String(id), name, slug: '' }))
}
