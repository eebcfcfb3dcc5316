import { rowsWithin, barsWithin } from '#app/features/timeline/model/lay-out-board.ts'
import { timelineDayCount, timelineDayWidths, timelineInitialDayIndex } from '#core/timeline/window.ts'
import { setTimelineView, type Zoom } from '#app/features/timeline/timeline-store.ts'
import { afterFrame, offer } from '../page-contract.ts'
import { makeBenchModel } from './model.ts'

// The floor: one canvas in a scroller with the same filled rectangles, and nothing else.
const model = makeBenchModel()
const scroller = document.createElement('div')
const content = document.createElement('div')
const canvas = document.createElement('canvas')
const nameWidth = 150
const headerHeight = 42
let frame = 0

function paint(): void {
  frame = 0
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) return
  const layout = model.getLayout()
  const { scrollLeft: left, scrollTop: top } = scroller
  const { width, height } = canvas
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#0b0c10'
  context.fillRect(0, 0, width, height)
  context.translate(-left, -top)
  for (const row of rowsWithin(layout, top, top + height)) {
    for (const bar of barsWithin(row, left, left + width)) {
      context.fillStyle = bar.color
      context.fillRect(bar.x, bar.y, bar.width, layout.barHeight)
    }
  }
}

function paintSoon(): void {
  if (frame === 0) frame = requestAnimationFrame(paint)
}

function size(): void {
  const layout = model.getLayout()
  content.style.cssText = `position:relative;width:${nameWidth + timelineDayCount * layout.dayWidth}px;height:${layout.height + headerHeight}px`
}

offer({
  mount: async () => {
    const start = performance.now()
    scroller.style.cssText = 'position:relative;height:100%;overflow:auto;contain:strict'
    canvas.style.cssText = `position:sticky;top:${headerHeight}px;left:${nameWidth}px;display:block`
    size()
    content.append(canvas)
    scroller.append(content)
    document.querySelector('#root')?.append(scroller)
    canvas.width = scroller.clientWidth - nameWidth
    canvas.height = scroller.clientHeight - headerHeight
    scroller.scrollLeft = timelineInitialDayIndex * model.getLayout().dayWidth
    scroller.addEventListener('scroll', paintSoon, { passive: true })
    paint()
    await afterFrame()
    return (await afterFrame()) - start
  },
  scroller: () => scroller,
  zoom: (width) => {
    const before = model.getLayout().dayWidth
    const [zoom] = Object.entries(timelineDayWidths).find(([, pixels]) => pixels === width) ?? ['normal']
    // The widths come from this table.
    setTimelineView({ zoom: zoom as Zoom })
    const middle = (scroller.scrollLeft + canvas.width / 2) / before
    size()
    scroller.scrollLeft = middle * width - canvas.width / 2
    paintSoon()
  },
  pointOnBar: (where) => ({ x: 700, y: where === 'edge' ? 150 : 450 }),
})

// A drag that repaints everything with each pointer move.
window.addEventListener('pointermove', (event) => {
  if (event.buttons === 1) paintSoon()
})
