// Plain JavaScript: the peer's types come with the peer, which only the measurement installs.
import './peer.css'
import { AllCommunityModule, ModuleRegistry, themeQuartz, colorSchemeDark } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { avatarColorAt, initialsAt, stageNames, statusNames } from '../content.ts'
import { afterFrame, offer, paintedWhen } from '../page-contract.ts'
import { onDigit, peerRows, withStatus } from '../peer-rows.ts'
import { CHANGED_ITEMS } from '../product-rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])
const rows = peerRows()
let api

function Name({ data }) {
  return (
    <div className="name">
      <i />
      <b>{data.title}</b>
      <span>{data.description}</span>
    </div>
  )
}

function Cell({ data, value, colDef }) {
  const people = data.people[colDef.context]
  const [, code, color] = statusNames[value]
  return (
    <div className="pill" style={{ background: color }}>
      <span>{code}</span>
      <span className="avatars">
        {people.map((person) => (
          <span key={person} className="avatar" style={{ background: avatarColorAt(person) }}>
            {initialsAt(person)}
          </span>
        ))}
      </span>
    </div>
  )
}

function Page() {
  const columns = useMemo(
    () => [
      { headerName: 'Item', width: 332, pinned: 'left', cellRenderer: Name },
      ...stageNames.map((name, stage) => ({
        headerName: name,
        flex: 1,
        minWidth: 112,
        context: stage,
        valueGetter: ({ data }) => data.statuses[stage],
        cellRenderer: Cell,
        cellStyle: { padding: '0 5px' },
      })),
    ],
    [],
  )
  return (
    <AgGridReact
      theme={themeQuartz.withPart(colorSchemeDark)}
      rowData={rows}
      columnDefs={columns}
      rowHeight={36}
      headerHeight={40}
      animateRows={false}
      suppressColumnMoveAnimation
      getRowId={({ data }) => data.id}
      onGridReady={(event) => {
        api = event.api
      }}
    />
  )
}

offer({
  mount: async () => {
    const painted = paintedWhen(() => document.querySelectorAll('.pill').length > 100)
    createRoot(document.querySelector('#root')).render(
      <div className="bench">
        <Page />
      </div>,
    )
    return await painted
  },
  scroller: () => document.querySelector('.ag-body-viewport, .ag-grid-viewport'),
  choose: async () => {
    let update = rows.slice(0, CHANGED_ITEMS)
    onDigit((status) => {
      update = withStatus(update, status)
      api.applyTransaction({ update })
    })
    await afterFrame()
  },
  statusInSight: () => api.getDisplayedRowAtIndex(2).data.statuses[2],
  focusCell: async () => {
    api.setFocusedCell(3, api.getColumns()[3])
    await afterFrame()
  },
  cursor: () => {
    const focused = api.getFocusedCell()
    return `${focused?.rowIndex} ${focused?.column.getColId()}`
  },
})
