import { Popover as Primitive } from 'radix-ui'
import { useRef, useState } from 'react'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import { Button } from '#app/ui/button.tsx'
import floating from '#app/ui/floating.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './timesheet.module.css'
import type { SheetDay } from './timesheet-model.ts'
import { setEditing } from './timesheet-store.ts'

type EditFlyoutProps = {
  readonly day: CalendarDate
  readonly pill: SheetDay['pills'][number]
  readonly name: string
}

const whole = { inputMode: 'numeric', pattern: '[0-9]*', maxLength: 3 } as const

/** Edits the hours and minutes of a pill; saving spreads them over the day's revisions. */
export function EditFlyout({ day, pill, name }: EditFlyoutProps) {
  const [hours, setHours] = useState(String(Math.floor(pill.minutes / 60)))
  const [minutes, setMinutes] = useState(String(pill.minutes % 60))
  const close = (): void => setEditing(false)
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', onClose: close })
  const onCloseAutoFocus = useReturnFocus(true)
  const find = (): Element | null => document.querySelector(`[data-day="${day}"] [data-pill="${pill.key}"]`)
  const anchor = useRef({ getBoundingClientRect: () => find()?.getBoundingClientRect() ?? new DOMRect() })
  const isValid = [hours, minutes].every((text) => /^\d{1,3}$/.test(text.trim()))
  return (
    <Primitive.Root open onOpenChange={(next) => !next && close()}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          className={`${floating['floating']} ${styles['flyout']}`}
          aria-label={`Time on ${name}`}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onEscapeKeyDown={onEscapeKeyDown}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault()
              if (isValid)
                void runCommand('timesheet.set-time', { args: [day, pill.key, hours.trim(), minutes.trim()] })
            }}
          >
            <TextField label="Hours" value={hours} onChange={setHours} {...whole} />
            <TextField label="Minutes" value={minutes} onChange={setMinutes} {...whole} />
            <div className={styles['formButtons']}>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" variant="primary" isDisabled={!isValid}>
                Save
              </Button>
            </div>
          </form>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
