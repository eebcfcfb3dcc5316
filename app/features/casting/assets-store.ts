import { proxy } from 'valtio'
import type { ItemId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type AssetsState = { focus: ItemId | undefined }

const state = proxy<AssetsState>({ focus: undefined })

/** Where somebody is on the page of assets. */
export const assetsStore: DeepReadonly<AssetsState> = state

/** Puts the keys on an asset. */
export function focusAsset(focus: ItemId | undefined): void {
  state.focus = focus
}

/** Forgets everything; for tests and for another project. */
export function resetAssets(): void {
  state.focus = undefined
}
