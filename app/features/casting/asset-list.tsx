import { useEffect, useRef, type ReactNode } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import type { AssetColumnId } from '#core/projects/list-view-form.ts'
import { classNames } from '#app/lib/class-names.ts'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { kindOf } from '#app/widgets/project-content/project-items.ts'
import { styleOfColumns, type ListColumn } from '#app/widgets/project-list/list-columns.ts'
import { ListHeader } from '#app/widgets/project-list/list-header.tsx'
import { describePlace, readItemText, type RowGroup } from '#app/widgets/project-list/list-values.ts'
import shared from '#app/widgets/project-list/project-list.module.css'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import { listAssetColumns } from './asset-columns.ts'
import { listAssetFields } from './asset-values.ts'
import type { AssetRow, ShownAssets } from './assets-model.ts'
import { assetsList, assetsStore, focusAsset, selectAssets, toggleAsset } from './assets-store.ts'
import styles from './assets.module.css'
import { MemberPanel } from './member-panel.tsx'

type AssetListProps = { readonly content: ProjectContent; readonly shown: ShownAssets }

/** The assets that are shown, under the headings of their groups, and what the one with the keys holds up. */
export function AssetList({ content, shown }: AssetListProps) {
  const { focus, view } = assetsStore
  const focused = shown.rows.find(({ place }) => place.item.id === focus)
  const columns = listAssetColumns(listAssetFields(content), view.columns).filter(({ id }) => !view.hidden.includes(id))
  return (
    <div className={styles['body']}>
      <div className={shared['columns']} style={styleOfColumns(columns, [44, 160])}>
        <ListHeader list={assetsList} title="Name" columns={columns} unsorted={['place', 'stages']} />
        <div className={classNames(shared['scroller'], styles['scroller'])}>
          {shown.groups.map((group) => (
            <Group key={group.key} content={content} group={group} columns={columns} />
          ))}
        </div>
      </div>
      {focused !== undefined && <MemberPanel content={content} used={focused.place} page="assets" />}
    </div>
  )
}

type GroupProps = {
  readonly content: ProjectContent
  readonly group: RowGroup<AssetRow>
  readonly columns: readonly ListColumn[]
}

function Group({ content, group: { name, rows }, columns }: GroupProps) {
  return (
    <section aria-label={name === '' ? 'Assets' : name}>
      {name !== '' && (
        <h2 className={styles['group']}>
          {name} <span className={styles['tally']}>{rows.length}</span>
        </h2>
      )}
      <ul>
        {rows.map((row) => (
          <Row key={row.place.item.id} content={content} row={row} columns={columns} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = {
  readonly content: ProjectContent
  readonly row: AssetRow
  readonly columns: readonly ListColumn[]
}

/** A click puts the keys on it; with Ctrl or Cmd it is chosen as well. */
function Row({ content, row, columns }: RowProps) {
  const { item } = row.place
  const isFocused = assetsStore.focus === item.id
  const isSelected = assetsStore.selected.has(item.id)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isFocused])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={classNames(
          shared['line'],
          styles['row'],
          isFocused && styles['focused'],
          isSelected && classNames(shared['selected'], styles['selected']),
        )}
        aria-current={isFocused ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) toggleAsset(item.id)
          else selectAssets([])
          focusAsset(item.id)
        }}
      >
        <span className={classNames(shared['picture'], styles['picture'])} aria-hidden="true">
          <ThumbnailImage mediaId={pictureOf(item)} />
        </span>
        <span className={classNames(shared['name'], styles['name'])}>
          <ItemTitle title={item.title} item={item} />
          {row.where !== undefined && (
            <span className={styles['where']}>
              <span className="visually-hidden">, in </span>
              {row.where}
            </span>
          )}
          {isSelected && <span className="visually-hidden">, selected</span>}
        </span>
        {columns.map((column) => (
          <Cell key={column.id} content={content} row={row} column={column} />
        ))}
      </button>
    </li>
  )
}

type CellProps = { readonly content: ProjectContent; readonly row: AssetRow; readonly column: ListColumn }

function Cell({ content, row, column: { id, name, field } }: CellProps) {
  // What is no field's column is one that every asset has.
  if (field === undefined) return cells[id as AssetColumnId](row, content)
  const text = readItemText(content, field, row.place)
  return (
    <span className={classNames(shared['field'], field.kind === 'number' && shared['number'])}>
      {text !== '' && <span className={shared['label']}>{name} </span>}
      {text}
    </span>
  )
}

const cells: { readonly [Id in AssetColumnId]: (row: AssetRow, content: ProjectContent) => ReactNode } = {
  kind: ({ place }, content) => <span className={shared['field']}>{kindOf(content, place.item)?.name}</span>,
  place: ({ place }) => <span className={shared['place']}>{describePlace(place)}</span>,
  uses: ({ uses }) => <span className={styles['uses']}>{uses === 0 ? 'not used' : `used in ${uses}`}</span>,
  stages: ({ stages }) => (
    <span className={styles['stages']}>
      {stages.map(({ stage, status }) => (
        <span key={stage.id} className={styles['stage']}>
          {stage.name}
          <StatusPill status={status} />
        </span>
      ))}
    </span>
  ),
}
