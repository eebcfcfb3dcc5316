import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { linkKey } from '#core/schema/item-links.ts'
import { readCastRows } from '#app/widgets/cast/cast-content.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { CastList } from './cast-list.tsx'
import { castingCommands } from './casting-commands.ts'
import { isWaiting, listSequences } from './casting-model.ts'
import styles from './casting.module.css'
import { castingStore, resetCasting } from './casting-store.ts'
import { MemberPanel } from './member-panel.tsx'

type CastingScreenProps = { readonly params: RouteParams }

/** What the shots of a sequence are made with, and whether they can be begun. */
export function CastingScreen({ params }: CastingScreenProps) {
  useCommands(castingCommands)
  useScope('casting')
  const { projectSlug } = params
  useEffect(() => resetCasting, [projectSlug])
  const view = useProjectContent(params)
  return (
    <ProjectContentFrame view={view} title="Casting">
      {(content) => <Casting content={content} />}
    </ProjectContentFrame>
  )
}

function Casting({ content }: { readonly content: ProjectContent }) {
  const { sequence: wanted, shot, member, isWaitingOnly } = useSnapshot(castingStore)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.focus({ preventScroll: true }), [])
  const sequences = listSequences(content)
  const sequence = sequences.find(({ key }) => key === wanted) ?? sequences[0]
  if (sequence === undefined) {
    return (
      <EmptyState
        level={1}
        title="No shots yet"
        text="Once a space has shots, their characters, props and sets are cast here."
      >
        <CommandButton command="go.spaces" variant="primary">
          Open the spaces
        </CommandButton>
      </EmptyState>
    )
  }
  const all = readCastRows(content, sequence.shots)
  const held = all.filter(isWaiting)
  const rows = isWaitingOnly ? held : all
  const row = rows.find(({ shot: each }) => each.item.id === shot)
  const focused = row?.cast.find(({ link }) => linkKey(link) === member)
  return (
    <div ref={page} className={styles['page']} tabIndex={-1}>
      <header className={styles['bar']}>
        <h1 className={styles['title']}>Casting</h1>
        <CommandButton command="casting.sequence" hasKeyHint={false}>
          {sequence.name}
        </CommandButton>
        {(held.length > 0 || isWaitingOnly) && (
          <CommandButton command="casting.waiting" aria-pressed={isWaitingOnly} hasKeyHint={false}>
            Waiting only
          </CommandButton>
        )}
        <output className={styles['held']}>
          {held.length === 0 ? 'Nothing is waiting' : `${held.length} of ${all.length} wait for something cast`}
        </output>
        <span className={styles['hint']}>
          Paste <b>Ana:2, Tree:14</b> into a shot
        </span>
        <CommandButton command="casting.add" variant="primary" />
      </header>
      <div className={styles['body']}>
        <CastList rows={rows} shot={shot} member={member} />
        {focused?.used !== undefined && (
          <MemberPanel content={content} used={focused.used} page="casting" link={focused.link} shot={row?.shot} />
        )}
      </div>
    </div>
  )
}
