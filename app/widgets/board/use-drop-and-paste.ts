import type { MediaRow } from '#core/schema/media.ts'
import { useEffect, useState, type DragEvent, type RefObject } from 'react'
import { toBoard } from '#core/boards/camera.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { Point } from '#core/boards/geometry.ts'
import { uniquePastedName } from '#core/revisions/media-kind.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { readDraggedMedia } from '../dragged-media.ts'
import { makeObject, moveBesideOthers, placeFiles, placeMedia, getPlaceForNew } from './place-files.ts'
import { heightOfText } from './lay-out-text.ts'
import { readBoardPalette } from './read-board-palette.ts'
import { fitText } from './shape-objects.ts'
import { addSelected, type BoardModel } from './board-model.ts'

const mostCharacters = 20_000

/** Accepts what is dropped or pasted onto a board: files, files of other tasks, and text. */
export function useDropAndPaste(model: BoardModel, root: RefObject<HTMLElement | null>) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const { activeElement } = document
      const isTyping = activeElement instanceof HTMLElement && activeElement.closest('input, textarea') !== null
      const isHere = activeElement === document.body || root.current?.contains(activeElement) === true
      if (isTyping || !isHere || !model.canEdit() || event.clipboardData === null) return
      event.preventDefault()
      // Every clipboard names its picture image.png.
      const stamp = Date.now().toString(36)
      const files = [...event.clipboardData.files].map((file, index) => {
        return new File([file], uniquePastedName(file.name, `${stamp}-${index}`), { type: file.type })
      })
      void acceptIncoming(model, { files, text: event.clipboardData.getData('text/plain') })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [model, root])
  const dropping = {
    onDragOver: (event: DragEvent): void => {
      if (!model.canEdit()) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent): void => {
      setOver(false)
      event.preventDefault()
      if (!model.canEdit()) return
      const { left = 0, top = 0 } = root.current?.querySelector('canvas')?.getBoundingClientRect() ?? {}
      const at = toBoard(model.view.get().camera, { x: event.clientX - left, y: event.clientY - top })
      const { dataTransfer } = event
      void acceptIncoming(model, {
        files: [...dataTransfer.files],
        media: readDraggedMedia(dataTransfer),
        text: dataTransfer.getData('text/plain'),
        at,
      })
    },
  }
  return { isOver, dropping }
}

type Incoming = {
  readonly files: readonly File[]
  readonly media?: readonly MediaRow[]
  readonly text: string
  readonly at?: Point
}

async function acceptIncoming(model: BoardModel, { files, media = [], text, at }: Incoming): Promise<void> {
  // A browser may also pass a dragged picture on as a file.
  if (media.length > 0) await placeMedia(model, media, at)
  else if (files.length > 0) await placeFiles(model, files, at)
  else if (text.trim() !== '') await placeText(model, text.slice(0, mostCharacters), at ?? getPlaceForNew(model).point)
}

async function placeText(model: BoardModel, text: string, at: Point): Promise<void> {
  const { width, height: least } = boardLimits.textBox
  const blank = makeObject(model, { type: 'text', x: at.x - width / 2, y: at.y - least / 2, width, height: least })
  const height = fitText({ ...blank, text }, least, heightOfText(readBoardPalette().font))
  const add = moveBesideOthers(model, [{ ...blank, height, text }])
  const result = await addSelected(model, { label: 'Add text', add, isApart: true })
  if (!result.ok) reportFailure(result.error)
}
