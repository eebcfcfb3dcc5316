import { Command as Primitive } from 'cmdk'
import { Box, Building2, ChevronRight, Clapperboard, Film, Filter, LayoutGrid, MessageSquare, User } from 'lucide-react'
import { useDeferredValue } from 'react'
import { clientStore } from '#app/stores/client-store.ts'
import { Kbd } from '#app/ui/kbd.tsx'
import { KindIcon } from '#app/widgets/kind-icon.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import type { PaletteGroup, PaletteRow } from './palette-rows.ts'
import styles from './palette.module.css'

type PaletteListProps = {
  readonly groups: readonly PaletteGroup[]
  readonly query: string
  readonly empty: string
  readonly onPick: (row: PaletteRow) => void
}

// More than fit in the list, which is 420 pixels high at most.
const firstRows = 20

export function PaletteList({ groups, query, empty, onPick }: PaletteListProps) {
  // An empty query lists every command. Those out of sight are rendered once the palette is on the screen.
  const isOpen = useDeferredValue(true, false)
  const shown = isOpen ? groups : takeRows(groups, firstRows)
  return (
    // A click leaves the focus in the field, so that typing can continue.
    <Primitive.List className={styles['list']} onMouseDown={(event) => event.preventDefault()}>
      <Primitive.Empty className={styles['empty']}>{empty}</Primitive.Empty>
      {shown.map((group) => (
        <Primitive.Group key={group.heading} className={styles['group']} heading={group.heading}>
          {group.rows.map((row) => (
            <Primitive.Item
              key={row.id}
              className={styles['row']}
              value={row.id}
              disabled={row.target.kind === 'note'}
              onSelect={() => onPick(row)}
            >
              <RowIcon row={row} />
              <span className={styles['title']}>
                <Marked text={row.title} query={query} />
              </span>
              {row.detail !== undefined && <span className={styles['detail']}>{row.detail}</span>}
              <span className={styles['grow']} />
              <RowStatus row={row} />
              {row.target.kind === 'command' && row.target.hasArguments && <ChevronRight aria-hidden="true" />}
              {row.keys !== undefined && <Kbd>{row.keys}</Kbd>}
            </Primitive.Item>
          ))}
        </Primitive.Group>
      ))}
    </Primitive.List>
  )
}

function takeRows(groups: readonly PaletteGroup[], count: number): readonly PaletteGroup[] {
  let left = count
  const taken: PaletteGroup[] = []
  for (const group of groups) {
    if (left <= 0) break
    taken.push({ ...group, rows: group.rows.slice(0, left) })
    left -= group.rows.length
  }
  return taken
}

const icons = {
  studio: Building2,
  project: Clapperboard,
  space: LayoutGrid,
  item: Box,
  person: User,
  comment: MessageSquare,
  revision: Film,
  filter: Filter,
} as const

function RowIcon({ row: { icon, result } }: { readonly row: PaletteRow }) {
  if (result?.kind === 'person') {
    const userId = result.id.slice('person:'.length)
    const imageUrl = clientStore
      .get()
      .studio?.getMembers()
      .find((member) => member.userId === userId)?.avatarUrl
    return <PersonAvatar userId={userId} name={result.title} imageUrl={imageUrl} isDecorative />
  }
  const Icon = icon ?? (result === undefined ? ChevronRight : icons[result.kind])
  const kind = result?.itemKindId && clientStore.get().studio?.replica.find('item_kinds', result.itemKindId)
  return (
    <span className={result?.thumbnailId === undefined ? styles['icon'] : styles['picture']} aria-hidden="true">
      {kind === undefined ? <Icon size={15} /> : <KindIcon kind={kind} />}
      <ThumbnailImage mediaId={result?.thumbnailId} />
    </span>
  )
}

function RowStatus({ row: { result } }: { readonly row: PaletteRow }) {
  const { studio } = clientStore.get()
  const status = result?.statusId && studio?.replica.find('task_statuses', result.statusId)
  return status === undefined ? null : <StatusPill status={status} />
}

/** Renders the text with the matching part in bold. */
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
