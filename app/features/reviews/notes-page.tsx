import { useMemo, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { countAnswered, groupNotes, type ReviewNote } from '#core/reviews/review-notes.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { links } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { DrawingShapes } from '#app/widgets/media-viewer/drawing-shapes.tsx'
import { useMediaUrl } from '#app/widgets/media-viewer/use-media-url.ts'
import { notesStore } from './notes-store.ts'
import styles from './notes.module.css'
import type { RoomModel } from './room-model.ts'
import { useNotes } from './use-notes.ts'

type NotesPageProps = { readonly model: RoomModel }

/**
 * The notes of a session, to read, print or share: by shot or by artist, with the drawn frames. Each links to its film.
 */
export function NotesPage({ model }: NotesPageProps) {
  const by = useSyncExternalStore(notesStore.subscribe, notesStore.getBy)
  const { notes, isComplete } = useNotes(model)
  const groups = useMemo(() => [...groupNotes(notes, by)], [notes, by])
  const { answered, noted } = countAnswered(notes)
  return (
    <div className={styles['page']} id="review-room" tabIndex={-1} aria-busy={!isComplete}>
      <header className={styles['head']}>
        <div>
          <h1 className={styles['title']}>{`Notes of ${model.session.name}`}</h1>
          <p className={styles['about']}>
            {`${formatDay(model.session.day)} · ${count(notes.length, 'note')} on ${count(noted, 'task')} · ${answered} answered since`}
          </p>
        </div>
        <div className={styles['actions']}>
          <CommandButton command="review.notes-by">{by === 'shot' ? 'By artist' : 'By shot'}</CommandButton>
          <CommandButton command="review.notes-csv">CSV</CommandButton>
          <CommandButton command="review.notes-json">JSON</CommandButton>
          <CommandButton command="review.notes-print">Print or PDF</CommandButton>
          <CommandButton command="review.bring">Bring decisions back</CommandButton>
          <CommandButton command="review.notes" variant="primary">
            Back to the films
          </CommandButton>
        </div>
      </header>
      {isComplete && notes.length === 0 && (
        <EmptyState title="Nothing was noted" text="Notes that are written in the session are listed here." />
      )}
      {groups.map(([name, ofGroup]) => (
        <section key={name} className={styles['group']} aria-label={name}>
          <h2 className={styles['name']}>{name}</h2>
          {ofGroup.map((note) => (
            <Note key={note.id} note={note} by={by} model={model} />
          ))}
        </section>
      ))}
    </div>
  )
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

type NoteProps = NotesPageProps & { readonly note: ReviewNote; readonly by: 'shot' | 'artist' }

function Note({ note, by, model }: NoteProps) {
  const { id, taskId, shot, stage, artist, author, text, frames, drawings, judged, answeredBy } = note
  const { studioSlug, projectSlug, session, entries } = model
  const entry = entries.find((candidate) => candidate.entry.taskId === taskId)?.entry.id
  const to = links.review({
    studioSlug,
    projectSlug,
    reviewId: session.id,
    ...(entry !== undefined && { entry }),
    note: id,
  })
  const place = by === 'shot' ? `${stage}, ${artist}` : `${shot} ${stage}`
  const about = [frames.join(', '), judged, `by ${author}`].filter((part) => part !== undefined && part !== '')
  return (
    <article className={styles['note']}>
      <p className={styles['about']}>
        <Link className={styles['open']} href={to} aria-label={`Show in the film: ${shot} ${stage}`}>
          {place}
        </Link>
        {` · ${about.join(' · ')}`}
        <strong className={styles['answer']} data-answered={answeredBy !== undefined || undefined}>
          {answeredBy === undefined ? 'Open' : `Answered by v${answeredBy}`}
        </strong>
      </p>
      {text !== '' && <p className={styles['text']}>{text}</p>}
      {drawings.length > 0 && (
        <div className={styles['frames']}>
          {drawings.map((drawing) => (
            <DrawnFrame key={`${drawing.mediaId} ${drawing.frame}`} drawing={drawing} model={model} />
          ))}
        </div>
      )}
    </article>
  )
}

type DrawnFrameProps = NotesPageProps & { readonly drawing: ReviewNote['drawings'][number] }

/** A frame with a drawing. */
function DrawnFrame({ drawing, model }: DrawnFrameProps) {
  const { mediaId, frame, number, shapes } = drawing
  const media = notesStore.findMedia(mediaId)
  const shownId = media?.proxyMediaId ?? mediaId
  const { url } = useMediaUrl(getMediaUrls(model.client), shownId)
  const { width = 1920, height = 1080 } = media ?? {}
  const rate = media?.frameRate?.split('/').map(Number) ?? [24]
  const seconds = ((frame + 0.5) * (rate[1] ?? 1)) / (rate[0] ?? 24)
  const isFilm = media?.contentType.startsWith('video/') ?? true
  return (
    <figure className={styles['frame']} style={{ aspectRatio: `${width} / ${height}` }}>
      {url !== undefined && isFilm && (
        <video src={`${url}#t=${seconds}`} muted preload="auto" playsInline aria-label={`Frame ${number}`} />
      )}
      {url !== undefined && !isFilm && <img src={url} alt={`Frame ${number}`} />}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <DrawingShapes shapes={shapes} width={width} height={height} />
      </svg>
      <figcaption>{`Frame ${number}`}</figcaption>
    </figure>
  )
}
