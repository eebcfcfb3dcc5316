import type { Found, OpenState } from './open-state.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { useEffect, useState } from 'react'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { makeIllustrationSpace } from '#core/projects/make-illustration-space.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

type Making = Extract<OpenState, { readonly kind: 'loading' | 'failed' }>

/** Makes a project's illustration space when it is first opened (ruling 34); returns the progress until it exists. */
export function useMakeIllustrationSpace(place: {
  readonly client: StudioClient | undefined
  readonly studio: StudioReplica | undefined
  readonly found: Found | undefined
  readonly isWanted: boolean
  /** Grows with every retry. */
  readonly attempt: number
}): Making | undefined {
  const { client, studio, found, isWanted, attempt } = place
  const [making, setMaking] = useState<Making>()
  const missingIn =
    isWanted && found?.kind === 'no-space' && studio?.can('create') === true ? found.projectId : undefined

  useEffect(() => {
    if (client === undefined || studio === undefined || missingIn === undefined) return
    // oxlint-disable-next-line react/set-state-in-effect -- making the space is a side effect
    setMaking({ kind: 'loading' })
    void makeIllustrationSpace({ studio, projectId: missingIn }, client).then((result) => {
      const error = result.ok
        ? undefined
        : new AppError('space-create-failed', messages['space-create-failed'], { cause: result.error })
      setMaking(error === undefined ? undefined : { kind: 'failed', error, spaceId: undefined })
    })
  }, [client, studio, missingIn, attempt])

  // Between finding that there is none and starting to make it, there is nothing to show either.
  return making ?? (missingIn === undefined ? undefined : { kind: 'loading' })
}
