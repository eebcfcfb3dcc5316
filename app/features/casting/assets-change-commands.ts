import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { setItemKind } from '#core/items/set-item-kind.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { messages } from '#core/lib/messages.ts'
import { toId, type ItemId, type StageId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { isFieldOf, type FieldDefinition } from '#core/schema/field-definitions.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { defineCommand, type ArgumentPage, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { fieldPages } from '#app/widgets/field-facts/field-pages.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { performAll } from '#app/widgets/perform.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { findTargets } from './assets-commands.ts'
import type { AssetRow } from './assets-model.ts'
import { assetsStore } from './assets-store.ts'
import { listAssetFields } from './asset-values.ts'

const base = { group: 'Assets', scope: 'assets' } as const

/** Changing the chosen assets, whichever spaces they are in. */
export const assetsChangeCommands: readonly Command[] = [
  changing(
    { id: 'assets.set-status', title: 'Set the status of a stage…', keys: ['s'] },
    statusPages(),
    ([stage, to]) =>
      changeAll(
        messages['task-status-failed'],
        async ({ replica, client, listTasks }) =>
          await setTaskStatus({ on: replica, taskIds: listTasks(toId(stage)), statusId: toId<StatusId>(to) }, client),
      ),
  ),
  changing({ id: 'assets.assign', title: 'Assign a stage…', keys: ['a'] }, peoplePages(), ([stage, to]) =>
    changeAll(messages.unexpected, async ({ replica, client, listTasks }) => {
      const values = { all: to === '' ? undefined : toId<UserId>(to) }
      return await setTaskField(
        { space: replica, taskIds: listTasks(toId(stage)), field: 'assigneeId', values },
        client,
      )
    }),
  ),
  changing({ id: 'assets.set-kind', title: 'Set the kind…', keys: ['shift+k'] }, [kindPage()], ([id]) => {
    const kind = findProjectContent()?.studio.replica.find('item_kinds', id)
    return changeAll(
      messages.unexpected,
      async ({ replica, client, itemIds }) => await setItemKind({ space: replica, itemIds, kind }, client),
    )
  }),
  makeFieldCommand(),
]

function mayChange(): boolean {
  return canChangeStudio() && (assetsStore.focus !== undefined || assetsStore.selected.size > 0)
}

type Act = (values: readonly [string, string]) => CommandOutcome | Promise<CommandOutcome>

function changing(named: Pick<Command, 'id' | 'title' | 'keys'>, args: readonly ArgumentPage[], act: Act): Command {
  return {
    ...base,
    ...named,
    needs: 'create',
    when: mayChange,
    args,
    run: async (_context, [one = '', two = '']) => await act([one, two]),
  }
}

/** What a change is about in one space: it is one step in each of them. */
type Step = {
  readonly client: ProjectContent['client']
  readonly replica: SpaceReplica
  readonly itemIds: readonly ItemId[]
  /** The tasks of the assets in a stage. */
  readonly listTasks: (stageId: StageId) => readonly TaskId[]
}

async function changeAll(
  failedText: string,
  change: (step: Step) => ReturnType<typeof setTaskStatus>,
  rows: readonly AssetRow[] = findTargets(),
): Promise<CommandOutcome> {
  const client = findProjectContent()?.client
  if (client === undefined) return undefined
  const steps = [...Map.groupBy(rows, ({ place }) => place.replica)].map(([replica, group]) => async () => {
    const itemIds = group.map(({ place }) => place.item.id)
    const listTasks = (stageId: StageId): readonly TaskId[] =>
      itemIds.flatMap((itemId) => replica.findTask(itemId, stageId)?.id ?? [])
    return await change({ client, replica, itemIds, listTasks })
  })
  return await performAll(steps, { client, failedText })
}

const listFields = (): readonly FieldDefinition[] =>
  listAssetFields(findProjectContent()).filter(
    (field) => field.kind !== 'formula' && findProjectContent()?.studio.canWrite(field) === true,
  )
const findMembers = () => findProjectContent()?.studio.getMembers() ?? []

/** Of the assets that are meant, in the spaces that have the field. */
function makeFieldCommand(): Command {
  return defineCommand({
    ...base,
    id: 'assets.field',
    title: 'Set a field…',
    keys: ['e'],
    keywords: ['field', 'value', 'column', 'custom'],
    needs: 'create',
    when: () => mayChange() && listFields().length > 0,
    args: fieldPages({ list: () => listFields(), getPeople: () => findMembers() }),
    run: async (_context, [fieldId = '', text = '']) => {
      const field = listFields().find(({ id }) => id === fieldId)
      if (field === undefined) return undefined
      const read = parseFieldText(field, text, findMembers())
      if (!read.ok) return read
      const values = { [field.key]: read.value }
      const rows = findTargets().filter(({ place }) => isFieldOf(field, place.space))
      return await changeAll(
        messages.unexpected,
        async ({ replica, itemIds, client }) =>
          await changeFields({ of: 'item', within: replica, changes: itemIds.map((id) => ({ id, values })) }, client),
        rows,
      )
    },
  })
}

/** Asks for a stage that one of the assets has a task in. */
function stagePage(): ArgumentPage {
  return {
    id: 'stage',
    placeholder: 'Stage',
    empty: 'It has no tasks.',
    options: () => {
      const used = new Set(findTargets().flatMap(({ stages }) => stages.map(({ stage }) => stage.id)))
      const stages = findProjectContent()?.studio.getStages() ?? []
      return stages.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ value: id, label: name }))
    },
  }
}

function statusPages(): readonly ArgumentPage[] {
  const options = () =>
    (findProjectContent()?.studio.getStatuses() ?? []).map(({ id, name, shortCode }) => {
      return { value: id, label: name, keywords: [shortCode] }
    })
  return [stagePage(), { id: 'status', placeholder: 'Status', options }]
}

function peoplePages(): readonly ArgumentPage[] {
  const options = () => [
    { value: '', label: 'Nobody' },
    ...findMembers().flatMap(({ userId, displayName, archivedAt }) =>
      archivedAt === undefined ? [{ value: userId, label: displayName }] : [],
    ),
  ]
  return [stagePage(), { id: 'person', placeholder: 'Artist', options }]
}

function kindPage(): ArgumentPage {
  const options = () =>
    (findProjectContent()?.studio.getKinds() ?? []).map(({ id, name, key }) => {
      return { value: id, label: name, keywords: [key] }
    })
  return { id: 'kind', placeholder: 'Kind', options }
}
