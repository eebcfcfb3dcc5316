import type { MediaRow } from '#core/schema/media.ts'
import { Columns2, SplitSquareHorizontal, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import type { CommandId } from '#app/commands/define-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { compareModeNames, compareStore, type CompareMode } from './compare-store.ts'
import styles from './compare.module.css'
import { FilmPicture } from './film-picture.tsx'
import { followPlayer } from './follow-player.ts'
import type { FramePlayer } from './frame-player.ts'
import { ImageControls, ImagePicture } from './image-picture.tsx'
import { makeImageZoom } from './image-zoom.ts'
import viewer from './media-viewer.module.css'
import { Transport } from './transport.tsx'
import { WipeHandle } from './wipe-handle.tsx'

/** A file to compare, with its version's label. */
export type Comparable = { readonly media: MediaRow; readonly label: string }

type CompareViewProps = {
  readonly main: Comparable
  readonly other: Comparable
  /** Other files to compare with. */
  readonly offered: readonly Comparable[]
  readonly urls: MediaUrls | undefined
  readonly commands?: CompareCommands
}

/** The commands of the screen that shows the comparison. */
type CompareCommands = { readonly chooseOther: CommandId; readonly changeMode: CommandId; readonly end: CommandId }

const ofPopup: CompareCommands = { chooseOther: 'popup.compare-with', changeMode: 'popup.wipe', end: 'popup.compare' }

/** Two versions in sync: side by side, overlaid, or split by a movable line. */
export function CompareView({ main, other, offered, urls, commands = ofPopup }: CompareViewProps) {
  const { mode } = useSyncExternalStore(compareStore.subscribe, compareStore.get)
  const isFilm = mediaKindOf(main.media.contentType) === 'video'
  const bar = <CompareBar main={main} other={other} offered={offered} mode={mode} commands={commands} />
  const props = { main, other, urls, mode, bar }
  return isFilm ? <Films {...props} /> : <Pictures {...props} />
}

type PairProps = Pick<CompareViewProps, 'main' | 'other' | 'urls'> & {
  readonly mode: CompareMode
  readonly bar: ReactNode
}

function Films({ main, other, urls, mode, bar }: PairProps) {
  const [leader, setLeader] = useState<FramePlayer>()
  const [follower, setFollower] = useState<FramePlayer>()
  const [broken, setBroken] = useState<string>()
  useEffect(
    () => (leader === undefined || follower === undefined ? undefined : followPlayer(leader, follower)),
    [leader, follower],
  )
  const onBroken = (label: string) => () => setBroken(`This browser cannot play ${label}.`)
  return (
    <section className={viewer['viewer']} aria-label={`${main.label} and ${other.label}`}>
      {bar}
      {broken !== undefined && <p role="alert">{broken}</p>}
      <Panes mode={mode} labels={[main.label, other.label]}>
        <FilmPicture
          key={main.media.id}
          media={main.media}
          urls={urls}
          isMain
          onPlayer={setLeader}
          onBroken={onBroken(main.label)}
        />
        <FilmPicture
          key={other.media.id}
          media={other.media}
          urls={urls}
          isMain={false}
          onPlayer={setFollower}
          onBroken={onBroken(other.label)}
        />
      </Panes>
      {leader !== undefined && <Transport player={leader} media={main.media} />}
    </section>
  )
}

function Pictures({ main, other, urls, mode, bar }: PairProps) {
  const [zoom] = useState(makeImageZoom)
  const [broken, setBroken] = useState<string>()
  const onBroken = (label: string) => () => setBroken(`${label} cannot be shown.`)
  return (
    <section className={viewer['viewer']} aria-label={`${main.label} and ${other.label}`}>
      {bar}
      {broken !== undefined && <p role="alert">{broken}</p>}
      <Panes mode={mode} labels={[main.label, other.label]}>
        <ImagePicture
          key={main.media.id}
          media={main.media}
          urls={urls}
          zoom={zoom}
          isMain
          onBroken={onBroken(main.label)}
        />
        <ImagePicture
          key={other.media.id}
          media={other.media}
          urls={urls}
          zoom={zoom}
          isMain={false}
          onBroken={onBroken(other.label)}
        />
      </Panes>
      <ImageControls media={main.media} zoom={zoom} />
    </section>
  )
}

type PanesProps = {
  readonly mode: CompareMode
  readonly labels: readonly [string, string]
  readonly children: readonly [ReactNode, ReactNode]
}

function Panes({ mode, labels, children }: PanesProps) {
  const [share, setShare] = useState(0.5)
  // React's style type has no custom properties.
  const style = { '--share': share } as CSSProperties
  return (
    <div className={styles['panes']} data-mode={mode} style={style}>
      {children.map((child, index) => (
        <div key={labels[index]} className={styles['pane']}>
          <div className={viewer['stage']}>{child}</div>
          <span className={styles['label']}>{labels[index]}</span>
        </div>
      ))}
      {mode === 'wipe' && <WipeHandle share={share} onChange={setShare} />}
    </div>
  )
}

type CompareBarProps = Pick<CompareViewProps, 'main' | 'other' | 'offered'> & {
  readonly mode: CompareMode
  readonly commands: CompareCommands
}

function CompareBar({ main, other, offered, mode, commands }: CompareBarProps) {
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Compare">
      <span>{main.label} with</span>
      <Menu
        trigger={
          <Button size="small" variant="ghost" aria-label={`Compare with ${other.label}`}>
            {other.label}
          </Button>
        }
        items={offered.map(({ media, label }) => ({
          kind: 'action',
          id: media.id,
          label,
          isChecked: media.id === other.media.id,
          onSelect: () => void runCommand(commands.chooseOther, { args: [media.id] }),
        }))}
      />
      <span className={styles['space']} />
      {commands !== ofPopup && <span>{compareModeNames[mode]}</span>}
      <CommandIconButton
        command={commands.changeMode}
        variant="ghost"
        {...(commands === ofPopup && { label: mode === 'wipe' ? 'Side by side' : 'Wipe' })}
        icon={mode !== 'side' ? <Columns2 aria-hidden="true" /> : <SplitSquareHorizontal aria-hidden="true" />}
      />
      <CommandIconButton
        command={commands.end}
        variant="ghost"
        label="End the comparison"
        icon={<X aria-hidden="true" />}
      />
    </div>
  )
}
