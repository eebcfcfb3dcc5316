import { useEffect, useState } from 'react'
import { hasMediaWorker } from '#core/revisions/previews.ts'
import { useStudioClient } from './use-client.ts'

/** Asks whether there is a media worker; undefined until known, or without an answer. */
export function useHasMediaWorker(isAsked: boolean): boolean | undefined {
  const client = useStudioClient()
  const [has, setHas] = useState<boolean>()
  useEffect(() => {
    if (client === undefined || !isAsked) return
    // Without an answer, the sentence says less.
    void hasMediaWorker(client).then(setHas, () => undefined)
  }, [client, isAsked])
  return has
}
