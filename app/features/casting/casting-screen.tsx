import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { usePastedText } from '#app/hooks/use-pasted-text.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { linkKey } from '#core/schema/item-links.ts'
import { readCastRows, type CastRow } from '#app/widgets/cast/cast-content.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { SpaceLayouts } from '#app/widgets/space-layouts.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { CastList } from './cast-list.tsx'
import { castingCommands } from './casting-commands.ts'
import { findMember, findSequence, isShown, isWaiting, listWaiting, type Sequence } from './casting-model.ts'
import styles from './casting.module.css'
import { castingStore, resetCasting, showSequence } from './casting-store.ts'
import { MemberPanel, ShotPanel } from './member-panel.tsx'
import { ChosenShots } from './chosen-shots.tsx'

type CastingScreenProps = { readonly params: RouteParams }

/** The shots of a sequence with their cast, and whether they are ready. */
export function CastingScreen({ params }: CastingScreenProps) {
  useCommands(castingCommands)
  useScope('casting')
  usePaste()
  const { projectSlug } = params
  useEffect(() => resetCasting, [projectSlug])
  const wanted = new URLSearchParams(useSearch()).get('sequence')
  useLayoutEffect(() => {
    if (wanted !== null) showSequence(wanted)
  }, [wanted, projectSlug])
  const view = useProjectContent(params)
  return (
    <ProjectContentFrame view={view} title="Casting">
      {(content) => <Casting content={content} />}
    </ProjectContentFrame>
  )
}

function usePaste(): void {
  usePastedText((text) => {
    void runCommand('casting.paste', { args: [text] })
    return true
  })
}

const layoutCommands = { grid: 'casting.grid', kanban: 'casting.kanban' } as const

function Casting({ content }: { readonly content: ProjectContent }) {
  const { shot, member, chosen, waitingFor, sequence: wanted } = useSnapshot(castingStore)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.focus({ preventScroll: true }), [])
  const sequence = findSequence(content, wanted)
  if (sequence === undefined) {
    return (
      <EmptyState level={1} title="No shots yet" text="Once a space has shots, cast their assets here.">
        <CommandButton command="go.spaces" variant="primary">
          Open the spaces
        </CommandButton>
      </EmptyState>
    )
  }
  const all = readCastRows(content, sequence.shots)
  const rows = all.filter((each) => isShown(each, waitingFor))
  const row = rows.find(({ shot: each }) => each.item.id === shot)
  const focused = row && findMember(row, member)
  return (
    <div ref={page} className={styles['page']} tabIndex={-1}>
      <h1 className="visually-hidden">Casting</h1>
      <Bar sequence={sequence} rows={all} />
      <div className={styles['body']}>
        <CastList rows={rows} shot={shot} member={focused && linkKey(focused.link)} chosen={chosen} />
        {focused?.used !== undefined ? (
          <MemberPanel content={content} used={focused.used} page="casting" link={focused.link} shot={row?.shot} />
        ) : (
          row !== undefined && <ShotPanel content={content} row={row} />
        )}
      </div>
      <ChosenShots count={chosen.length} />
    </div>
  )
}

type BarProps = { readonly sequence: Sequence; readonly rows: readonly CastRow[] }

/** The bar above the shots: which are shown, how many wait, and the actions. */
function Bar({ sequence, rows }: BarProps) {
  const { waitingFor } = useSnapshot(castingStore)
  const held = rows.filter((each) => isWaiting(each))
  const chips = listWaiting(rows, waitingFor)
  const isListed = chips.some(({ stage }) => stage.id === waitingFor)
  return (
    <header className={styles['bar']}>
      <SpaceLayouts value="casting" commands={layoutCommands} />
      <CommandButton command="casting.sequence" hasKeyHint={false}>
        <span className={styles['sequence']}>
          {sequence.about === '' ? sequence.name : `${sequence.name} · ${sequence.about}`}
        </span>
      </CommandButton>
      {chips.map(({ stage, count }) => (
        <CommandButton
          key={stage.id}
          command="casting.waiting-for"
          args={[stage.id]}
          aria-pressed={waitingFor === stage.id}
          hasKeyHint={false}
        >
          <span className={styles['waiting']}>
            Not ready for {stage.name} · {count}
            {waitingFor === stage.id && <X size={12} aria-hidden="true" />}
          </span>
        </CommandButton>
      ))}
      {waitingFor !== undefined && !isListed && (
        <CommandButton command="casting.waiting" aria-pressed hasKeyHint={false}>
          <span className={styles['waiting']}>
            Waiting only
            <X size={12} aria-hidden="true" />
          </span>
        </CommandButton>
      )}
      <output className={styles['held']}>
        {held.length === 0 ? 'Nothing is waiting' : `${held.length} of ${rows.length} wait for something cast`}
      </output>
      <span className={styles['hint']}>
        Paste <b>Ana:2, Tree:14</b> into a shot
      </span>
      <CommandButton command="casting.add" variant="primary" className={styles['add']} />
    </header>
  )
}
