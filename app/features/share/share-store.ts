import { proxy, ref } from 'valtio/vanilla'
import { forgetSharedFiles, loadSharedFiles, type SharedFile } from '#app/lib/shared-files.ts'

/** Held as they are: a file is no plain object. */
type ShareState = { files: { readonly list: readonly SharedFile[] } | undefined }

const state = proxy<ShareState>({ files: undefined })

/** The files another program handed over; undefined until they were looked for. */
export const shareStore: Readonly<ShareState> = state

export async function openShare(): Promise<void> {
  state.files = ref({ list: await loadSharedFiles() })
}

/** Lets go of the files, here and on the device. */
export async function closeShare(): Promise<void> {
  state.files = ref({ list: [] })
  await forgetSharedFiles()
}

export function resetShare(): void {
  state.files = undefined
}
