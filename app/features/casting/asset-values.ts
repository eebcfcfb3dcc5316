import { fieldsOfKind } from '#core/fields/fields-of-kind.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { isAsset, kindOf, listItems } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'

/** Lists the fields of a project's assets: those of their kinds and spaces, and any others in which one has a value. */
export function listAssetFields(content: ProjectContent | undefined): readonly FieldDefinition[] {
  if (content === undefined) return []
  const { studio } = content
  const assets = listItems(content).filter(({ item }) => isAsset(content, item))
  const own = new Set(
    [...Map.groupBy(assets, ({ space }) => space)].flatMap(([space, places]) => {
      const fields = studio.getSpaceFields(space)
      const kinds = new Set(places.map(({ item }) => kindOf(content, item)))
      const isValued = ({ key }: FieldDefinition): boolean =>
        places.some(({ item }) => item.fields?.[key] !== undefined)
      return [...[...kinds].flatMap((kind) => fieldsOfKind(fields, kind)), ...fields.filter(isValued)]
    }),
  )
  return studio.getFields().filter((field) => own.has(field))
}
