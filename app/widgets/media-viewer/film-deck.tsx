import { useCallback, useState, type ReactNode } from 'react'
import type { MediaRow } from '#core/schema/media.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { FileView } from './file-view.tsx'
import { FilmPicture } from './film-picture.tsx'
import { setDeckLayer, setDeckPlayer } from './deck-players.ts'
import type { FramePlayer } from './frame-player.ts'
import deck from './film-deck.module.css'
import styles from './media-viewer.module.css'
import { Transport } from './transport.tsx'
import transport from './transport.module.css'
import { useViewer } from './use-viewer.ts'
import { setViewerStage } from './viewer-store.ts'

type FilmDeckProps = {
  /** Films in viewing order; the shown one's neighbours are loaded, so that their first frame appears at once. */
  readonly films: readonly MediaRow[]
  readonly shown: MediaRow
  readonly urls: MediaUrls | undefined
  /** For a projector: the picture without controls. */
  readonly isBare?: boolean
  /** Drawn over the picture. */
  readonly children?: ReactNode
}

/** A film among its neighbours, with its controls. */
export function FilmDeck({ films, shown, urls, isBare = false, children }: FilmDeckProps) {
  const { target } = useViewer()
  const player = target?.kind === 'video' && target.mediaId === shown.id ? target.player : undefined
  return (
    <section className={styles['viewer']} aria-label={shown.filename} ref={attachStage}>
      <div className={styles['stage']}>
        {films.map((film) => (
          <DeckFilm key={film.id} film={film} urls={urls} isShown={film.id === shown.id} />
        ))}
        {children}
      </div>
      {!isBare && player === undefined && <div className={transport['transport']} />}
      {!isBare && player !== undefined && <Transport key={shown.id} player={player} media={shown} />}
    </section>
  )
}

type DeckFilmProps = { readonly film: MediaRow; readonly urls: MediaUrls | undefined; readonly isShown: boolean }

function DeckFilm({ film, urls, isShown }: DeckFilmProps) {
  const [tries, setTries] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const fail = useCallback(() => setBroken(true), [])
  const tell = useCallback((player: FramePlayer | undefined) => setDeckPlayer(film.id, player), [film.id])
  const attach = useCallback(
    (layer: HTMLElement | null) => (layer === null ? undefined : setDeckLayer(film.id, layer)),
    [film.id],
  )
  const retry = useCallback(() => {
    setBroken(false)
    setTries((count) => count + 1)
  }, [])
  return (
    <div ref={attach} className={deck['film']} data-ahead={!isShown || undefined}>
      {isBroken ? (
        isShown && <FileView media={film} urls={urls} onRetry={retry} note="This video could not be played." />
      ) : (
        <FilmPicture
          key={tries}
          media={film}
          urls={urls}
          isMain={isShown}
          isAhead={!isShown}
          onPlayer={tell}
          onBroken={fail}
        />
      )}
    </div>
  )
}

function attachStage(stage: HTMLElement | null): () => void {
  setViewerStage(stage ?? undefined)
  return () => setViewerStage(undefined)
}
