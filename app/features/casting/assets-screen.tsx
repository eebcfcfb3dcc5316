import { useLayoutEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { SelectedTask } from '#app/commands/sentence-place.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ProjectFilter } from '#app/widgets/filter-panel/project-filter.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useLanguages } from '#app/widgets/project-content/use-languages.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { ChosenRows } from '#app/widgets/project-list/chosen-rows.tsx'
import shared from '#app/widgets/project-list/project-list.module.css'
import { useSentencePlace } from '#app/widgets/project-list/use-sentence-place.ts'
import { useViewAddress } from '#app/widgets/project-list/use-view-address.ts'
import { assetCells } from './asset-page.ts'
import { AssetList } from './asset-list.tsx'
import { AssetsBar } from './assets-bar.tsx'
import { assetsChangeCommands } from './assets-change-commands.ts'
import { assetsCommands } from './assets-commands.ts'
import { readAssetFilterSource } from './assets-filter.ts'
import { forgetShownAssets, getShownAssets, type AssetRow } from './assets-model.ts'
import { assetsList, assetsStore, enterAssets, resetAssets, setAssetsView } from './assets-store.ts'
import { assetsViewCommands } from './assets-view-commands.ts'

const commands = [...assetsCommands, ...assetsChangeCommands, ...assetsViewCommands]

const changing = {
  'assets.set-status': 'Status',
  'assets.assign': 'Assign',
  'assets.set-kind': 'Kind',
  'assets.field': 'Field',
}

type AssetsScreenProps = { readonly params: RouteParams }

/** All assets of a project by kind: how far they are, and where they are used. */
export function AssetsScreen({ params }: AssetsScreenProps) {
  useCommands(commands)
  useScope('assets')
  const view = useProjectContent(params)
  return (
    <ProjectContentFrame view={view} title="Assets">
      {(content) => <Assets key={content.project.id} content={content} />}
    </ProjectContentFrame>
  )
}

/** The empty state: names the studio's kinds of assets, or links to where they are set up. */
function NoAssets({ content: { studio } }: { readonly content: ProjectContent }) {
  const names = studio.getKinds().flatMap(({ name, itemType }) => (itemType === 'asset' ? name : []))
  if (names.length === 0) {
    return (
      <EmptyState
        level={1}
        title="No kind of asset"
        text="Assets are items of a kind such as vehicle or matte painting. This studio has no such kind: create one."
      >
        <CommandButton command="studio.settings-kinds" variant="primary">
          Open the kinds
        </CommandButton>
      </EmptyState>
    )
  }
  const some = names.slice(0, 3)
  const list = some.length === 1 ? some.join('') : `${some.slice(0, -1).join(', ')} or ${some.at(-1)}`
  return (
    <EmptyState
      level={1}
      title="No assets yet"
      text={`Give items a kind, such as ${list}: in a space, run “Set the kind” from the palette.`}
    >
      <CommandButton command="go.spaces" variant="primary">
        Open the spaces
      </CommandButton>
    </EmptyState>
  )
}

function Assets({ content }: { readonly content: ProjectContent }) {
  const { client, project } = content
  useSnapshot(assetsStore)
  useLayoutEffect(() => {
    enterAssets(client.userId, project.id)
    return () => {
      resetAssets()
      forgetShownAssets()
    }
  }, [client, project.id])
  useViewAddress(assetsList, content)
  useLanguages(content)
  useSentencePlace(assetCells, listTasks)
  const shown = getShownAssets(content)
  if (shown.allCount === 0) return <NoAssets content={content} />
  return (
    <div className={shared['page']}>
      <AssetsBar content={content} shown={shown} />
      {assetsStore.isFilterOpen && (
        <ProjectFilter
          content={content}
          filter={assetsStore.view.filter}
          source={readAssetFilterSource(content)}
          page="assets"
          onChange={(filter) => setAssetsView({ filter })}
        />
      )}
      {shown.rows.length === 0 ? (
        <EmptyState title="No assets match" text="Try adjusting or clearing the filters.">
          <CommandButton command="assets.clear-filter">Show all assets</CommandButton>
        </EmptyState>
      ) : (
        <AssetList content={content} shown={shown} />
      )}
      <ChosenRows list={assetsList} noun="asset" changing={changing} />
    </div>
  )
}

function listTasks({ place: { replica, item } }: AssetRow): readonly SelectedTask[] {
  return replica.getTasks(item.id).map((task) => ({ space: replica, task }))
}
