import { Command as Primitive } from 'cmdk'
import { ChevronRight, Search } from 'lucide-react'
import { Kbd } from '#app/ui/kbd.tsx'
import type { PaletteGroup, PaletteRow } from './palette-rows.ts'
import styles from './palette.module.css'

type PaletteListProps = {
  readonly groups: readonly PaletteGroup[]
  readonly query: string
  readonly empty: string
  readonly onPick: (row: PaletteRow) => void
}

export function PaletteList({ groups, query, empty, onPick }: PaletteListProps) {
  return (
    <Primitive.List className={styles['list']}>
      <Primitive.Empty className={styles['empty']}>{empty}</Primitive.Empty>
      {groups.map((group) => (
        <Primitive.Group key={group.heading} className={styles['group']} heading={group.heading}>
          {group.rows.map((row) => (
            <Primitive.Item key={row.id} className={styles['row']} value={row.id} onSelect={() => onPick(row)}>
              <RowIcon row={row} />
              <span className={styles['title']}>
                <Marked text={row.title} query={query} />
              </span>
              {row.detail !== undefined && <span className={styles['detail']}>{row.detail}</span>}
              <span className={styles['grow']} />
              {row.target.kind === 'command' && row.target.hasArguments && <ChevronRight aria-hidden="true" />}
              {row.keys !== undefined && <Kbd>{row.keys}</Kbd>}
            </Primitive.Item>
          ))}
        </Primitive.Group>
      ))}
    </Primitive.List>
  )
}

function RowIcon({ row }: { readonly row: PaletteRow }) {
  const Icon = row.icon ?? (row.target.kind === 'result' ? Search : ChevronRight)
  return (
    <span className={styles['icon']} aria-hidden="true">
      <Icon size={15} />
    </span>
  )
}

/** The text with the part that was typed in bold. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const typed = query.trim().toLowerCase()
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <strong>{text.slice(at, at + typed.length)}</strong>
      {text.slice(at + typed.length)}
    </>
  )
}
