import { TextArea } from '#app/ui/text-area.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { findLostText } from './find-lost-text.ts'
import styles from './task-popup.module.css'

/** What was being written to an item when somebody deleted it. */
export function LostDraft({ item }: { readonly item: string }) {
  const text = findLostText(item)
  if (text === '') return null
  return (
    <div className={styles['lost']}>
      <TextArea
        label="What you were writing"
        hint="It was not posted. This device keeps it in case the item comes back."
        value={text}
        onChange={() => undefined}
        readOnly
      />
      <CommandButton command="popup.copy-draft" args={[item]} />
    </div>
  )
}
