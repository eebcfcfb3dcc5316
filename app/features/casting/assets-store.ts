import { plainAssetsView } from '#core/projects/list-view-form.ts'
import { makeListStore } from '#app/widgets/project-list/list-store.ts'

/** The page of a project's assets; the keys may also be on the heading of a group. */
export const assetsList = makeListStore<string>('assets', plainAssetsView)

/** How somebody looks at a project's assets, and what is chosen. */
export const assetsStore = assetsList.store

export const { enter: enterAssets, setView: setAssetsView, reset: resetAssets } = assetsList
