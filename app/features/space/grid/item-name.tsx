import type { RowLook } from './row-look.ts'
import { pictureOf, type ItemRow } from '#core/schema/items.ts'
import { memo } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { stopEditing } from '../space-view-store.ts'
import { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'
import styles from './grid.module.css'

type ItemNameProps = {
  readonly item: ItemRow
  readonly look: Pick<RowLook, 'editing' | 'thumbnailUrl' | 'place'>
  /** The sum of the row, where amounts are shown. */
  readonly total: string
}

/** The first cell of a row: picture, name and description. */
export const ItemName = memo(function ItemName({ item, look: { editing, thumbnailUrl, place }, total }: ItemNameProps) {
  const isRenaming = editing?.kind === 'item-name' && editing.itemId === item.id
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row it is in
    <div role="rowheader" aria-colindex={1} className={styles['name']} data-name="">
      <span className={styles['grip']} data-grip="" aria-hidden="true" />
      {pictureOf(item) === undefined ? (
        <span className={styles['thumbnail']} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          data-thumbnail=""
          className={styles['thumbnail']}
          aria-label={`Preview of ${item.title}`}
        >
          {thumbnailUrl !== undefined && <img src={thumbnailUrl} alt="" loading="lazy" draggable={false} />}
        </button>
      )}
      {isRenaming ? (
        <TextInPlace
          label={`Name of ${item.title}`}
          value={item.title}
          onCommit={(text) => void runCommand('item.save-name', { args: [item.id, text] })}
          onCancel={stopEditing}
        />
      ) : (
        <>
          <b className={styles['title']} data-tooltip={item.title.length > 24 ? item.title : undefined}>
            <ItemTitle title={item.title} item={item} />
          </b>
          {place !== undefined && (
            <span className={styles['place']}>
              <span className="visually-hidden">, in </span>
              {place}
            </span>
          )}
          <span className={styles['description']}>{item.description}</span>
          {total !== '' && <span className={styles['rowTotal']}>{total}</span>}
        </>
      )}
    </div>
  )
})
