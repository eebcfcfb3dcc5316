import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { pictureOf } from '#core/schema/items.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ProjectFilter } from '#app/widgets/filter-panel/project-filter.tsx'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useLanguages } from '#app/widgets/project-content/use-languages.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import { AssetsBar } from './assets-bar.tsx'
import { assetsChangeCommands } from './assets-change-commands.ts'
import { assetsCommands } from './assets-commands.ts'
import { readAssetFilterSource } from './assets-filter.ts'
import { listAssets, type AssetGroup, type AssetRow } from './assets-model.ts'
import {
  assetsStore,
  enterAssets,
  focusAsset,
  resetAssets,
  selectAssets,
  setAssetsView,
  toggleAsset,
} from './assets-store.ts'
import { assetsViewCommands } from './assets-view-commands.ts'
import styles from './assets.module.css'
import { ChosenAssets } from './chosen-assets.tsx'
import { MemberPanel } from './member-panel.tsx'

const commands = [...assetsCommands, ...assetsChangeCommands, ...assetsViewCommands]

type AssetsScreenProps = { readonly params: RouteParams }

/** Every asset of a project by its kind: how far it is, and where it is used. */
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

function Assets({ content }: { readonly content: ProjectContent }) {
  const { client, project } = content
  useSnapshot(assetsStore)
  const { focus, selected, isFilterOpen, view } = assetsStore
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.focus({ preventScroll: true }), [])
  useLayoutEffect(() => {
    enterAssets(client.userId, project.id)
    return resetAssets
  }, [client, project.id])
  useLanguages(content)
  const shown = listAssets(content)
  const focused = shown.rows.find(({ place }) => place.item.id === focus)
  if (shown.allCount === 0) {
    return (
      <EmptyState
        level={1}
        title="No assets yet"
        text="Give items a kind, such as character, prop or set: in a space, run “Set the kind” from the palette."
      >
        <CommandButton command="go.spaces" variant="primary">
          Open the spaces
        </CommandButton>
      </EmptyState>
    )
  }
  return (
    <div ref={page} className={styles['page']} tabIndex={-1}>
      <AssetsBar content={content} shown={shown} />
      {isFilterOpen && (
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
        <div className={styles['body']}>
          <div className={styles['groups']}>
            {shown.groups.map((group) => (
              <Group key={group.key} group={group} focus={focus} selected={selected} isBare={view.group === 'none'} />
            ))}
          </div>
          {focused !== undefined && <MemberPanel content={content} used={focused.place} page="assets" />}
        </div>
      )}
      <ChosenAssets />
    </div>
  )
}

type GroupProps = {
  readonly group: AssetGroup
  readonly focus: string | undefined
  readonly selected: ReadonlySet<string>
  /** Whether it is all there is, and has no heading. */
  readonly isBare: boolean
}

function Group({ group, focus, selected, isBare }: GroupProps) {
  return (
    <section aria-label={group.name}>
      {!isBare && (
        <h2 className={styles['group']}>
          {group.name} <span className={styles['count']}>{group.rows.length}</span>
        </h2>
      )}
      <ul className={styles['rows']}>
        {group.rows.map((row) => {
          const { id } = row.place.item
          return <Row key={id} row={row} isFocused={id === focus} isSelected={selected.has(id)} />
        })}
      </ul>
    </section>
  )
}

type RowProps = { readonly row: AssetRow; readonly isFocused: boolean; readonly isSelected: boolean }

/** A click puts the keys on it; with Ctrl or Cmd it is chosen as well. */
function Row({ row, isFocused, isSelected }: RowProps) {
  const { item } = row.place
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isFocused])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={classNames(styles['row'], isFocused && styles['focused'], isSelected && styles['selected'])}
        aria-current={isFocused ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) toggleAsset(item.id)
          else selectAssets([])
          focusAsset(item.id)
        }}
      >
        <span className={styles['picture']} aria-hidden="true">
          <ThumbnailImage mediaId={pictureOf(item)} />
        </span>
        <span className={styles['name']}>
          <ItemTitle title={item.title} item={item} />
          {row.where !== undefined && (
            <span className={styles['where']}>
              <span className="visually-hidden">, in </span>
              {row.where}
            </span>
          )}
          {isSelected && <span className="visually-hidden">, selected</span>}
        </span>
        <span className={styles['uses']}>{row.uses === 0 ? 'not used' : `used in ${row.uses}`}</span>
        <span className={styles['stages']}>
          {row.stages.map(({ stage, status }) => (
            <span key={stage.id} className={styles['stage']}>
              {stage.name}
              <StatusPill status={status} />
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}
