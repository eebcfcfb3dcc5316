import '#app/styles/layers.css'
import '#app/styles/reset.css'
import '#app/styles/tokens.css'
import '#app/styles/fonts.css'
import '#app/styles/base.css'
import { createRoot } from 'react-dom/client'
import { toCellKey } from '#core/lib/selection-range.ts'
import { Layers } from '#app/shell/layers.tsx'
import { undoStack } from '#app/commands/undo-stack.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { SpacePage } from '#app/features/space/space-page.tsx'
import { moveCursor, setSelection } from '#app/features/space/space-view-store.ts'
import { CHANGED_ITEMS, itemId, stageId, stageIds, statusNumber } from '../product-rows.ts'
import { ITEMS } from '../content.ts'
import { openProduct } from '../open-product.ts'
import { afterFrame, hasCells, offer, paintedWhen } from '../page-contract.ts'

const asked = new URLSearchParams(location.search)
const fields = Number(asked.get('fields') ?? 0)
const { opened, stored } = await openProduct({
  name: `grid${fields === 0 ? '' : fields}`,
  items: Number(asked.get('items') ?? ITEMS),
  fields,
})
const { model } = opened
const container = document.querySelector('#root') ?? document.body
// The command records its undo once its outbox row is stored on the device.
const recording = { kept: Promise.withResolvers<number>() }
const { record } = undoStack
Object.assign(undoStack, {
  record: (entry: Parameters<typeof record>[0]) => {
    record(entry)
    recording.kept.resolve(performance.now())
  },
})

offer({
  mount: async () => {
    const painted = paintedWhen(hasCells)
    createRoot(container).render(
      <LayerStackContext value={layerStack}>
        <main className="bench">
          <SpacePage opened={opened} />
        </main>
        <Layers />
      </LayerStackContext>,
    )
    return await painted
  },
  stored: async () => await stored,
  scroller: () => document.querySelector('[role="grid"]') ?? document.body,
  choose: async () => {
    const { order } = model.getLayout()
    const cells = new Set<string>()
    for (const item of order.itemIds.slice(0, CHANGED_ITEMS)) {
      for (const stage of stageIds) cells.add(toCellKey(item, stage))
    }
    const first = toCellKey(itemId(0), stageId(0))
    setSelection({ cells, anchor: first }, first)
    await afterFrame()
  },
  statusInSight: () => statusNumber(model.earlyStatus.get() ?? model.space.findTask(itemId(2), stageId(2))?.statusId),
  kept: async () => {
    const at = await recording.kept.promise
    recording.kept = Promise.withResolvers<number>()
    return at
  },
  focusCell: async () => {
    setSelection({ cells: new Set(), anchor: undefined })
    moveCursor(toCellKey(itemId(3), stageId(2)))
    await afterFrame()
  },
  cursor: () => {
    const cell = document.querySelector('[role="gridcell"][tabindex="0"]')
    const row = cell?.closest('[role="row"]')?.getAttribute('aria-rowindex') ?? ''
    return `${row} ${cell?.getAttribute('aria-colindex') ?? ''}`
  },
})
