import { proxy, ref } from 'valtio/vanilla'
import { forgetSharedFiles, loadSharedFiles, type SharedFile } from '#app/lib/shared-files.ts'

/** Held by `ref`, since a proxy cannot wrap files. */
type ShareState = { files: { readonly list: readonly SharedFile[] } | undefined }

const state = proxy<ShareState>({ files: undefined })

/** The files shared from another program; undefined until loaded. */
export const shareStore: Readonly<ShareState> = state

export async function openShare(): Promise<void> {
  state.files = ref({ list: await loadSharedFiles() })
}

/** Drops the files, here and on the device. */
export async function closeShare(): Promise<void> {
  state.files = ref({ list: [] })
  await forgetSharedFiles()
}

export function resetShare(): void {
  state.files = undefined
}
