import { CommandButton } from '#app/widgets/command-button.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { ListBar } from '#app/widgets/project-list/list-bar.tsx'
import { readAssetFilterSource } from './assets-filter.ts'
import type { ShownAssets } from './assets-model.ts'
import { assetsPage } from './assets-view-commands.ts'

type AssetsBarProps = { readonly content: ProjectContent; readonly shown: ShownAssets }

/** The bar above the assets: filter, order, groups and columns. */
export function AssetsBar({ content, shown: { rows, allCount } }: AssetsBarProps) {
  return (
    <ListBar
      page={assetsPage}
      content={content}
      title="Assets"
      count={rows.length === allCount ? allCount : `${rows.length} of ${allCount}`}
      placeholder="Name, collection, space…"
      filterSource={readAssetFilterSource(content)}
    >
      <CommandButton command="go.casting" hasKeyHint={false}>
        Casting
      </CommandButton>
    </ListBar>
  )
}
