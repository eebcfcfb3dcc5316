import { makeItemLinks, type ItemLinks } from '#core/casting/item-links.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { makeFieldLanguage, type FieldLanguage } from '#app/widgets/field-language.ts'
import type { ProjectContent } from './project-content.ts'
import { listProjectFields } from './project-fields.ts'

type Kept = { readonly links: ItemLinks; spaces: string; language: FieldLanguage | undefined }
const keptOf = new WeakMap<ProjectContent['casting'], Map<SpaceReplica, Kept>>()

function keep({ studio, casting, spaces }: ProjectContent, space: SpaceReplica): Kept {
  const all = keptOf.get(casting) ?? new Map<SpaceReplica, Kept>()
  keptOf.set(casting, all)
  const kept = all.get(space) ?? { links: makeItemLinks({ studio, space }), spaces: '', language: undefined }
  all.set(space, kept)
  // A space added to the project contains items that could not be seen before.
  const ids = spaces.map(({ space: { id } }) => id).join()
  if (kept.spaces !== ids) {
    kept.spaces = ids
    kept.links.setContent({ casting, spaces: spaces.map(({ replica }) => replica), isWhole: true })
  }
  return kept
}

/** Returns the links of a space's items: the page has every space of the project open, and its casts. */
export function linksOf(content: ProjectContent, space: SpaceReplica): ItemLinks {
  return keep(content, space).links
}

/** Returns what evaluates the formulas of a space's items. */
export function languageOf(content: ProjectContent, space: SpaceReplica): FieldLanguage {
  const kept = keep(content, space)
  kept.language ??= makeFieldLanguage({ studio: content.studio, space, links: kept.links })
  return kept.language
}

/** Returns what evaluates the project's formulas, for each space; empty if there are none. */
export function listLanguages(
  content: ProjectContent,
  fields: readonly FieldDefinition[] = listProjectFields(content),
): readonly FieldLanguage[] {
  if (!fields.some(({ kind }) => kind === 'formula')) return []
  return content.spaces.map(({ replica }) => languageOf(content, replica))
}
