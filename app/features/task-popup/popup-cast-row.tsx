import { linkKey, type ItemLink } from '#core/schema/item-links.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { CastChip } from '#app/widgets/cast/cast-chip.tsx'
import { readCastRows } from '#app/widgets/cast/cast-content.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from '#app/widgets/field-facts/facts.module.css'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import type { PopupModel } from './popup-store.ts'
import { usePopupCast } from './use-popup-cast.ts'

/** As many as fit in the row; a button lists the rest. */
const mostShown = 12

/** The cast of the item and where it appears; nothing if it has no links. */
export function PopupCastRow({ model }: { readonly model: PopupModel }) {
  const shown = usePopupCast(model)
  const shot = shown && findItem(shown.content, model.row.id)
  if (shown === undefined || shot === undefined) return null
  const { content, absence } = shown
  const members = readCastRows(content, [shot]).flatMap(({ cast }) => cast)
  const uses = content.casting.getUses(model.row.id).toSorted((one, other) => compare(title(one), title(other)))
  if (members.length === 0 && uses.length === 0) return null

  function title({ fromItemId }: ItemLink): string {
    return findItem(content, fromItemId)?.item.title ?? ''
  }
  return (
    <section className={styles['facts']} aria-label={`Links of ${model.row.title}`}>
      {members.length > 0 && <span className={styles['label']}>Cast</span>}
      {members.slice(0, mostShown).map(({ link, used, isBlocking }) => (
        <CastChip
          key={linkKey(link)}
          link={link}
          item={used}
          absence={absence}
          isBlocking={isBlocking}
          onClick={() => open(link)}
        />
      ))}
      <More count={members.length - mostShown} />
      {uses.length > 0 && <span className={styles['label']}>Appears in</span>}
      {uses.slice(0, mostShown).map((link) => (
        <CastChip
          key={linkKey(link)}
          link={link}
          item={findItem(content, link.fromItemId)}
          absence={absence}
          onClick={() => open(link)}
        />
      ))}
      <More count={uses.length - mostShown} />
    </section>
  )
}

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <CommandButton command="popup.cast-open" variant="ghost" size="small" className={styles['fact']}>
      and {count} more
    </CommandButton>
  )
}

function open(link: ItemLink): void {
  void runCommand('popup.cast-open', { args: [linkKey(link)] })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
