import type { ReactNode } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import type { AssetColumnId } from '#core/projects/list-view-form.ts'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { nameOfKind } from '#app/widgets/project-content/project-items.ts'
import { drawFieldCell } from '#app/widgets/project-list/field-cell.tsx'
import type { ListLook } from '#app/widgets/project-list/list-look.ts'
import { describePlace, readItemText, readItemValue } from '#app/widgets/project-list/list-values.ts'
import shared from '#app/widgets/project-list/project-list.module.css'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import type { AssetRow } from './assets-model.ts'
import styles from './assets.module.css'

/** Returns how a project's assets are drawn. */
export function makeAssetLook(content: ProjectContent): ListLook<AssetRow> {
  return {
    label: 'Assets of the project',
    title: 'Name',
    unsorted: ['place', 'stages'],
    sizes: [44, 160],
    heights: [44, 76],
    isHeightOpen: true,
    classOfLine: styles['row'],
    picture: ({ place: { item } }) => <ThumbnailImage mediaId={pictureOf(item)} />,
    name: ({ place: { item }, where }) => (
      <>
        <ItemTitle title={item.title} item={item} />
        {where !== undefined && (
          <span className={styles['where']}>
            <span className="visually-hidden">, in </span>
            {where}
          </span>
        )}
      </>
    ),
    cell: (row, column) => {
      const { id, field } = column
      if (field !== undefined) {
        const value = field.kind === 'formula' ? readItemValue(content, field, row.place) : undefined
        return drawFieldCell(column, { text: readItemText(content, field, row.place), value })
      }
      // A column that is not a field's is one that every asset has.
      const own = id as AssetColumnId
      return { content: cells[own](row, content), className: classes[own] }
    },
    tally: ({ rows }) => rows.length,
  }
}

const classes: { readonly [Id in AssetColumnId]: string | undefined } = {
  kind: shared['field'],
  place: shared['place'],
  uses: styles['uses'],
  stages: styles['stages'],
}

const cells: { readonly [Id in AssetColumnId]: (row: AssetRow, content: ProjectContent) => ReactNode } = {
  kind: ({ place }, content) => nameOfKind(place.item, content.studio.getKinds()),
  place: ({ place }) => describePlace(place),
  uses: ({ uses }) => (uses === 0 ? 'not used' : `used in ${uses}`),
  stages: ({ stages }) =>
    stages.map(({ stage, status }) => (
      <span key={stage.id} className={styles['stage']}>
        {stage.name}
        <StatusPill status={status} />
      </span>
    )),
}
