import { useState } from 'react'
import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import { messages } from '#core/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type EstimateDialogProps = {
  readonly hours: number | undefined
  readonly onSet: (text: string) => void
  readonly onClose: () => void
}

/** Sets the estimate of each selected task. */
export function EstimateDialog({ hours, onSet, onClose }: EstimateDialogProps) {
  const [text, setText] = useState(hours === undefined ? '' : String(hours))
  const isReadable = parseEstimateEntry(text) !== undefined
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Estimate"
      width={320}
      footer={
        <Button type="submit" form="estimate-form" variant="primary" isDisabled={!isReadable}>
          Set
        </Button>
      }
    >
      <form
        id="estimate-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReadable) onSet(text)
        }}
      >
        <TextField
          label="Hours per task"
          inputMode="decimal"
          value={text}
          onChange={setText}
          error={text === '' || isReadable ? undefined : messages['estimate-out-of-range']}
        />
      </form>
    </Dialog>
  )
}
