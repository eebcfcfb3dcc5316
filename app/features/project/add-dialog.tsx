import { stageCategories, type StageCategory } from '#core/schema/stages.ts'
import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { newStageColor } from '#core/studios/default-stages.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import type { PresetKind } from '#core/studios/save-preset.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CatalogueColorPicker } from '#app/widgets/catalogue-color-picker.tsx'
import { CancelButton } from '#app/widgets/cancel-button.tsx'
import { projectStore, setAdding } from './project-store.ts'
import styles from './space-dialog.module.css'

const titles = { stage: 'Add Stage', status: 'Add Status' } as const

const categoryNames: Readonly<Record<StageCategory, string>> = {
  'pre-production': 'Pre-production',
  production: 'Production',
  'post-production': 'Post-production',
}

/** Adds a stage or status to the studio from within the space dialog. */
export function AddDialog() {
  const { adding } = useSnapshot(projectStore)
  const formId = useId()
  return (
    <Dialog
      isOpen={adding !== undefined}
      onClose={() => setAdding(undefined)}
      title={titles[adding ?? 'stage']}
      width={420}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={formId} variant="primary">
            Add
          </Button>
        </>
      }
    >
      {adding !== undefined && <AddForm key={adding} id={formId} kind={adding} />}
    </Dialog>
  )
}

function AddForm({ id, kind }: { readonly id: string; readonly kind: PresetKind }) {
  const [name, setName] = useState('')
  const [color, setColor] = useState<string>(kind === 'stage' ? newStageColor : defaultStatusColor)
  const [category, setCategory] = useState<StageCategory>('production')
  return (
    <form
      id={id}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        // React would bubble the event through the portal to the form around it.
        event.stopPropagation()
        void runCommand(`${kind}.save-new`, { args: kind === 'stage' ? [name, color, category] : [name, color] })
      }}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={100} isRequired />
      {kind === 'stage' && (
        <div className={styles['field']}>
          <span className={styles['label']} aria-hidden="true">
            Category
          </span>
          <Segmented
            label="Category"
            value={category}
            options={stageCategories.map((value) => ({ value, label: categoryNames[value] }))}
            onChange={setCategory}
          />
        </div>
      )}
      <div className={styles['field']}>
        <span className={styles['label']} aria-hidden="true">
          Colour
        </span>
        <CatalogueColorPicker value={color} onChange={setColor} />
      </div>
    </form>
  )
}
