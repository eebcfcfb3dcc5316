import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { PresetKind } from '#core/operations/save-preset.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './choice-list.module.css'
import { PresetBar } from './preset-bar.tsx'
import { choose, projectStore } from './project-store.ts'

type ChoiceListProps = { readonly kind: PresetKind; readonly studio: StudioReplica }

const titles = { stage: 'Stages', status: 'Statuses' } as const

/** Which of the studio's stages or statuses a space works with, the chosen ones first and in the space's order. */
export function ChoiceList({ kind, studio }: ChoiceListProps) {
  const { form } = useSnapshot(projectStore)
  const all = kind === 'stage' ? studio.getStages() : studio.getStatuses()
  const chosen = form?.draft.chosen[kind] ?? []
  const known = chosen.flatMap((id) => all.find((entry) => entry.id === id) ?? [])
  const others = all.filter(({ id }) => !chosen.includes(id))
  const title = titles[kind]
  return (
    <section className={styles['choice']} aria-label={title}>
      <header className={styles['header']}>
        <h3 className={styles['title']}>{title}</h3>
        <span className={styles['count']}>
          {known.length} of {all.length}
        </span>
        <Button
          size="small"
          variant="ghost"
          onClick={() =>
            choose(
              kind,
              all.map(({ id }) => id),
            )
          }
        >
          All
        </Button>
        <Button size="small" variant="ghost" onClick={() => choose(kind, [])}>
          None
        </Button>
        <CommandButton command={`${kind}.add`} size="small" icon={<Plus aria-hidden="true" />} hasKeyHint={false} />
      </header>
      <PresetBar kind={kind} studio={studio} />
      <ul className={styles['list']}>
        {[...known, ...others].map(({ id, name, color }) => (
          <ChoiceRow
            key={id}
            kind={kind}
            id={id}
            name={name}
            color={color}
            chosen={chosen}
            place={chosen.indexOf(id)}
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
  readonly chosen: readonly string[]
  /** Where it stands among the chosen ones; below zero for one that is not. */
  readonly place: number
}

function ChoiceRow({ kind, id, name, color, chosen, place }: ChoiceRowProps) {
  const steps = [
    { label: `Move ${name} up`, icon: <ArrowUp aria-hidden="true" />, to: place - 1 },
    { label: `Move ${name} down`, icon: <ArrowDown aria-hidden="true" />, to: place + 1 },
  ]
  return (
    <li className={styles['row']}>
      <Checkbox
        label={name}
        isLabelHidden
        isChecked={place >= 0}
        onChange={(isOn) => choose(kind, isOn ? [...chosen, id] : chosen.filter((other) => other !== id))}
      />
      <span className={styles['dot']} style={{ backgroundColor: color }} />
      <span className={styles['name']} aria-hidden="true">
        {name}
      </span>
      {place >= 0 &&
        steps.map(({ label, icon, to }) => (
          <IconButton
            key={label}
            label={label}
            size="small"
            variant="ghost"
            icon={icon}
            isDisabled={to < 0 || to >= chosen.length}
            onClick={() => choose(kind, moveTo(chosen, place, to))}
          />
        ))}
    </li>
  )
}

function moveTo(ids: readonly string[], from: number, to: number): readonly string[] {
  const moved = ids[from]
  return moved === undefined ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, moved)
}
