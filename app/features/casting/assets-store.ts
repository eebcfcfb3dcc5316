import { plainAssetsView } from '#core/projects/list-view-form.ts'
import { makeListStore } from '#app/widgets/project-list/list-store.ts'

/** The list of a project's assets; the focus may also be on the heading of a group. */
export const assetsList = makeListStore<string>('assets', plainAssetsView)

/** The view and selection on the page of a project's assets. */
export const assetsStore = assetsList.store

export const { enter: enterAssets, setView: setAssetsView, reset: resetAssets } = assetsList
