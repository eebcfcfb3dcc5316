import { useEffect, useState } from 'react'
import { hasMediaWorker } from '#core/revisions/previews.ts'
import { useStudioClient } from './use-client.ts'

/** Whether there is a media worker, asked for where it matters; absent until that is known, or where there is no answer. */
export function useHasMediaWorker(isAsked: boolean): boolean | undefined {
  const client = useStudioClient()
  const [has, setHas] = useState<boolean>()
  useEffect(() => {
    if (client === undefined || !isAsked) return
    // Without an answer less is said.
    void hasMediaWorker(client).then(setHas, () => undefined)
  }, [client, isAsked])
  return has
}
