import { setItemKind } from '#core/items/set-item-kind.ts'
import { messages } from '#core/lib/messages.ts'
import { toId, type StageId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import type { ArgumentPage, Command, CommandOutcome } from '#app/commands/define-command.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { changeRows, makeFieldCommand, type SpacePart } from '#app/widgets/project-list/change-rows.ts'
import { findTargets } from './assets-commands.ts'
import type { AssetRow } from './assets-model.ts'
import { assetsStore } from './assets-store.ts'
import { listAssetFields } from './asset-values.ts'

const base = { group: 'Assets', scope: 'assets' } as const

/** The commands that change the selected assets, across spaces. */
export const assetsChangeCommands: readonly Command[] = [
  changing(
    { id: 'assets.set-status', title: 'Set the status of a stage…', keys: ['s'] },
    statusPages(),
    async (rows, [stage, to]) =>
      await changeRows(
        rows,
        async (part) =>
          await setTaskStatus(
            { on: part.replica, taskIds: taskIdsOf(part, stage), statusId: toId<StatusId>(to) },
            part.client,
          ),
        messages['task-status-failed'],
      ),
  ),
  changing({ id: 'assets.assign', title: 'Assign a stage…', keys: ['a'] }, peoplePages(), async (rows, [stage, to]) => {
    const values = { all: to === '' ? undefined : toId<UserId>(to) }
    return await changeRows(rows, async (part) => {
      const taskIds = taskIdsOf(part, stage)
      return await setTaskField({ space: part.replica, taskIds, field: 'assigneeId', values }, part.client)
    })
  }),
  changing({ id: 'assets.set-kind', title: 'Set the kind…', keys: ['shift+k'] }, [kindPage()], async (rows, [id]) => {
    const kind = findProjectContent()?.studio.replica.find('item_kinds', id)
    return await changeRows(
      rows,
      async ({ replica, itemIds, client }) => await setItemKind({ space: replica, itemIds, kind }, client),
    )
  }),
  makeFieldCommand({
    ...base,
    id: 'assets.field',
    listFields: () => listAssetFields(findProjectContent()),
    listTargets: () => findTargets(),
    when: mayChange,
  }),
]

function mayChange(): boolean {
  return canChangeStudio() && (assetsStore.focus !== undefined || assetsStore.selected.size > 0)
}

type Act = (rows: readonly AssetRow[], values: readonly [string, string]) => Promise<CommandOutcome>

function changing(named: Pick<Command, 'id' | 'title' | 'keys'>, args: readonly ArgumentPage[], act: Act): Command {
  return {
    ...base,
    ...named,
    needs: 'create',
    when: mayChange,
    args,
    run: async (_context, [one = '', two = '']) => await act(findTargets(), [one, two]),
  }
}

/** Returns the tasks of these assets in a stage. */
function taskIdsOf({ replica, itemIds }: Pick<SpacePart<AssetRow>, 'replica' | 'itemIds'>, stage: string) {
  return itemIds.flatMap((itemId): readonly TaskId[] => {
    const task = replica.findTask(itemId, toId<StageId>(stage))
    return task === undefined ? [] : [task.id]
  })
}

/** Asks for one of the stages that the assets have tasks in. */
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
    ...(findProjectContent()?.studio.getMembers() ?? []).flatMap(({ userId, displayName, archivedAt }) =>
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
