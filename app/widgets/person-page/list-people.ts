import { STUDIO_WIDE } from '#app/routes.ts'
import { getStudio } from '#app/widgets/get-studio.ts'

/** Lists the pages that can be shown: the studio's, then each member's by name. */
export function listPeople(): readonly { readonly value: string; readonly label: string }[] {
  const members = [...getStudio().studio.replica.getRows('studio_members').values()]
    .map(({ userId, displayName }) => ({ value: String(userId), label: displayName }))
    .toSorted((first, second) => first.label.localeCompare(second.label))
  return [{ value: STUDIO_WIDE, label: 'Studio' }, ...members]
}
