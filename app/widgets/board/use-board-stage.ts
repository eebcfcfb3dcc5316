import type { Stage } from 'konva/lib/Stage.js'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { followPeople } from './board-people.ts'
import type { BoardPerson } from './board-person.ts'
import { followPointer } from './board-pointer.ts'
import { frameAll, type BoardModel } from './board-model.ts'
import type { BoardPage } from './board-page.ts'
import { makeLoadPicture } from './load-picture.ts'
import { pickColor } from './pick-color.ts'
import { makePictures, mostPixels } from './pictures.ts'
import { readBoardPalette } from './read-board-palette.ts'
import { watchDeleted } from './watch-deleted.ts'

const PARALLEL = 6

type StageOptions = {
  readonly model: BoardModel
  readonly container: RefObject<HTMLDivElement | null>
  /** The page that its commands act on. */
  readonly opened: RefObject<BoardPage | undefined>
}

/** Provides what a board is drawn with, and the people at it, while it is mounted. */
export function useBoardStage({ model, container, opened }: StageOptions) {
  const stage = useRef<Stage>(null)
  const [people, setPeople] = useState<readonly BoardPerson[]>([])
  const pictures = usePictures(model)
  const palette = useBoardPalette()

  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const measure = (): void => model.view.set({ window: { width: element.clientWidth, height: element.clientHeight } })
    measure()
    frameAll(model)
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [model, container])

  useEffect(() => {
    if (container.current === null || stage.current === null) return undefined
    const met = followPeople(model, setPeople)
    const unfollow = followPointer({
      model,
      stage: stage.current,
      container: container.current,
      onPoint: met.point,
      onPick: (at) => {
        if (opened.current !== undefined) void pickColor(opened.current, at)
      },
    })
    const unwatch = watchDeleted(model)
    return () => {
      unwatch()
      unfollow()
      met.close()
    }
  }, [model, container, opened])

  useEffect(() => {
    void document.fonts.ready.then(() => stage.current?.batchDraw())
  }, [])

  return { stage, people, pictures, palette }
}

/** Requests pictures again when the board or their URLs change. */
function usePictures(model: BoardModel) {
  const { board, urls } = model
  const pictures = useMemo(
    () => makePictures({ load: makeLoadPicture({ board, urls }), mostPixels, parallel: PARALLEL }),
    [board, urls],
  )
  useEffect(() => {
    const stops = [board.replica.subscribe(pictures.retry), urls.subscribe(pictures.retry), pictures.close]
    return () => {
      for (const stop of stops) stop()
    }
  }, [board, urls, pictures])
  return pictures
}

function useBoardPalette() {
  const [palette, setPalette] = useState(readBoardPalette)
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(readBoardPalette()))
    // The theme's tokens follow this attribute.
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return palette
}
