import { Hourglass, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { findNeed } from '#core/casting/change-kinds.ts'
import type { StageNeed } from '#core/schema/stage-needs.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import styles from './fields-tab.module.css'
import { NativeSelect } from './native-select.tsx'

type NeedListProps = { readonly studio: StudioReplica }

/** The stages that wait for others in what an item is cast with; readiness is calculated from this. */
export function NeedList({ studio }: NeedListProps) {
  const needs = listNeeds(studio)
  return (
    <section className={styles['needs']} aria-labelledby="what-waits">
      <h3 id="what-waits">What waits for what</h3>
      {needs.length > 0 && (
        <ul className={styles['list']} aria-labelledby="what-waits">
          {needs.map(({ need, text }) => (
            <li key={need.id} className={styles['row']} data-focus-row="">
              <Hourglass aria-hidden="true" size={14} />
              <span className={styles['title']}>{text}</span>
              {studio.can('delete') && (
                <CommandIconButton
                  command="studio-need.remove"
                  args={[need.id]}
                  size="small"
                  variant="ghost"
                  label={`Delete: ${text}`}
                  icon={<X aria-hidden="true" />}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {studio.can('create') && studio.getStages().length > 0 && <AddNeed studio={studio} />}
    </section>
  )
}

/** Lists needs in the order of the waiting stages. */
function listNeeds(studio: StudioReplica): readonly { readonly need: StageNeed; readonly text: string }[] {
  const stages = studio.getStages()
  const nameOf = (id: string): string => stages.find((stage) => stage.id === id)?.name ?? ''
  return stages.flatMap(({ id }) =>
    studio
      .getNeeds()
      .filter(({ stageId }) => stageId === id)
      .map((need) => {
        const kind = need.kindId && studio.replica.find('item_kinds', need.kindId)?.name
        const whose = kind === undefined ? 'everything cast' : `each ${kind.toLowerCase()} cast`
        return { need, text: `${nameOf(need.stageId)} waits for ${nameOf(need.needsStageId)} of ${whose}` }
      }),
  )
}

function AddNeed({ studio }: NeedListProps) {
  const stages = studio.getStages().map(({ id, name }) => ({ value: id, label: name }))
  const kinds = [
    { value: '', label: 'everything cast' },
    ...studio.getKinds().map(({ id, name }) => ({ value: String(id), label: `each ${name.toLowerCase()} cast` })),
  ]
  const [first] = stages
  const [chosen, setChosen] = useState({ stageId: stages.at(-1)?.value, needsStageId: first?.value, kindId: '' })
  const { stageId = first?.value, needsStageId = first?.value, kindId } = chosen
  if (stageId === undefined || needsStageId === undefined) return null
  const kind = studio.getKinds().find(({ id }) => id === kindId)?.id
  const isThere = findNeed(studio, { stageId, needsStageId, kindId: kind }) !== undefined
  return (
    <div className={styles['add']}>
      <NativeSelect
        label="The stage that waits"
        value={stageId}
        options={stages}
        onChange={(id) => setChosen({ ...chosen, stageId: id })}
      />
      <span className={styles['note']}>waits for</span>
      <NativeSelect
        label="What it waits for"
        value={needsStageId}
        options={stages}
        onChange={(id) => setChosen({ ...chosen, needsStageId: id })}
      />
      <span className={styles['note']}>of</span>
      <NativeSelect
        label="Of what"
        value={kindId}
        options={kinds}
        onChange={(id) => setChosen({ ...chosen, kindId: id })}
      />
      <CommandButton
        command="studio-need.add"
        args={[stageId, needsStageId, kindId]}
        icon={<Plus aria-hidden="true" />}
        {...(isThere && { disabledReason: 'Already so' })}
      />
    </div>
  )
}
