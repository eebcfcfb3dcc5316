import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Theme } from '#app/stores/ui-store.ts'
import { meetPeople, type BoardPerson } from './board-people.ts'
import { followPointer } from './board-pointer.ts'
import { frameAll, type BoardModel } from './board-model.ts'
import type { BoardPage } from './board-page.ts'
import { makeBoardStage } from './board-stage.ts'
import { makeLoadPicture } from './load-picture.ts'
import type { Brush } from './paint-items.ts'
import { pickColor } from './pick-color.ts'
import { makePictures, mostPixels } from './pictures.ts'
import { readBoardPalette } from './read-board-palette.ts'

const PARALLEL = 6

type StageOptions = {
  readonly model: BoardModel
  readonly container: RefObject<HTMLDivElement | null>
  /** The page its commands act on. */
  readonly opened: RefObject<BoardPage | undefined>
  readonly theme: Theme
}

/** Draws a board into its element for as long as it is on the page. */
// oxlint-disable-next-line max-lines-per-function -- what begins together ends together
export function useBoardStage({ model, container, opened, theme }: StageOptions) {
  const [people, setPeople] = useState<readonly BoardPerson[]>([])
  const brush = useRef<Brush>({ palette: readBoardPalette(), findPicture: () => undefined, getVersion: () => 0 })
  const invalidate = useRef<() => void>(undefined)

  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const { view, board, urls } = model
    const met = meetPeople(model)
    const pictures = makePictures({
      load: makeLoadPicture(model),
      onLoaded: () => stage.invalidate(),
      mostPixels,
      parallel: PARALLEL,
    })
    brush.current = { ...brush.current, findPicture: pictures.find, getVersion: pictures.getVersion }
    const measure = (): void => view.set({ window: { width: element.clientWidth, height: element.clientHeight } })
    measure()
    frameAll(model)
    const stage = makeBoardStage({
      model,
      container: element,
      getBrush: () => brush.current,
      onBeforePaint: pictures.begin,
      getOthers: () => met.get().map(({ color, selection }) => ({ color, ids: selection })),
    })
    invalidate.current = stage.invalidate
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    const again = (): void => {
      pictures.retry()
      stage.invalidate()
    }
    const stops = [
      view.subscribe(stage.invalidate),
      board.replica.subscribe(again),
      urls.subscribe(again),
      met.subscribe(() => {
        setPeople(met.get())
        stage.invalidate()
      }),
      followPointer({
        model,
        stage,
        container: element,
        onPoint: met.point,
        onPick: (at) => {
          if (opened.current !== undefined) void pickColor(opened.current, at)
        },
      }),
      () => resized.disconnect(),
      met.close,
      pictures.close,
      stage.close,
    ]
    // Now, not in the next frame: what the replica holds is on screen with the first paint.
    stage.draw()
    void document.fonts.ready.then(stage.invalidate)
    return () => {
      for (const stop of stops) stop()
    }
  }, [model, container, opened])

  useEffect(() => {
    // The tokens follow the theme's attribute, which is set by then.
    brush.current = { ...brush.current, palette: readBoardPalette() }
    invalidate.current?.()
  }, [theme])

  return { people, getBrush: useCallback(() => brush.current, []) }
}
