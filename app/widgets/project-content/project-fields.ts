import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ProjectContent } from './project-content.ts'

/** Lists the fields of a project's tasks and items, in the order of their columns. */
export function listProjectFields(
  content: Pick<ProjectContent, 'studio' | 'spaces'> | undefined,
): readonly FieldDefinition[] {
  if (content === undefined) return []
  const { studio, spaces } = content
  const own = new Set(
    spaces.flatMap(({ space }) => (['task', 'item'] as const).flatMap((of) => studio.getSpaceFields(space, of))),
  )
  return [...studio.getTaskFields(), ...studio.getFields()].filter((field) => own.has(field))
}
