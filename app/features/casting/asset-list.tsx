import { useState } from 'react'
import { useMedia } from '#app/hooks/use-media.ts'
import { ListGrid } from '#app/widgets/project-list/list-grid.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { makeAssetLook } from './asset-look.tsx'
import { assetCells } from './asset-page.ts'
import type { ShownAssets } from './assets-model.ts'
import { assetsStore } from './assets-store.ts'
import styles from './assets.module.css'
import { MemberPanel } from './member-panel.tsx'

type AssetListProps = { readonly content: ProjectContent; readonly shown: ShownAssets }

/** The shown assets under the headings of their groups, and what the focused one holds up. */
export function AssetList({ content, shown }: AssetListProps) {
  const { focus, column } = assetsStore
  const focused = shown.rows.find(({ place }) => place.item.id === focus)
  const isNarrow = useMedia('(pointer: coarse), (max-width: 700px)')
  // Focusing a cell does not open the panel: the columns would shift away from under the pointer.
  const [isBeside, setIsBeside] = useState(false)
  const isWanted = focused !== undefined && (isNarrow || column === undefined || isBeside)
  if (isWanted !== isBeside) setIsBeside(isWanted)
  return (
    <div className={styles['body']}>
      <ListGrid page={assetCells} shown={shown} look={makeAssetLook(content)} />
      {isWanted && <MemberPanel content={content} used={focused.place} page="assets" />}
    </div>
  )
}
