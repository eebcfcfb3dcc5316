import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import styles from './fields-tab.module.css'

type ListActionsProps = {
  /** The prefix of the commands. */
  readonly commands: 'studio-field' | 'studio-kind'
  readonly id: string
  readonly name: string
  readonly place: { readonly isFirst: boolean; readonly isLast: boolean }
  readonly rights: { readonly canEdit: boolean; readonly canDelete: boolean }
}

/** The buttons that open, move and delete a row of a list. */
export function ListActions({ commands, id, name, place, rights }: ListActionsProps) {
  const shared = { args: [id], size: 'small', variant: 'ghost' } as const
  const held = (reason: string | false) => (reason === false ? {} : { disabledReason: reason })
  return (
    <div className={styles['actions']}>
      <CommandIconButton
        {...shared}
        command={`${commands}.open`}
        label={`Open ${name}`}
        icon={<Pencil aria-hidden="true" />}
      />
      {rights.canEdit && (
        <>
          <CommandIconButton
            {...shared}
            {...held(place.isFirst && 'Already first')}
            command={`${commands}.move-up`}
            label={`Move ${name} up`}
            icon={<ArrowUp aria-hidden="true" />}
          />
          <CommandIconButton
            {...shared}
            {...held(place.isLast && 'Already last')}
            command={`${commands}.move-down`}
            label={`Move ${name} down`}
            icon={<ArrowDown aria-hidden="true" />}
          />
        </>
      )}
      {rights.canDelete && (
        <CommandIconButton
          {...shared}
          command={`${commands}.delete`}
          label={`Delete ${name}`}
          icon={<Trash2 aria-hidden="true" />}
        />
      )}
    </div>
  )
}
