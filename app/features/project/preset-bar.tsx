import { Pencil, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { listPresets, type PresetKind } from '#core/studios/save-preset.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CancelButton } from '#app/widgets/cancel-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import styles from './choice-list.module.css'
import { projectStore, setNamingPreset } from './project-store.ts'

type PresetBarProps = { readonly kind: PresetKind; readonly studio: StudioReplica }

/** The presets of a space's stages or statuses: apply, save, rename or delete one. */
export function PresetBar({ kind, studio }: PresetBarProps) {
  const { form, namingPreset } = useSnapshot(projectStore)
  const presets = listPresets(studio, kind)
  const chosen = form?.draft.chosen[kind] ?? []
  const current = presets.find(({ itemIds }) => itemIds.join() === chosen.join())
  if (namingPreset === kind)
    return <PresetName kind={kind} initial={current?.name ?? ''} hasItems={chosen.length > 0} />
  return (
    <div className={styles['presets']}>
      <Select
        label={kind === 'stage' ? 'Stage preset' : 'Status preset'}
        isLabelHidden
        placeholder={presets.length === 0 ? 'No presets yet' : 'Use a preset…'}
        value={current?.id}
        options={presets.map(({ id, name, itemIds }) => ({ value: id, label: name, detail: String(itemIds.length) }))}
        onChange={(id) => void runCommand('preset.apply', { args: [kind, id] })}
      />
      <CommandIconButton
        command="preset.name"
        args={[kind]}
        label={current === undefined ? 'Save as preset' : `Rename preset ${current.name}`}
        icon={current === undefined ? <Save aria-hidden="true" /> : <Pencil aria-hidden="true" />}
        isDisabled={!studio.can('create')}
      />
      {current !== undefined && studio.can('delete') && (
        <CommandIconButton
          command="preset.delete"
          args={[kind, current.id]}
          label={`Delete preset ${current.name}`}
          icon={<Trash2 aria-hidden="true" />}
        />
      )}
    </div>
  )
}

type PresetNameProps = { readonly kind: PresetKind; readonly initial: string; readonly hasItems: boolean }

/** The name of a preset. Enter saves and Esc cancels; neither reaches the form around it. */
function PresetName({ kind, initial, hasItems }: PresetNameProps) {
  const [name, setName] = useState(initial)
  const isReady = name.trim() !== '' && hasItems
  const save = (): void => void runCommand('preset.save', { args: [kind, name] })
  useLayer({ scope: 'dialog', blocks: 'nothing', onClose: () => setNamingPreset(undefined) })
  return (
    <div className={styles['presets']}>
      <TextField
        label="Preset name"
        isLabelHidden
        placeholder="Preset name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens on request, for typing
        autoFocus
        maxLength={100}
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (isReady) save()
        }}
      />
      <Button isDisabled={!isReady} onClick={save}>
        Save
      </Button>
      <CancelButton variant="ghost" />
    </div>
  )
}
