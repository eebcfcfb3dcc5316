import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { PresetKind } from '#core/studios/save-preset.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import styles from './choice-list.module.css'
import { listChoices, toggleChoice } from './choice-order.ts'
import { PresetBar } from './preset-bar.tsx'
import { choose, projectStore } from './project-store.ts'

type ChoiceListProps = { readonly kind: PresetKind; readonly studio: StudioReplica }

type Choice = { readonly id: string; readonly name: string; readonly color: string }

const titles = { stage: 'Stages', status: 'Statuses' } as const

/**
 * The studio's stages or statuses, from which a space's are chosen and put in order. The arrow keys move between rows;
 * with Alt they move the row.
 */
export function ChoiceList({ kind, studio }: ChoiceListProps) {
  const { form } = useSnapshot(projectStore)
  const all: readonly Choice[] = kind === 'stage' ? studio.getStages() : studio.getStatuses()
  const chosen = form?.draft.chosen[kind] ?? []
  const title = titles[kind]
  const choices = listChoices(all, chosen)
  const list = useKeptFocus<HTMLUListElement>()
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
      <ul ref={list} className={styles['list']}>
        {choices.map(({ id, name, color }) => (
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

/** Moves between checkboxes with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const boxes = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])]
  const at = boxes.findIndex((box) => box === event.currentTarget)
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: boxes.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  boxes[next]?.focus()
}

type ChoiceRowProps = {
  readonly kind: PresetKind
  readonly id: string
  readonly name: string
  readonly color: string
  /** The number of chosen entries. */
  readonly count: number
  /** The entry's index among the chosen ones; negative if it is not chosen. */
  readonly place: number
  readonly onToggle: () => void
}

function ChoiceRow({ kind, id, name, color, count, place, onToggle }: ChoiceRowProps) {
  const steps = [
    {
      command: 'choice.move-up',
      label: `Move ${name} up`,
      icon: <ArrowUp aria-hidden="true" />,
      held: place === 0 && 'Already first',
    },
    {
      command: 'choice.move-down',
      label: `Move ${name} down`,
      icon: <ArrowDown aria-hidden="true" />,
      held: place === count - 1 && 'Already last',
    },
  ] as const
  return (
    <li className={styles['row']} data-focus-row="" data-choice={id} data-choice-kind={kind}>
      <Checkbox label={name} isLabelHidden isChecked={place >= 0} onChange={onToggle} onKeyDown={moveFocus} />
      <span className={styles['dot']} style={{ backgroundColor: color }} />
      <span className={styles['name']} aria-hidden="true">
        {name}
      </span>
      {place >= 0 &&
        steps.map(({ command, label, icon, held }) => (
          <CommandIconButton
            key={command}
            command={command}
            args={[kind, id]}
            label={label}
            size="small"
            variant="ghost"
            icon={icon}
            // Stays focusable at the ends, so that the last move does not lose the focus.
            {...(held !== false && { disabledReason: held })}
          />
        ))}
    </li>
  )
}
