import { PenLine, X } from 'lucide-react'
import type { Drawing } from '#core/comments/drawing.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import styles from './composer.module.css'
import { capitalize, useMoments } from './moments.ts'

type DraftDrawingsProps = { readonly drawings: readonly Drawing[] }

/** Lists the drawings that go with the post. */
export function DraftDrawings({ drawings }: DraftDrawingsProps) {
  const moments = useMoments(undefined)
  if (drawings.length === 0) return null
  return (
    <ul className={styles['drawings']} aria-label="Drawings to post">
      {drawings.map((drawing) => {
        const { mediaId, frame } = drawing
        return (
          <li key={`${mediaId} ${frame}`} className={styles['drawing']}>
            <PenLine aria-hidden="true" />
            {capitalize(moments.ofDrawing(drawing))}
            <IconButton
              variant="ghost"
              size="small"
              label={`Remove the ${moments.ofDrawing(drawing)}`}
              icon={<X aria-hidden="true" />}
              onClick={() => void runCommand('popup.drop-drawing', { args: [mediaId, String(frame)] })}
            />
          </li>
        )
      })}
    </ul>
  )
}
