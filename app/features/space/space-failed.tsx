import type { StudioClient } from '#core/sync/studio-client.ts'
import { TriangleAlert } from 'lucide-react'
import { explainSpaceAccess } from '#core/access/explain-space-access.ts'
import { useState } from 'react'
import type { SpaceId } from '#core/lib/ids.ts'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { texts } from './texts.ts'
import styles from './space-page.module.css'

type SpaceFailedProps = {
  readonly error: Error
  readonly client: StudioClient | undefined
  readonly spaceId: SpaceId | undefined
  readonly onRetry: () => void
}

/** A space that could not be loaded: why, and what the server says about the caller's access to it. */
export function SpaceFailed({ error, client, spaceId, onRetry }: SpaceFailedProps) {
  const [report, setReport] = useState<string>()
  const check = async (): Promise<void> => {
    if (client === undefined || spaceId === undefined) return
    try {
      const answer = await explainSpaceAccess(spaceId, client)
      setReport(JSON.stringify(answer, undefined, 2))
    } catch (caught) {
      setReport(errorText(caught, messages.unexpected))
    }
  }
  return (
    <div className={styles['failed']} role="alert">
      <EmptyState
        level={1}
        title={texts.loadFailedTitle}
        text={`${errorText(error, messages['space-load-failed']).replace(/\.?$/, '.')} ${texts.loadFailedHint}`}
        icon={<TriangleAlert />}
      >
        <Button onClick={onRetry}>Try again</Button>
        <CommandButton command="go.projects" hasKeyHint={false}>
          Back to the projects
        </CommandButton>
        {spaceId !== undefined && <Button onClick={() => void check()}>Debug check</Button>}
      </EmptyState>
      {report !== undefined && <pre className={styles['report']}>{report}</pre>}
    </div>
  )
}
