import type { BoardOwnerId } from '#core/schema/scope.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { AppError } from '#core/lib/errors.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { BoardReplica } from '#core/boards/board-replica.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { later } from '#app/ui/later.tsx'
import { useClient } from '../use-client.ts'
import { makeBoardModel } from './board-model.ts'
import styles from './board.module.css'

const waiting = <output className={styles['waiting']} aria-label="Opening the board" />

// The drawing library is loaded with the first board that is opened.
const Board = later(async () => (await import('./board.tsx')).Board, waiting)

type BoardMountProps = {
  readonly ownerId: BoardOwnerId
  readonly projectId: ProjectId
  /** The name of what the board belongs to. */
  readonly name: string
  /** Other files that can be added to it, such as those of an item's tasks. */
  readonly shelf?: readonly MediaRow[]
}

type Opening = { readonly key: object; readonly board?: BoardReplica; readonly error?: AppError }

/** Shows the references board of a project, a space or an item. */
export function BoardMount({ ownerId, projectId, name, shelf }: BoardMountProps) {
  const { client, studio } = useClient()
  const [attempt, retry] = useReducer(() => ({}), {})
  const [opening, setOpening] = useState<Opening>()
  const studioId = studio?.studioId
  useEffect(() => {
    if (client === undefined || studioId === undefined) return undefined
    let isLeft = false
    client.openBoard({ studioId, ownerId }).then(
      (board) => {
        if (!isLeft) setOpening({ key: attempt, board })
      },
      (cause: unknown) => {
        const error = cause instanceof AppError ? cause : new AppError('unexpected', messages.unexpected, { cause })
        if (!isLeft) setOpening({ key: attempt, error })
      },
    )
    return () => {
      isLeft = true
      void client.release(`board:${ownerId}`)
    }
  }, [client, studioId, ownerId, attempt])
  const board = opening?.key === attempt && opening.board?.ownerId === ownerId ? opening.board : undefined
  const model = useMemo(
    () =>
      client === undefined || studio === undefined || board === undefined
        ? undefined
        : makeBoardModel({ client, studio, projectId, name, board }),
    [client, studio, projectId, name, board],
  )
  if (opening?.key === attempt && opening.error !== undefined) {
    return (
      <EmptyState title="The board could not be opened." text={opening.error.message}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    )
  }
  if (model === undefined) return waiting
  return <Board key={ownerId} model={model} {...(shelf && { shelf })} />
}
