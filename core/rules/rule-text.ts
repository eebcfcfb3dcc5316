import { AppError } from '#core/lib/errors.ts'
import { removedName } from '#core/lib/removed-name.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { readAction } from './read-action.ts'
import type { RuleAction, RuleChange, RulePerson, RuleRows, RuleTrigger } from './rule.ts'
import { findNamedRow } from './find-named-row.ts'

/** Writes a trigger so that `readTrigger` reads it: `status becomes DONE`. */
export function writeTrigger(trigger: RuleTrigger, rows: RuleRows): string {
  const { kind, status, stage, key = '', by, days = 0, group = 'item', how = 'all' } = trigger
  const of = stage === undefined ? '' : ` of ${nameOf(rows.stages, stage)}`
  switch (kind) {
    case 'status_changed':
      if (status === undefined) return `status changes${of}`
      return `status becomes ${status === 'done' ? 'done' : nameOf(rows.statuses, status)}${of}`
    case 'revision_posted':
      return `revision posted${of}`
    case 'comment_posted':
      return `comment posted${by === 'guest' ? ' by guest' : ''}${of}`
    case 'field_changed':
      return key === '' ? `field changes${of}` : `field ${key} changes${of}`
    case 'date_reached':
      return `due in ${days} ${days === 1 ? 'day' : 'days'}${of}`
    case 'all_of_group':
      return `${how} tasks of ${group} done${of}`
    default:
      return describeUnknown(kind)
  }
}

/** Describes what a later version saved; a part without words here does not compile. */
function describeUnknown(_part: never): string {
  return 'something unknown to this version'
}

/** The forms of a trigger, for suggestions. */
export const triggerForms = [
  'status changes',
  'status becomes done',
  'revision posted',
  'comment posted',
  'comment posted by guest',
  'due in 1 day',
  'all tasks of item done',
  'all tasks of collection done',
  'any tasks of item done',
] as const

/** Parses a trigger; fails with `invalid-input` and the possible forms. */
export function readTrigger(text: string, rows: RuleRows): Result<RuleTrigger> {
  const words = text.trim().replaceAll(/\s+/g, ' ')
  const [, main = words, stageText] = /^(.*?) of (?!item\b|collection\b)(.+)$/i.exec(words) ?? []
  const stage = stageText === undefined ? undefined : findNamedRow(rows.stages, stageText)
  if (stageText !== undefined && stage === undefined)
    return refuse(`There is no stage ${stageText}.`, names(rows.stages))
  const more = stage === undefined ? {} : { stage: stage.id }
  const plain = toPlain(main)
  if (plain !== undefined) return ok({ ...plain, ...more })
  const [, statusText] = /^status becomes (.+)$/i.exec(main) ?? []
  if (statusText !== undefined) {
    const status = rows.statuses.find(({ name }) => name === statusText) ?? findNamedRow(rows.statuses, statusText)
    if (status !== undefined && statusText.toLowerCase() !== 'done')
      return ok({ kind: 'status_changed', status: status.id, ...more })
    if (status?.name === statusText) return ok({ kind: 'status_changed', status: status.id, ...more })
    if (statusText.toLowerCase() === 'done') return ok({ kind: 'status_changed', status: 'done', ...more })
    return refuse(`There is no status ${statusText}.`, `done, ${names(rows.statuses)}`)
  }
  const [, fieldText] = /^field (.+) changes$/i.exec(main) ?? []
  if (fieldText !== undefined) {
    const field = rows.fields.find(({ key }) => key === fieldText) ?? findNamedRow(rows.fields, fieldText)
    if (field === undefined)
      return refuse(`There is no field ${fieldText}.`, rows.fields.map(({ key }) => key).join(', '))
    if (stage !== undefined && field.of === 'item')
      return refuse(`${field.name} is a field of items, which have no stage.`, `field ${field.key} changes`)
    return ok({ kind: 'field_changed', key: field.key, ...more })
  }
  return refuse(`“${words.slice(0, 60)}” is not a trigger.`, `${triggerForms.join(', ')}, field KEY changes`)
}

