import type { CommandContext } from '#app/commands/define-command.ts'
import { toItemAddress, withPopup } from '#app/lib/popup-address.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { nameOfKind } from '#app/widgets/project-content/project-items.ts'
import type { CellPage } from '#app/widgets/project-list/list-cells.ts'
import type { ListColumn } from '#app/widgets/project-list/list-columns.ts'
import { describePlace, readItemText } from '#app/widgets/project-list/list-values.ts'
import { listAssetColumns } from './asset-columns.ts'
import { listAssetFields } from './asset-values.ts'
import { getShownAssets, type AssetRow } from './assets-model.ts'
import { assetsList, assetsStore } from './assets-store.ts'

/** The rows and cells of a project's assets. */
export const assetCells: CellPage<AssetRow> = {
  list: assetsList,
  group: 'Assets',
  noun: 'asset',
  idOf: ({ place }) => place.item.id,
  findShown: () => {
    const content = findProjectContent()
    return content && getShownAssets(content)
  },
  listColumns: () => listAssetColumns(listAssetFields(findProjectContent()), assetsStore.view.columns),
  findOwnCell: () => undefined,
  textOf,
  open: openAsset,
}

function textOf({ place, uses, stages }: AssetRow, { id, field }: ListColumn): string {
  const content = findProjectContent()
  if (content === undefined) return ''
  if (field !== undefined) return readItemText(content, field, place)
  if (id === 'kind') return nameOfKind(place.item, content.studio.getKinds()) ?? ''
  if (id === 'place') return describePlace(place)
  return id === 'uses' ? String(uses) : stages.map(({ stage, status }) => `${stage.name} ${status.name}`).join(', ')
}

/** Opens an asset in the popup; the address names its space, since the page shows several. */
function openAsset({ place: { item, space } }: AssetRow, { navigate, path, search }: CommandContext): void {
  const query = new URLSearchParams(withPopup(search, { item: toItemAddress(item) }))
  query.set('space', space.id)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
