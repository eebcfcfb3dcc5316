import { useSyncExternalStore } from 'react'
import type { UploadEntry } from '#core/sync/uploads/ports.ts'
import { useStudioClient } from '#app/widgets/use-client.ts'

const none: readonly UploadEntry[] = []
const nothing = (): (() => void) => () => undefined

/** Returns the signed-in person's uploads; renders again when they change. */
export function useUploads(): readonly UploadEntry[] {
  const uploads = useStudioClient()?.uploads
  return useSyncExternalStore(uploads?.subscribe ?? nothing, () => uploads?.getEntries() ?? none)
}
