import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { PresetKind } from '#core/studios/save-preset.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import styles from './choice-list.module.css'
import { listChoices, toggleChoice } from './choice-order.ts'
import { PresetBar } from './preset-bar.tsx'
import { choose, projectStore } from './project-store.ts'

type ChoiceListProps = { readonly kind: PresetKind; readonly studio: StudioReplica }

type Choice = { readonly id: string; readonly name: string; readonly color: string }

const titles = { stage: 'Stages', status: 'Statuses' } as const

/** Which of the studio's stages or statuses a space works with, in the space's order. */
export function ChoiceList({ kind, studio }: ChoiceListProps) {
  const { form } = useSnapshot(projectStore)
  const all: readonly Choice[] = kind === 'stage' ? studio.getStages() : studio.getStatuses()
  const chosen = form?.draft.chosen[kind] ?? []
  const title = titles[kind]
  return (
    <section className={styles['choice']} aria-label={title}>
      <header className={styles['header']}>
        <h3 className={styles['title']}>{title}</h3>
        <span className={styles['count']}>
          {all.filter(({ id }) => chosen.includes(id)).length} of {all.length}
        </span>
        <CommandButton command="choice.all" args={[kind]} size="small" variant="ghost" hasKeyHint={false}>
          All
        </CommandButton>
        <CommandButton command="choice.none" args={[kind]} size="small" variant="ghost" hasKeyHint={false}>
          None
        </CommandButton>
        <CommandButton command={`${kind}.add`} size="small" icon={<Plus aria-hidden="true" />} hasKeyHint={false} />
      </header>
      <PresetBar kind={kind} studio={studio} />
      <ul className={styles['list']}>
        {listChoices(all, chosen).map(({ id, name, color }) => (
          <ChoiceRow
            key={id}
            kind={kind}
            id={id}
            name={name}
            color={color}
            count={chosen.length}
            place={chosen.indexOf(id)}
            onToggle={() =>
              choose(
                kind,
                toggleChoice(
                  all.map((entry) => entry.id),
                  chosen,
                  id,
                ),
              )
            }
          />
        ))}
      </ul>
    </section>
  )
}

type ChoiceRowProps = {
  readonly kind: PresetKind
  readonly id: string
  readonly name: string
  readonly color: string
  /** How many are chosen. */
  readonly count: number
  /** Where it stands among the chosen ones; below zero for one that is not. */
  readonly place: number
  readonly onToggle: () => void
}

function ChoiceRow({ kind, id, name, color, count, place, onToggle }: ChoiceRowProps) {
  const steps = [
    { label: `Move ${name} up`, icon: <ArrowUp aria-hidden="true" />, to: place - 1 },
    { label: `Move ${name} down`, icon: <ArrowDown aria-hidden="true" />, to: place + 1 },
  ]
  return (
    <li className={styles['row']}>
      <Checkbox label={name} isLabelHidden isChecked={place >= 0} onChange={onToggle} />
      <span className={styles['dot']} style={{ backgroundColor: color }} />
      <span className={styles['name']} aria-hidden="true">
        {name}
      </span>
      {place >= 0 &&
        steps.map(({ label, icon, to }) => (
          <CommandIconButton
            key={label}
            command="choice.move"
            args={[kind, id, String(to)]}
            label={label}
            size="small"
            variant="ghost"
            icon={icon}
            // Stays reachable at the edges, so that the last step does not lose the focus.
            {...((to < 0 || to >= count) && { disabledReason: to < 0 ? 'Already first' : 'Already last' })}
          />
        ))}
    </li>
  )
}
