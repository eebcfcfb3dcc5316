import type { SpaceId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findTaskBySlug } from '#core/tasks/task-slug.ts'
import { matchText } from '#app/commands/match-text.ts'
import type { PaletteResult } from '#app/commands/palette-source.ts'
import { readPopup } from '#app/lib/popup-address.ts'
import { findRoute } from '#app/routes.ts'
import type { PaletteGroup, PaletteRow } from './palette-rows.ts'

/** Lists the actions for a result that need not open it. */
export function findResultActions(result: PaletteResult, studio: StudioReplica, query: string): PaletteGroup {
  const rows = [
    { ...toRow('Open', { kind: 'result', to: result.to }), id: result.id, keys: '↵', result },
    toRow('Open in a new tab', { kind: 'tab', to: result.to }),
    toRow('Copy link', { kind: 'copy', to: result.to }),
    ...(studio.can('create') ? listChanges(result, studio) : []),
  ]
  return { heading: result.title, rows: rows.filter(({ title }) => matchText(query, title) > 0) }
}

const changes = [
  ['Set status…', 'status '],
  ['Assign…', 'assign '],
  ['Set due date…', 'due '],
] as const

/** Lists changes to its task, or to each of its tasks, each starting a sentence about its space. */
function listChanges({ to }: PaletteResult, studio: StudioReplica): readonly PaletteRow[] {
  const [path = '', search = ''] = to.split('?')
  const popup = readPopup(search)
  const params = findRoute(path)?.params
  const space = params && findSpace(studio, params)
  if (popup === undefined || space === undefined) return []
  const stages = studio
    .getSpaceStages(space)
    .flatMap(({ stageId, isActive }) => (isActive ? (studio.replica.find('stages', stageId) ?? []) : []))
    .map(({ id, name }) => ({ id, title: name }))
  const named = popup.task === undefined ? undefined : findTaskBySlug(stages, popup.task)
  const subject = `item:"${popup.item}"`
  if (named !== undefined)
    return changes.map(([title, begun]) => toRow(title, begin(`${subject} stage:"${named.title}" > ${begun}`, space)))
  return stages.map(({ title }) => toRow(`Change ${title}…`, begin(`${subject} stage:"${title}" > `, space)))
}

function findSpace(studio: StudioReplica, { projectSlug, spaceSlug }: Readonly<Record<string, string>>) {
  const project = studio.getProjects().find(({ slug }) => slug === projectSlug)
  return project && studio.getSpaces(project.id).find(({ slug }) => slug === spaceSlug)?.id
}

function begin(text: string, space: SpaceId): PaletteRow['target'] {
  return { kind: 'begin', text, space }
}

function toRow(title: string, target: PaletteRow['target']): PaletteRow {
  return { id: `action:${title}`, title, detail: undefined, keys: undefined, icon: undefined, target }
}
