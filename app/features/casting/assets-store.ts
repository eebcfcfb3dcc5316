import type { ItemId } from '#core/lib/ids.ts'
import { plainAssetsView } from '#core/projects/list-view-form.ts'
import { makeListStore } from '#app/widgets/project-list/list-store.ts'

/** The page of a project's assets. */
export const assetsList = makeListStore<ItemId>('assets', plainAssetsView)

/** How somebody looks at a project's assets, and what is chosen. */
export const assetsStore = assetsList.store

export const {
  enter: enterAssets,
  setView: setAssetsView,
  focus: focusAsset,
  extend: extendAssets,
  select: selectAssets,
  toggle: toggleAsset,
  reset: resetAssets,
} = assetsList
