// Plain JavaScript: the peer's types come with the peer, which only the measurement installs.
import '@glideapps/glide-data-grid/dist/index.css'
import './peer.css'
import { CompactSelection, DataEditor, GridCellKind } from '@glideapps/glide-data-grid'
import { useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { avatarColorAt, initialsAt, stageNames, statusNames } from '../content.ts'
import { afterFrame, offer, paintedWhen } from '../page-contract.ts'
import { onDigit, peerRows, withStatus } from '../peer-rows.ts'
import { CHANGED_ITEMS } from '../product-rows.ts'

const rows = peerRows()
const columns = [
  { title: 'Item', id: 'name', width: 332 },
  ...stageNames.map((title) => ({ title, id: title, width: 115 })),
]
const none = { columns: CompactSelection.empty(), rows: CompactSelection.empty() }
let editor
const chosen = { select: undefined }
let at = [0, 0]
let paints = 0

const renderer = {
  kind: GridCellKind.Custom,
  isMatch: () => true,
  draw: ({ ctx, rect, cell }) => {
    const { x, y, width, height } = rect
    paints += 1
    if (cell.data.title !== undefined) drawName(ctx, rect, cell.data)
    else drawPill(ctx, { x: x + 5, y: y + 5, width: width - 10, height: height - 11 }, cell.data)
    return true
  },
}

function drawName(ctx, { x, y, height }, { title, description }) {
  ctx.fillStyle = '#1b1e24'
  ctx.beginPath()
  ctx.roundRect(x + 14, y + 5, 46, 26, 4)
  ctx.fill()
  ctx.fillStyle = '#eee'
  ctx.font = '550 13px Inter Variable'
  ctx.fillText(title, x + 70, y + height / 2)
  ctx.fillStyle = '#999'
  ctx.font = '400 12px Inter Variable'
  ctx.fillText(description, x + 170, y + height / 2)
}

function drawPill(ctx, { x, y, width, height }, { status, people }) {
  const [, code, color] = statusNames[status]
  ctx.fillStyle = color
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, 4)
  ctx.fill()
  ctx.fillStyle = '#fff'
  ctx.font = '600 10.5px Inter Variable'
  ctx.fillText(code, x + 8, y + height / 2)
  ctx.font = '600 9px Inter Variable'
  people.forEach((person, index) => {
    const center = x + width - 15 - index * 14
    ctx.fillStyle = avatarColorAt(person)
    ctx.beginPath()
    ctx.arc(center, y + height / 2, 10, 0, 2 * Math.PI)
    ctx.fill()
    ctx.fillStyle = '#fff'
    ctx.fillText(initialsAt(person), center - 7, y + height / 2)
  })
}

function getContent([column, row]) {
  const { title, description, statuses, people } = rows[row]
  const data = column === 0 ? { title, description } : { status: statuses[column - 1], people: people[column - 1] }
  return { kind: GridCellKind.Custom, allowOverlay: false, copyData: '', data }
}

function Page() {
  const [selection, setSelection] = useState(none)
  useEffect(() => {
    chosen.select = setSelection
  }, [])
  const onChange = useCallback((next) => {
    at = next.current?.cell ?? at
    setSelection(next)
  }, [])
  return (
    <DataEditor
      ref={(ref) => {
        editor = ref
      }}
      columns={columns}
      rows={rows.length}
      rowHeight={36}
      headerHeight={40}
      getCellContent={getContent}
      customRenderers={[renderer]}
      freezeColumns={1}
      gridSelection={selection}
      onGridSelectionChange={onChange}
      width="100%"
      height="100%"
    />
  )
}

offer({
  mount: async () => {
    const painted = paintedWhen(() => paints > 100)
    createRoot(document.querySelector('#root')).render(
      <div className="bench">
        <Page />
      </div>,
    )
    return await painted
  },
  scroller: () => document.querySelector('.dvn-scroller'),
  choose: async () => {
    onDigit((status) => {
      const changed = withStatus(rows.slice(0, CHANGED_ITEMS), status)
      changed.forEach((row, index) => {
        rows[index] = row
      })
      editor.updateCells(changed.flatMap((_, row) => stageNames.map((__, stage) => ({ cell: [stage + 1, row] }))))
    })
    await afterFrame()
  },
  statusInSight: () => rows[2].statuses[2],
  focusCell: async () => {
    const cell = [3, 3]
    chosen.select({ ...none, current: { cell, range: { x: 3, y: 3, width: 1, height: 1 }, rangeStack: [] } })
    editor.focus()
    await afterFrame()
  },
  cursor: () => at.join(' '),
})
