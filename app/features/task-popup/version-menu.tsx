import type { VersionRow } from '#core/schema/task-versions.ts'
import { ChevronDown } from 'lucide-react'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import { feedTimeOf } from '#core/lib/relative-time.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { PopupSelection } from './resolve-popup.ts'
import styles from './popup-header.module.css'

type VersionMenuProps = { readonly selection: Pick<PopupSelection, 'versions' | 'version'>; readonly now: EpochMs }

export function VersionMenu({ selection, now }: VersionMenuProps) {
  const { versions, version } = selection
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Menu
      align="end"
      trigger={
        <Button aria-label={`Version ${version === undefined ? 'unknown' : nameOf(version)} of ${versions.length}`}>
          <span className={styles['version']}>{version === undefined ? '–' : nameOf(version)}</span>
          {` of ${versions.length} `}
          <ChevronDown aria-hidden="true" className={styles['chevron']} />
        </Button>
      }
      items={versions.map((row) => ({
        kind: 'action',
        id: row.id,
        label: `${nameOf(row)} · ${feedTimeOf(row.createdAt, now, timeZone)}`,
        isChecked: row.id === version?.id,
        onSelect: () => void runCommand('popup.show-version', { args: [row.id] }),
      }))}
    />
  )
}

/** Returns a version's number as text; `new` until the server has numbered it. */
function nameOf({ versionNumber }: VersionRow): string {
  return versionNumber === 0 ? 'new' : `v${versionNumber}`
}
