import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toId, type ReviewSessionId } from '#core/lib/ids.ts'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import type { RouteParams } from '#app/routes.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useClient } from '#app/widgets/use-client.ts'
import { useViewerKeys } from '#app/widgets/media-viewer/use-viewer-keys.ts'
import { bringCommands } from './bring-commands.ts'
import { BringDialog } from './bring-dialog.tsx'
import { cutCommands } from './cut-commands.ts'
import { roomCommands } from './room-commands.ts'
import { RoomFilm } from './room-film.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { goToEntry } from './go-to-entry.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'
import { RoomNotes } from './room-notes.tsx'
import { notesCommands } from './notes-commands.ts'
import { NotesPage } from './notes-page.tsx'
import { noteCommands } from './note-commands.ts'
import { orderCommands } from './order-commands.ts'
import { reelCommands } from './reel-commands.ts'
import { findRoom, focusRoom } from './room-store.ts'
import { RoomStrip } from './room-strip.tsx'
import styles from './room.module.css'
import { TakeDialog } from './take-dialog.tsx'
import { togetherCommands } from './together-commands.ts'
import { sessionCommands } from './session-commands.ts'
import { usePeekAhead } from './use-peek-ahead.ts'
import { useRoom, useShownRoom } from './use-room.ts'
import { useJoinedRoom, useTogether } from './use-together.ts'
import { useWantedNote } from './use-wanted-note.ts'

type RoomScreenProps = { readonly params: RouteParams }

/** A review session: a film, its notes, and the tasks before and after it. */
export function RoomScreen({ params }: RoomScreenProps) {
  useCommands(sessionCommands)
  useCommands(cutCommands)
  useCommands(roomCommands)
  useCommands(orderCommands)
  useCommands(togetherCommands)
  useCommands(noteCommands)
  useCommands(notesCommands)
  useCommands(reelCommands)
  useCommands(bringCommands)
  useViewerKeys()
  useScope('review')
  return (
    <>
      <OpenedRoom key={params['reviewId']} params={params} />
      <TakeDialog />
      <KeepDialog />
      <BringDialog />
    </>
  )
}

function OpenedRoom({ params }: RoomScreenProps) {
  const view = useRoom(params)
  const way = new URLSearchParams(useSearch()).get('view')
  const isOfNotes = way === 'notes'
  const isJoinable = !isOfNotes && (view.kind === 'loading' || view.kind === 'open')
  useJoinedRoom({
    ...useClient(),
    sessionId: isJoinable ? toId<ReviewSessionId>(params['reviewId'] ?? '') : undefined,
    isWatching: way === 'screen',
  })
  useShownRoom(view.kind === 'open' ? view.model : undefined)

  switch (view.kind) {
    case 'loading':
      return <RoomOutline />
    case 'not-found':
      return (
        <EmptyState
          level={1}
          title="Review session not found"
          text="It may have been deleted, or you may not open its project."
        >
          <CommandButton command="go.reviews">Back to the reviews</CommandButton>
        </EmptyState>
      )
    case 'failed':
      return (
        <EmptyState
          level={1}
          title="The review session could not be opened"
          text={errorText(view.error, messages.unexpected)}
        >
          <Button variant="primary" onClick={view.retry}>
            Try again
          </Button>
          <CommandButton command="go.reviews">Back to the reviews</CommandButton>
        </EmptyState>
      )
    case 'open':
      return isOfNotes ? <NotesPage model={view.model} /> : <Room model={view.model} />
  }
}

function Room({ model }: { readonly model: RoomModel }) {
  const { session, entries } = model
  useEffect(() => focusRoom(), [])
  const isScreen = new URLSearchParams(useSearch()).get('view') === 'screen'
  const [, navigate] = useLocation()
  const show = useCallback(
    (to: RoomEntry) => {
      const room = findRoom()
      if (room !== undefined) goToEntry(room, to, navigate)
    },
    [navigate],
  )
  useTogether(show)
  useWantedNote(model)
  usePeekAhead(model)
  if (entries.length === 0) {
    return (
      <EmptyState
        level={1}
        title={`${session.name} is empty`}
        text={
          session.query === undefined
            ? 'Select tasks in a space and run “Add to a review” from the palette.'
            : `Tasks are added automatically when they match: ${session.query.text}.`
        }
      >
        <CommandButton command="go.spaces" variant="primary">
          Open the spaces
        </CommandButton>
      </EmptyState>
    )
  }
  return (
    <div id="review-room" className={styles['room']} data-screen={isScreen || undefined} tabIndex={-1}>
      <h1 className="visually-hidden">{session.name}</h1>
      <RoomFilm model={model} isScreen={isScreen} />
      {!isScreen && <RoomNotes model={model} />}
      {!isScreen && <RoomStrip model={model} />}
    </div>
  )
}

function RoomOutline() {
  return (
    <div className={styles['outline']} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <Skeleton height={24} width={280} />
      <Skeleton height={420} />
      <Skeleton height={84} />
    </div>
  )
}
