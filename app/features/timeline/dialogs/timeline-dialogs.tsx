import type { StudioClient } from '#core/sync/studio-client.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { StatusMenu } from '#app/widgets/status-menu/status-menu.tsx'
import { listOffered } from '../commands/offered-statuses.ts'
import { targetTaskIds } from '../commands/targets.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { setTimelineView, timelineStore } from '../timeline-store.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { DaysOffDialog } from './days-off-dialog.tsx'

type TimelineDialogsProps = { readonly model: TimelineModel; readonly client: StudioClient }

/** The open dialog of the timeline. */
export function TimelineDialogs({ model, client }: TimelineDialogsProps) {
  const { dialog, focus } = timelineStore
  const onClose = (): void => setTimelineView({ dialog: undefined })
  if (dialog === undefined) return null
  if (dialog.kind === 'status') {
    return (
      <StatusMenu
        statuses={listOffered(model, targetTaskIds(model))}
        selected={findCommonStatus(model)}
        findAnchor={() => document.querySelector(`[data-block="${focus ?? ''}"]`)}
        onPick={(id) => {
          onClose()
          void runCommand('timeline.set-status', { args: [id] })
        }}
        onClose={onClose}
      />
    )
  }
  if (dialog.kind === 'feed') return <FeedDialog model={model} client={client} onClose={onClose} />
  return <DaysOffDialog model={model} client={client} userId={dialog.userId} onClose={onClose} />
}

function findCommonStatus(model: TimelineModel) {
  const statuses = new Set(targetTaskIds(model).map((id) => model.timeline.findTask(id)?.statusId))
  return statuses.size === 1 ? [...statuses][0] : undefined
}
