import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { isAsset, kindOf, listItems, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'

/** An asset with the state of its stages, and in how many items it is used. */
export type AssetRow = {
  readonly place: ProjectItem
  readonly uses: number
  readonly stages: readonly { readonly stage: StageRow; readonly status: StatusRow }[]
}

/** The assets of one kind. */
export type AssetGroup = { readonly key: string; readonly name: string; readonly rows: readonly AssetRow[] }

/** The assets of a project by their kinds, in the studio's order; those of no kind come last, by their spaces. */
export function listAssets(content: ProjectContent): readonly AssetGroup[] {
  const { studio, casting } = content
  const statuses = studio.replica.getRows('task_statuses')
  const assets = listItems(content).filter(({ item }) => isAsset(content, item))
  const groups = Map.groupBy(assets, ({ item, space }) => kindOf(content, item)?.id ?? `space ${space.id}`)
  const order = new Map<string, number>(studio.getKinds().map(({ id }, index) => [id, index]))
  return [...groups]
    .toSorted(([one], [other]) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity) || 0)
    .map(([key, places]) => ({
      key,
      name: studio.getKinds().find(({ id }) => id === key)?.name ?? places[0]?.space.name ?? '',
      rows: places.map((place) => ({
        place,
        uses: casting.getUses(place.item.id).length,
        stages: activeStages(studio, place.space.id).flatMap((stage) => {
          const task = place.replica.findTask(place.item.id, stage.id)
          const status = task && !task.isDisabled ? statuses.get(task.statusId) : undefined
          return status === undefined ? [] : [{ stage, status }]
        }),
      })),
    }))
}
