import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { pictureOf } from '#core/schema/items.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import { assetsCommands } from './assets-commands.ts'
import { listAssets, type AssetGroup, type AssetRow } from './assets-model.ts'
import { assetsStore, focusAsset, resetAssets } from './assets-store.ts'
import styles from './assets.module.css'
import { MemberPanel } from './member-panel.tsx'

type AssetsScreenProps = { readonly params: RouteParams }

/** Every asset of a project by its kind: how far it is, and where it is used. */
export function AssetsScreen({ params }: AssetsScreenProps) {
  useCommands(assetsCommands)
  useScope('assets')
  const { projectSlug } = params
  useEffect(() => resetAssets, [projectSlug])
  const view = useProjectContent(params)
  return (
    <ProjectContentFrame view={view} title="Assets">
      {(content) => <Assets content={content} />}
    </ProjectContentFrame>
  )
}

function Assets({ content }: { readonly content: ProjectContent }) {
  const { focus } = useSnapshot(assetsStore)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.focus({ preventScroll: true }), [])
  const groups = listAssets(content)
  const rows = groups.flatMap((group) => group.rows)
  const focused = rows.find(({ place }) => place.item.id === focus)
  if (rows.length === 0) {
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
      <header className={styles['bar']}>
        <h1 className={styles['title']}>Assets</h1>
        <span className={styles['count']}>{rows.length}</span>
        <CommandButton command="go.casting">Casting</CommandButton>
      </header>
      <div className={styles['body']}>
        <div className={styles['groups']}>
          {groups.map((group) => (
            <Group key={group.key} group={group} focus={focus} />
          ))}
        </div>
        {focused !== undefined && <MemberPanel content={content} used={focused.place} page="assets" />}
      </div>
    </div>
  )
}

function Group({ group, focus }: { readonly group: AssetGroup; readonly focus: string | undefined }) {
  return (
    <section aria-label={group.name}>
      <h2 className={styles['group']}>
        {group.name} <span className={styles['count']}>{group.rows.length}</span>
      </h2>
      <ul className={styles['rows']}>
        {group.rows.map((row) => (
          <Row key={row.place.item.id} row={row} isFocused={row.place.item.id === focus} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row, isFocused }: { readonly row: AssetRow; readonly isFocused: boolean }) {
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
        className={classNames(styles['row'], isFocused && styles['focused'])}
        aria-current={isFocused ? 'true' : undefined}
        onClick={() => focusAsset(item.id)}
      >
        <span className={styles['picture']} aria-hidden="true">
          <ThumbnailImage mediaId={pictureOf(item)} />
        </span>
        <span className={styles['name']}>
          <ItemTitle title={item.title} item={item} />
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
