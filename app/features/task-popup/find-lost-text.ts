import { getDraft } from '#app/widgets/comments/composer-store.ts'
import { findLastPopup } from './popup-store.ts'

/** What somebody was writing to the tasks of the item that was open last, where that is the one an address names. */
export function findLostText(item: string): string {
  const last = findLastPopup()
  if (last === undefined || (last.row.slug !== item && last.row.id !== item)) return ''
  const texts = last.tasks.map(({ id }) => getDraft(id).text.trim())
  return texts.filter((text) => text !== '').join('\n\n')
}
