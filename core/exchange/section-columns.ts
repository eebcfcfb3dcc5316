import type { StatusRow } from '#core/schema/task-statuses.ts'
import { foldName } from '#core/lib/slug.ts'
import { findForeignStatus, findStage } from '#core/studios/find-by-name.ts'

/** The meaning of a board's sections. */
export type SectionMeaning = 'stage' | 'status' | 'collection'

/** Tells whether a title, in lower case, is that of a board's sections: Asana's, or Trello's lists. */
export function isSectionTitle(title: string): boolean {
  return /^(section\/column|section|section name|list name|group)$/.test(title)
}

/**
 * Decides what a board's sections are: stages if most names are the studio's stages, else statuses likewise. Other
 * names are collections if the title clearly means sections; else undefined.
 */
export function readSectionMeaning(
  title: string,
  texts: readonly string[],
  { stages, statuses }: { readonly stages: readonly string[]; readonly statuses: readonly Names[] },
): SectionMeaning | undefined {
  const known = stages.map((name) => ({ id: name, name }))
  const names = [...new Set(texts.filter((text) => !isNoSection(text)))]
  const isMost = (is: (name: string) => boolean): boolean => names.filter(is).length * 2 > names.length
  if (isMost((name) => findStage(known, name) !== undefined)) return 'stage'
  if (isMost((name) => findForeignStatus(statuses, name) !== undefined)) return 'status'
  return names.length > 0 && title !== 'group' && title !== 'section' ? 'collection' : undefined
}

type Names = Pick<StatusRow, 'name' | 'shortCode'>

/** Recognises Asana's name for tasks without a section. */
function isNoSection(text: string): boolean {
  return /^(untitled-section|no-section)$/.test(foldName(text))
}

const mostNames = 8
const plurals = { stage: 'stages', status: 'statuses', collection: 'collections' } as const

/** Describes how sections were read, in a sentence. */
export function describeSectionMeaning(title: string, meaning: SectionMeaning, texts: readonly string[]): string {
  const names = [...new Set(texts)]
  const more = names.length > mostNames ? ', …' : ''
  return `Column "${title}" is read as ${plurals[meaning]}: ${names.slice(0, mostNames).join(', ')}${more}.`
}
