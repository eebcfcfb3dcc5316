import { useSnapshot } from 'valtio'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './feed-panel.module.css'
import { feedStore } from './feed-store.ts'
import { removedName } from '#core/lib/removed-name.ts'

const everybody = { value: '', label: 'All members' }

/** The filters of the feed. */
export function FeedFilters({ studio }: { readonly studio: StudioReplica }) {
  const { filter, memberId } = useSnapshot(feedStore)
  const isPersonal = filter.activeMemberIds === 'me'
  const members = [...studio.replica.getRows('studio_members').values()]
    .map(({ userId, displayName }) => ({ value: String(userId), label: displayName }))
    .toSorted((first, second) => first.label.localeCompare(second.label))
  const isGone = memberId !== undefined && members.every(({ value }) => value !== memberId)
  const former = isGone ? [{ value: String(memberId), label: removedName }] : []
  return (
    <div className={styles['filters']}>
      <Segmented
        label="Whose activity"
        value={filter.activeMemberIds}
        options={[
          { value: 'studio', label: 'Studio' },
          { value: 'me', label: 'Me' },
        ]}
        onChange={(value) => void runCommand('feed.set-scope', { args: [value] })}
      />
      <Toggle command="feed.toggle-revisions" isOn={filter.showRevisions} />
      <Toggle command="feed.toggle-comments" isOn={filter.showComments} />
      <MultiSelect<string>
        label="Statuses"
        options={studio.getStatuses().map(({ id, name }) => ({ value: id, label: name }))}
        selected={filter.activeStatusIds}
        onChange={(ids) => void runCommand('feed.set-statuses', { args: [...ids] })}
      />
      {!isPersonal && (
        <Select<string>
          label="Members"
          isLabelHidden
          value={memberId ?? ''}
          options={[everybody, ...former, ...members]}
          onChange={(id) => void runCommand('feed.set-member', { args: [id] })}
        />
      )}
    </div>
  )
}

function Toggle({ command, isOn }: { readonly command: string; readonly isOn: boolean }) {
  return <CommandButton command={command} size="small" aria-pressed={isOn} variant={isOn ? 'default' : 'ghost'} />
}
