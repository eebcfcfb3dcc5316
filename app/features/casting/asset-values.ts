import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { languageOf } from '#app/widgets/project-content/project-languages.ts'

/** The fields of a project's items. */
export function listAssetFields(content: ProjectContent | undefined): readonly FieldDefinition[] {
  return listProjectFields(content).filter(({ of }) => of === 'item')
}

/** What an item has in a field: as it is stored, or what its formula gives; undefined for nothing. */
export function readValue(content: ProjectContent, field: FieldDefinition, { item, replica }: ProjectItem): unknown {
  if (field.kind !== 'formula') return item.fields?.[field.key]
  const worked = languageOf(content, replica).readAll(item, field)
  return worked?.ok === true && worked.value !== null ? worked.value : undefined
}
