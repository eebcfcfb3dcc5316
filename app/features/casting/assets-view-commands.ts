import type { Command } from '#app/commands/define-command.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { makeCommandsOfList, type ListPage } from '#app/widgets/project-list/commands-of-list.ts'
import { listAssetColumns } from './asset-columns.ts'
import { listAssetFields } from './asset-values.ts'
import { assetsList, assetsStore } from './assets-store.ts'

const listColumns = () => listAssetColumns(listAssetFields(findProjectContent()), assetsStore.view.columns)
const toOption = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, label: name })

/** The page of a project's assets, for the commands that lists share. */
export const assetsPage: ListPage<string> = {
  list: assetsList,
  group: 'Assets',
  viewPrefix: 'asset-view',
  listColumns,
  listSortable: () => [
    { value: 'item', label: 'Name' },
    ...listColumns()
      .filter(({ id }) => id !== 'place' && id !== 'stages')
      .map(toOption),
  ],
  listGroups: () =>
    listColumns()
      .filter(({ id }) => id !== 'uses' && id !== 'stages')
      .map((column) => toOption(column.id === 'place' ? { ...column, name: 'Collection' } : column)),
}

/** The commands for filter, order, groups, columns and saved views of a project's assets. */
export const assetsViewCommands: readonly Command[] = makeCommandsOfList(assetsPage)
