import { PenLine, X } from 'lucide-react'
import type { Drawing } from '#core/comments/drawing.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import styles from './composer.module.css'

type DraftDrawingsProps = { readonly drawings: readonly Drawing[] }

/** What was drawn and goes with the post. */
export function DraftDrawings({ drawings }: DraftDrawingsProps) {
  if (drawings.length === 0) return null
  return (
    <ul className={styles['drawings']} aria-label="Drawings to post">
      {drawings.map(({ mediaId, frame }) => (
        <li key={`${mediaId} ${frame}`} className={styles['drawing']}>
          <PenLine aria-hidden="true" />
          {`Drawing on frame ${frame + 1}`}
          <IconButton
            variant="ghost"
            size="small"
            label={`Remove the drawing on frame ${frame + 1}`}
            icon={<X aria-hidden="true" />}
            onClick={() => void runCommand('popup.drop-drawing', { args: [mediaId, String(frame)] })}
          />
        </li>
      ))}
    </ul>
  )
}
