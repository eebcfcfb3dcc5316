import { useState } from 'react'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type DueDialogProps = {
  readonly date: CalendarDate | undefined
  /** Empty for no date. */
  readonly onSet: (date: string) => void
  readonly onClose: () => void
}

/** When the chosen tasks are due. */
export function DueDialog({ date, onSet, onClose }: DueDialogProps) {
  const [text, setText] = useState<string>(date ?? '')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Due date"
      width={320}
      footer={
        <>
          <Button variant="ghost" onClick={() => onSet('')}>
            No due date
          </Button>
          <Button type="submit" form="due-form" variant="primary" isDisabled={text === ''}>
            Set
          </Button>
        </>
      }
    >
      <form
        id="due-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (text !== '') onSet(text)
        }}
      >
        <TextField label="Due date" type="date" value={text} onChange={setText} />
      </form>
    </Dialog>
  )
}
