import { Lock } from 'lucide-react'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { errorText } from '#core/lib/errors.ts'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { ShownContent } from '#core/reviews/find-shown-file.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { keptStore } from '#app/stores/kept-store.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CompareView } from '#app/widgets/media-viewer/compare-view.tsx'
import { FilmDeck } from '#app/widgets/media-viewer/film-deck.tsx'
import { MediaViewer } from '#app/widgets/media-viewer/media-viewer.tsx'
import { BurnIn, FrameNumber } from './burn-in.tsx'
import { LiveLayer } from './live-layer.tsx'
import { findOther, roomCompare } from './room-compare.ts'
import { reelStore } from './room-reel.ts'
import { countJudged, type RoomModel } from './room-model.ts'
import styles from './room.module.css'

type RoomFilmProps = {
  readonly model: RoomModel
  /** The projector's view: only the picture, no controls. */
  readonly isScreen?: boolean
}

const compareCommands = {
  chooseOther: 'review.compare-with',
  changeMode: 'review.compare-mode',
  end: 'review.compare',
} as const

/** The film or picture in view, or why there is none and what to do about it. */
export function RoomFilm({ model, isScreen = false }: RoomFilmProps) {
  return (
    <section className={styles['left']} aria-label="Film">
      {!isScreen && <Head model={model} />}
      <Picture model={model} isScreen={isScreen} />
      {!isScreen && <Progress model={model} />}
    </section>
  )
}

function Head({ model }: RoomFilmProps) {
  const { shown, content, space, studio, session, entries, at } = model
  const version = content.kind === 'file' ? content.version.versionNumber : undefined
  const place = studio.replica.find('spaces', space?.spaceId ?? '')?.name
  const collection = space?.replica.find('collections', shown?.item?.collectionId ?? '')?.name
  const about = [place, collection, shown?.stage?.name, version === undefined ? undefined : `v${version}`]
  return (
    <header className={styles['head']}>
      <h2 className={styles['title']}>{shown?.item?.title ?? 'Deleted task'}</h2>
      <span className={styles['about']}>{about.filter((part) => part !== undefined).join(' · ')}</span>
      {session.isLocked && (
        <CommandButton command="review.lock" size="small" icon={<Lock aria-hidden="true" />} hasKeyHint={false}>
          Locked
        </CommandButton>
      )}
      <span className={styles['number']}>
        <FrameNumber model={model} />
      </span>
      <Ways model={model} />
      <span className={styles['count']}>
        {`${at + 1} of ${entries.length} · ${countJudged(entries)} judged`}
        {session.query !== undefined && !session.isLocked && ' · live'}
      </span>
    </header>
  )
}

/** The controls for how the film is watched. */
function Ways({ model }: RoomFilmProps) {
  const mode = useSyncExternalStore(reelStore.subscribe, reelStore.getMode)
  const isComparing = useSyncExternalStore(roomCompare.subscribe, roomCompare.isOn)
  const { sessions } = useSyncExternalStore(keptStore.subscribe, keptStore.get)
  const isKept = sessions.some(({ sessionId }) => sessionId === model.session.id)
  const found = findOther(model)
  return (
    <span className={styles['ways']}>
      {model.entries.length > 1 && (
        <CommandButton command="review.around" size="small" aria-pressed={mode === 'around'}>
          Cut ±2
        </CommandButton>
      )}
      {found !== undefined && (
        <CommandButton command="review.compare" size="small" aria-pressed={isComparing}>
          {`Compare ${found.other.label}`}
        </CommandButton>
      )}
      <CommandButton command="review.take" size="small">
        Take along
      </CommandButton>
      <CommandButton command="review.keep" size="small" aria-pressed={isKept}>
        {isKept ? 'Kept here' : 'Keep here'}
      </CommandButton>
    </span>
  )
}

function Picture({ model, isScreen = false }: RoomFilmProps) {
  const isComparing = useSyncExternalStore(roomCompare.subscribe, roomCompare.isOn)
  useSyncExternalStore(roomCompare.subscribe, roomCompare.getChosen)
  const { content, films, client, failed } = model
  const urls = getMediaUrls(client)
  const pictures = films.map((film) => shownFileOf(film)?.id ?? film.id).join(' ')
  useEffect(() => {
    // Requested in the same turn, the addresses of the next films come in one request.
    for (const id of pictures.split(' ')) if (id !== '') urls.get(toId<MediaId>(id))
  }, [pictures, urls])
  if (content.kind === 'loading' && failed !== undefined) return <Failed {...failed} />
  if (content.kind !== 'file') return <Nothing content={content} />
  const found = isComparing && !isScreen ? findOther(model) : undefined
  if (found !== undefined) {
    const main = { media: content.media, label: `v${content.version.versionNumber}` }
    return (
      <div className={styles['picture']}>
        <CompareView key={content.media.id} main={main} {...found} urls={urls} commands={compareCommands} />
      </div>
    )
  }
  if (mediaKindOf(content.media.contentType) !== 'video') {
    return (
      <div className={styles['picture']}>
        <MediaViewer media={content.media} urls={urls} />
      </div>
    )
  }
  return (
    <div className={styles['picture']}>
      <FilmDeck films={films} shown={content.media} urls={urls} isBare={isScreen}>
        <LiveLayer media={content.media} studio={model.studio} />
        <BurnIn model={model} isAlways={isScreen} />
      </FilmDeck>
    </div>
  )
}

function Nothing({ content }: { readonly content: Exclude<ShownContent, { kind: 'file' }> }) {
  switch (content.kind) {
    case 'loading':
      return <div className={styles['picture']} aria-busy="true" />
    case 'task-deleted':
      return (
        <Missing title="This task was deleted" text="It stays in the list until somebody removes it.">
          <CommandButton command="review.next" variant="primary" />
          <CommandButton command="review.remove" />
        </Missing>
      )
    case 'version-deleted':
      return (
        <Missing title="This revision was deleted" text="The session shows a revision that no longer exists.">
          <CommandButton command="review.show-newest" variant="primary" />
          <CommandButton command="review.next" />
        </Missing>
      )
    case 'nothing-posted':
      return (
        <Missing title="Nothing was posted yet" text="There is nothing to play, but it can still be judged.">
          <CommandButton command="review.next" variant="primary" />
        </Missing>
      )
  }
}

function Failed({ error, retry }: NonNullable<RoomModel['failed']>) {
  return (
    <Missing title="This task could not be opened" text={errorText(error, messages.unexpected)}>
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
      <CommandButton command="review.next" />
    </Missing>
  )
}

type MissingProps = { readonly title: string; readonly text: string; readonly children: ReactNode }

function Missing({ title, text, children }: MissingProps) {
  return (
    <div className={styles['nothing']}>
      <EmptyState title={title} text={text}>
        {children}
      </EmptyState>
    </div>
  )
}

/** The session's progress, one piece per task. The list below gives the same as text. */
function Progress({ model }: RoomFilmProps) {
  return (
    <div className={styles['progress']} aria-hidden="true">
      {model.entries.map(({ entry }, index) => (
        <span
          key={entry.id}
          data-judged={entry.judgedStatusId !== undefined || undefined}
          data-shown={index === model.at || undefined}
        />
      ))}
    </div>
  )
}
