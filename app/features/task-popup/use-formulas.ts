import { useMemo, useSyncExternalStore } from 'react'
import type { FieldValue } from '#core/schema/field-values.ts'
import { makeItemLinks } from '#core/casting/item-links.ts'
import { makeFieldLanguage } from '#app/widgets/field-language.ts'
import type { ShownFormula } from '#app/widgets/field-facts/formula-fact.tsx'
import { useItemLinks } from '#app/widgets/project-links/use-item-links.ts'
import type { PopupModel } from './popup-store.ts'

/** Returns the formulas of the item in view, without empty ones; none until the language has loaded. */
export function useFormulas({ client, studio, space, row }: PopupModel): readonly ShownFormula[] {
  const links = useMemo(() => makeItemLinks({ studio, space }), [studio, space])
  const language = useMemo(() => makeFieldLanguage({ studio, space, links }), [studio, space, links])
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId
  useItemLinks(
    useMemo(
      () => (projectId === undefined ? undefined : { client, studio, space, projectId }),
      [client, studio, space, projectId],
    ),
    links,
  )
  useSyncExternalStore(language.subscribe, language.getVersion)
  const place = studio.replica.find('spaces', space.spaceId)
  const fields = place === undefined ? [] : studio.getSpaceFields(place).filter(({ kind }) => kind === 'formula')
  return fields.flatMap((field): readonly ShownFormula[] => {
    const result = language.read(row, field)
    if (result === undefined || (result.ok && result.value === null)) return []
    if (!result.ok) return [{ field, value: undefined, problem: result.error.reason }]
    // An expression gives a field value or nothing.
    return [{ field, value: result.value as FieldValue, problem: undefined }]
  })
}
