import type { MediaViewProps } from './media-view-props.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { pictureChannels } from '#core/revisions/develop-picture.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { FileView } from './file-view.tsx'
import { ImageControls, PicturePane } from './image-picture.tsx'
import { makeImageZoom } from './image-zoom.ts'
import { LateNote } from './late-note.tsx'
import styles from './media-viewer.module.css'
import { makePictureLook, type PictureLookStore } from './picture-look.ts'
import type { RawPictureAnswer, RawPictureRequest } from './raw-picture.worker.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not to the file
import workerUrl from './raw-picture.worker.ts?worker&url'
import transport from './transport.module.css'
import { useMediaUrl } from './use-media-url.ts'

/** An EXR or PSD, read and developed in a worker: with exposure, in colour or a single channel. */
export function RawPictureView(file: MediaViewProps) {
  const { media, urls } = file
  const [zoom] = useState(makeImageZoom)
  const [look] = useState(makePictureLook)
  const { url, isLate, renew, confirm } = useMediaUrl(urls, media.id)
  const { canvas, size, problem } = useDeveloped({ url, contentType: media.contentType, look, renew, confirm })
  if (problem !== undefined) return <FileView {...file} note={`This picture could not be shown. ${problem}.`} />
  return (
    <>
      <div className={styles['stage']} aria-busy={size === undefined}>
        <PicturePane media={media} zoom={zoom} look={look} isMain size={size}>
          {(transform) => (
            <>
              <LateNote isLate={isLate} />
              <canvas
                ref={canvas}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its pixels are drawn by a canvas
                role="img"
                className={styles['picture']}
                aria-label={media.filename}
                style={{ transform }}
              />
            </>
          )}
        </PicturePane>
      </div>
      <ImageControls media={{ ...media, ...size }} zoom={zoom}>
        <LookControls look={look} />
      </ImageControls>
    </>
  )
}

type Developing = {
  readonly url: string | undefined
  readonly contentType: string
  readonly look: PictureLookStore
  readonly renew: () => boolean
  readonly confirm: () => void
}

/** Has a picture read once, and developed whenever its look changes; only the latest look is developed next. */
function useDeveloped({ url, contentType, look, renew, confirm }: Developing) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (url === undefined) return undefined
    const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
    const ask = (request: RawPictureRequest): void => worker.postMessage(request)
    let isBusy = true
    let isStale = look.get().exposure !== 0 || look.get().channel !== 'colour'
    worker.addEventListener('error', () => setProblem('Its reader could not be loaded'))
    worker.addEventListener('message', ({ data }: MessageEvent<RawPictureAnswer>) => {
      if (data.kind === 'failed') {
        if (!data.isAddressStale || !renew()) setProblem(data.problem)
        return
      }
      const { width, height, pixels } = data
      paint(canvas.current, new ImageData(pixels, width, height))
      confirm()
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }))
      isBusy = isStale
      if (isStale) ask({ kind: 'look', look: look.get() })
      isStale = false
    })
    const leave = look.subscribe(() => {
      if (isBusy) isStale = true
      else ask({ kind: 'look', look: look.get() })
      isBusy = true
    })
    ask({ kind: 'open', url: new URL(url, location.href).href, contentType })
    return () => {
      leave()
      worker.terminate()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- renew and confirm are new functions each time, but do the same
  }, [url, contentType, look])
  return { canvas, size, problem }
}

function paint(canvas: HTMLCanvasElement | null, image: ImageData): void {
  if (canvas === null) return
  if (canvas.width !== image.width || canvas.height !== image.height)
    Object.assign(canvas, { width: image.width, height: image.height })
  canvas.getContext('2d')?.putImageData(image, 0, 0)
}

function LookControls({ look }: { readonly look: PictureLookStore }) {
  const { exposure, channel } = useSyncExternalStore(look.subscribe, look.get)
  return (
    <>
      <label className={transport['exposure']}>
        <span className={transport['fact']}>{`${exposure > 0 ? '+' : ''}${exposure} EV`}</span>
        <input
          type="range"
          aria-label="Exposure in stops"
          min={-6}
          max={6}
          step={0.25}
          value={exposure}
          onChange={({ currentTarget }) => void runCommand('viewer.exposure', { args: [currentTarget.value] })}
        />
      </label>
      <Menu
        align="end"
        trigger={
          <Button size="small" variant="ghost" aria-label={`Channel: ${channel}`}>
            {channel}
          </Button>
        }
        items={pictureChannels.map((value) => ({
          kind: 'action',
          id: value,
          label: value,
          isChecked: value === channel,
          onSelect: () => void runCommand('viewer.channel', { args: [value] }),
        }))}
      />
    </>
  )
}
