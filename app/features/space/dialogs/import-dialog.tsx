import { useEffect, useState } from 'react'
import { planFile, type FilePlan } from '#core/exchange/import-into-space.ts'
import { parseRationalRate } from '#core/exchange/rational-rate.ts'
import { findImportFormat } from '#core/exchange/read-import-file.ts'
import { countChanges, describeExcess } from '#core/exchange/import-changes.ts'
import type { PlanSummary } from '#core/exchange/plan-summary.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { TextEncoding } from '#core/exchange/decode-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import { closeDialog } from '../space-view-store.ts'
import { ImportPlanView } from './import-plan-view.tsx'
import styles from './import-dialog.module.css'

type ImportDialogProps = { readonly model: SpaceModel; readonly file: File }

/** What a file would do to the space: everything is said before anything is changed. */
export function ImportDialog({ model, file }: ImportDialogProps) {
  const [collection, setCollection] = useState('')
  const [rate, setRate] = useState('24')
  const [sheet, setSheet] = useState('')
  const [encoding, setEncoding] = useState<TextEncoding>('utf-8')
  const format = findImportFormat(file.name.split('.').at(-1) ?? '')
  const plan = useFilePlan({ model, file, collection: collection.trim(), rate, sheet: sheet.trim(), encoding })
  const excess = typeof plan === 'object' ? describeExcess(plan.changes) : undefined
  const size = typeof plan === 'object' && excess === undefined ? countChanges(plan.changes) : 0
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={`Import ${file.name}`}
      width={720}
      footer={
        <Button type="submit" form="import-form" variant="primary" isDisabled={size === 0}>
          {typeof plan === 'object' && size > 0 ? toButtonText(plan.summary, size) : 'Nothing to import'}
        </Button>
      }
    >
      <form
        id="import-form"
        className={styles['options']}
        onSubmit={(event) => {
          event.preventDefault()
          if (typeof plan === 'object' && size > 0)
            void runCommand('space.apply-import', { args: [JSON.stringify(plan.changes), file.name] })
        }}
      >
        <TextField label="Collection for items that name none" value={collection} onChange={setCollection} />
        {format === 'xlsx' && <TextField label="Sheet, if not the first" value={sheet} onChange={setSheet} />}
        {format !== 'xlsx' && (
          <Select
            label="Text encoding"
            value={encoding}
            onChange={setEncoding}
            options={[
              { value: 'utf-8', label: 'As the file says, else UTF-8' },
              { value: 'latin-1', label: 'Latin-1 (older spreadsheets)' },
              { value: 'utf-16', label: 'UTF-16' },
            ]}
          />
        )}
        {format === 'edl' && <TextField label="Frame rate of the list" value={rate} onChange={setRate} />}
      </form>
      <div aria-live="polite" className={styles['plan']}>
        {excess !== undefined && <p>{excess}</p>}
        {typeof plan === 'object' ? <ImportPlanView plan={plan} /> : <p>{plan}</p>}
      </div>
    </Dialog>
  )
}

function toButtonText({ items, tasks }: PlanSummary, size: number): string {
  const countOf = (count: number, noun: string): string => `Import ${count} ${noun}${count === 1 ? '' : 's'}`
  const ofItems = items.created + items.changed
  const ofTasks = tasks.created + tasks.changed
  if (ofItems > 0) return countOf(ofItems, 'item')
  return ofTasks > 0 ? countOf(ofTasks, 'task') : countOf(size, 'change')
}

type Asked = ImportDialogProps & {
  readonly collection: string
  readonly rate: string
  readonly sheet: string
  readonly encoding: TextEncoding
}

/** The plan, or why there is none yet or at all. */
function useFilePlan({ model, file, collection, rate, sheet, encoding }: Asked): FilePlan | string {
  const [plan, setPlan] = useState<FilePlan | string>('Reading …')
  useEffect(() => {
    const asked = { isStill: true }
    const load = async (): Promise<void> => {
      const next = await loadPlan({ model, file, collection, rate, sheet, encoding })
      if (asked.isStill) setPlan(next)
    }
    void load() // answers with words, whatever is wrong
    return () => {
      asked.isStill = false
    }
  }, [model, file, collection, rate, sheet, encoding])
  return plan
}

async function loadPlan({ model, file, ...asked }: Asked): Promise<FilePlan | string> {
  const format = findImportFormat(file.name.split('.').at(-1) ?? '')
  if (format === undefined) return `The format of "${file.name}" is unknown.`
  const { studio, space, row } = model
  const bytes = new Uint8Array(await file.arrayBuffer())
  const given = {
    format,
    encoding: asked.encoding === 'utf-8' ? undefined : asked.encoding,
    collection: asked.collection === '' ? undefined : asked.collection,
    sheet: asked.sheet === '' ? undefined : asked.sheet,
    rate: parseRationalRate(asked.rate),
  }
  const plan = await planFile(bytes, { studio, space, name: row.name }, given)
  if (plan.ok) return plan.value
  const { line, column, message } = plan.error
  return `${file.name}:${line}:${column}: ${message}`
}
