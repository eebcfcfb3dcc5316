import '#app/styles/layers.css'
import '#app/styles/reset.css'
import '#app/styles/tokens.css'
import '#app/styles/fonts.css'
import '#app/styles/base.css'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { timelineDayWidths } from '#core/timeline/window.ts'
import { Board } from '#app/features/timeline/board/board.tsx'
import type { BoardView } from '#app/features/timeline/board/board-view.ts'
import { headerHeight, nameWidth } from '#app/features/timeline/board/sizes.ts'
import { barsWithin } from '#app/features/timeline/model/lay-out-board.ts'
import type { TimelineModel } from '#app/features/timeline/model/timeline-model.ts'
import { setTimelineView, type Zoom } from '#app/features/timeline/timeline-store.ts'
import styles from '#app/features/timeline/timeline-page.module.css'
import { afterFrame, offer } from '../page-contract.ts'
import { makeBenchModel } from './model.ts'

const model = makeBenchModel()
const shown: { view: BoardView | undefined } = { view: undefined }
const onView = (view: BoardView | undefined): void => {
  shown.view = view
}
const onDrop = (): void => undefined

function Page({ board }: { readonly board: TimelineModel }) {
  const version = useSyncExternalStore(board.subscribe, board.getVersion)
  return (
    <main className="bench">
      <Board model={board} version={version} onView={onView} onDrop={onDrop} />
      <div className={styles['preview']} data-drag-preview="" hidden aria-hidden="true">
        <span />
        <span />
      </div>
    </main>
  )
}

offer({
  mount: async () => {
    const start = performance.now()
    createRoot(document.querySelector('#root') ?? document.body).render(<Page board={model} />)
    await afterFrame()
    return (await afterFrame()) - start
  },
  scroller: () => shown.view?.scroller ?? document.body,
  zoom: (width) => {
    // The widths come from this table.
    const [zoom] = Object.entries(timelineDayWidths).find(([, pixels]) => pixels === width) ?? ['normal']
    setTimelineView({ zoom: zoom as Zoom })
  },
  pointOnBar: (where) => {
    const { view } = shown
    if (view === undefined) return { x: 0, y: 0 }
    const { left, top, width, height } = view.getViewport()
    const box = view.scroller.getBoundingClientRect()
    for (const row of view.getVisibleRows().slice(1)) {
      for (const bar of barsWithin(row, left + width / 2, left + width)) {
        // Near the upper edge a drag scrolls the timeline; around the middle it does not.
        const isThere = where === 'edge' || Math.abs(bar.y - top - height / 2) < 110
        if (!isThere) continue
        return { x: box.left + nameWidth + bar.x - left + 20, y: box.top + headerHeight + bar.y - top + 10 }
      }
    }
    return { x: 0, y: 0 }
  },
})
