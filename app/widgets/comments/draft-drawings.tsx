import { PenLine, X } from 'lucide-react'
import type { Drawing } from '#core/comments/drawing.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useViewer } from '#app/widgets/media-viewer/use-viewer.ts'
import styles from './composer.module.css'

type DraftDrawingsProps = { readonly drawings: readonly Drawing[] }

/** What was drawn and goes with the post. */
export function DraftDrawings({ drawings }: DraftDrawingsProps) {
  const { firstFrame } = useViewer()
  if (drawings.length === 0) return null
  return (
    <ul className={styles['drawings']} aria-label="Drawings to post">
      {drawings.map(({ mediaId, frame }) => (
        <li key={`${mediaId} ${frame}`} className={styles['drawing']}>
          <PenLine aria-hidden="true" />
          {`Drawing on frame ${firstFrame + frame}`}
          <IconButton
            variant="ghost"
            size="small"
            label={`Remove the drawing on frame ${firstFrame + frame}`}
            icon={<X aria-hidden="true" />}
            onClick={() => void runCommand('popup.drop-drawing', { args: [mediaId, String(frame)] })}
          />
        </li>
      ))}
    </ul>
  )
}
