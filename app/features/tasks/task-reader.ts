import type { ItemLinks } from '#core/casting/item-links.ts'
import { listBlockers, isReady, type Blocker, type ReadinessSource } from '#core/casting/readiness.ts'
import { describeBlockers } from '#core/casting/space-readiness.ts'
import { formatField } from '#core/fields/field-text.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { findItem, readinessSource } from '#app/widgets/project-content/project-items.ts'
import { linksOf, listLanguages } from '#app/widgets/project-content/project-languages.ts'
import { readItemText, readItemValue } from '#app/widgets/project-list/list-values.ts'
import type { TaskRow } from './task-rows.ts'
import type { ValueReader } from './task-values.ts'

/** What the list reads of tasks besides their rows. */
export type TaskListReader = ValueReader & {
  /** Returns a field's value as text, or why its formula has none; empty if there is no value. */
  readonly textOf: (field: FieldDefinition, row: TaskRow) => string
  /** Returns what a task waits for as filters read it: `nothing`, or `anything` and the stages. */
  readonly listWaits: (row: TaskRow) => readonly string[]
  /** Returns what a task waits for in words; undefined if nothing. */
  readonly describeWaits: (row: TaskRow) => string | undefined
  readonly linksOf: (space: SpaceReplica) => ItemLinks
  /** Increases when formulas give new values. */
  readonly version: number
}

let known: { readonly seen: readonly unknown[]; readonly reader: TaskListReader } | undefined

/** Returns the reader of the open project; the same object until its data, the day or a formula's value changes. */
export function getReader(content: ProjectContent): TaskListReader {
  const fields = listProjectFields(content)
  const languages = listLanguages(content, fields)
  const today = dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const version = languages.reduce((sum, language) => sum + language.getVersion(), 0)
  const seen = [content.studio, content.casting, content.version, version, today]
  if (known?.seen.every((each, at) => each === seen[at]) === true) return known.reader
  const reader = makeReader(content, { fields, today, version })
  known = { seen, reader }
  return reader
}

/** Drops the cached reader of the last project. */
export function forgetReader(): void {
  known = undefined
}

type Given = Pick<TaskListReader, 'fields' | 'today' | 'version'>

function makeReader(content: ProjectContent, given: Given): TaskListReader {
  const { studio } = content
  const members = studio.getMembers()
  const waits = makeWaits(content)
  return {
    ...given,
    ...waits,
    members,
    kinds: studio.getKinds(),
    linksOf: (space) => linksOf(content, space),
    valueOf: (field, row) =>
      field.of === 'task' ? row.task.fields?.[field.key] : readItemValue(content, field, row.place),
    textOf: (field, row) => {
      if (field.of !== 'task') return readItemText(content, field, row.place)
      const value = row.task.fields?.[field.key]
      return value === undefined ? '' : formatField(field, value, members)
    },
  }
}

/** Computes what each task waits for on first use, and caches it. */
function makeWaits(content: ProjectContent): Pick<TaskListReader, 'listWaits' | 'describeWaits'> {
  let source: ReadinessSource | undefined
  const kept = new Map<TaskRow, readonly Blocker[]>()
  const blockersOf = (row: TaskRow): readonly Blocker[] => {
    if (row.status?.isDone === true) return []
    source ??= readinessSource(content)
    const found = kept.get(row) ?? listBlockers(row.task.itemId, row.task.stageId, source)
    kept.set(row, found)
    return found
  }
  return {
    listWaits: (row) => {
      const blockers = blockersOf(row)
      if (blockers.length > 0) return ['anything', ...new Set(blockers.map(({ stageId }) => stageId))]
      source ??= readinessSource(content)
      const canBegin = row.status?.isDone !== true
      return canBegin && isReady(row.task.itemId, row.task.stageId, source) === true ? ['nothing'] : []
    },
    describeWaits: (row) =>
      describeBlockers(blockersOf(row), content.studio, (itemId) => findItem(content, itemId)?.item.title),
  }
}