function toPlain(text: string): RuleTrigger | undefined {
  const words = text.toLowerCase()
  const [, how, group] = /^(all|any) (?:tasks )?of (item|collection) done$/.exec(words) ?? []
  if ((how === 'all' || how === 'any') && (group === 'item' || group === 'collection'))
    return { kind: 'all_of_group', how, group }
  const [, days] = /^due in (\d{1,3}) days?$/.exec(words) ?? []
  if (days !== undefined) return { kind: 'date_reached', days: Number(days) }
  const known: Readonly<Record<string, RuleTrigger>> = {
    'status changes': { kind: 'status_changed' },
    'revision posted': { kind: 'revision_posted' },
    'comment posted': { kind: 'comment_posted' },
    'comment posted by guest': { kind: 'comment_posted', by: 'guest' },
    'field changes': { kind: 'field_changed' },
    'due today': { kind: 'date_reached', days: 0 },
    'due tomorrow': { kind: 'date_reached', days: 1 },
  }
  return Object.hasOwn(known, words) ? known[words] : undefined
}

/** Writes an action so that `readActions` reads it: `start next as WIP`. */
export function writeAction(action: RuleAction, rows: RuleRows): string {
  const words = ['next', 'all', 'sequence', 'episode']
  const on = (place: string): string =>
    place === 'this' ? '' : ` on ${words.includes(place) ? place : nameOf(rows.stages, place)}`
  switch (action.do) {
    case 'set_status':
      return `set status ${nameOf(rows.statuses, action.status)}${on(action.on)}`
    case 'start_next':
      return `start next as ${nameOf(rows.statuses, action.status)}`
    case 'assign':
      return `assign ${personOf(action.who, rows)}${on(action.on)}`
    case 'set_field':
      return `set ${action.key} = ${valueOf(action, rows)}${on(action.on)}`
    case 'notify':
      return `notify ${action.who.map((who) => personOf(who, rows)).join(', ')}${action.text && ` "${action.text}"`}`
    case 'comment':
      return `comment "${action.text}"`
    case 'call':
      return `call ${nameOf(rows.webhooks, action.webhook)}`
    default:
      return describeUnknown(action)
  }
}

/** Writes a change as the action that makes it: `set status WIP`. */
export function writeChange(change: RuleChange, rows: RuleRows): string {
  switch (change.do) {
    case 'set_status':
      return writeAction({ do: 'set_status', status: change.statusId, on: 'this' }, rows)
    case 'assign':
      return writeAction({ do: 'assign', who: change.userId ?? 'nobody', on: 'this' }, rows)
    case 'set_field':
      return writeAction({ ...change, on: 'this' }, rows)
    case 'notify':
      return writeAction({ do: 'notify', who: change.userIds, text: change.text }, rows)
    case 'call':
      return writeAction({ do: 'call', webhook: change.webhookId }, rows)
    default:
      return writeAction(change, rows)
  }
}

/** Parses actions, one per line; fails with `invalid-input`, the line and the possible forms. */
export function readActions(lines: readonly string[], rows: RuleRows): Result<readonly RuleAction[]> {
  const actions: RuleAction[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const action = readAction(line, rows)
    if (!action.ok) return action
    actions.push(action.value)
  }
  if (actions.length === 0) return refuse('A rule needs an action.', actionForms.join('; '))
  return actions.length > 10 ? refuse('A rule has at most ten actions.', '') : ok(actions)
}

/** The forms of an action, for suggestions. */
export const actionForms = [
  'start next as STATUS',
  'set status STATUS',
  'set status STATUS on next',
  'set FIELD = VALUE',
  'set FIELD = VALUE on sequence',
  'set FIELD = VALUE on episode',
  'set FIELD = VALUE on next',
  'assign artist',
  'notify assignee, artist, next, owners "TEXT"',
  'comment "TEXT"',
  'call WEBHOOK',
] as const

function valueOf({ key, value }: Extract<RuleAction, { do: 'set_field' }>, { fields, people }: RuleRows): string {
  const field = fields.find((one) => one.key === key)
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const list = field?.kind === 'person' ? people : (field?.options ?? [])
  const values: readonly (string | number)[] = typeof value === 'object' ? value : [value]
  const text = values.map((one) => list.find(({ id }) => id === one)?.name ?? String(one)).join(', ')
  // Quoted, because text that looks like a place would be read as one.
  return /\son\s/i.test(text) ? `"${text}"` : text
}

function personOf(who: RulePerson, { people }: RuleRows): string {
  if (['assignee', 'artist', 'next', 'owners', 'nobody'].includes(who)) return who
  return nameOf(people, who)
}

function nameOf(rows: readonly { readonly id: string; readonly name: string }[], id: string): string {
  return rows.find((row) => row.id === id)?.name ?? removedName
}

function names(rows: readonly { readonly name: string }[]): string {
  return rows.map(({ name }) => name).join(', ')
}

function refuse(problem: string, choices: string): Result<never> {
  return err(new AppError('invalid-input', choices === '' ? problem : `${problem} Write: ${choices}.`))
}
