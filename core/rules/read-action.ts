import { parseFieldText } from '#core/fields/field-text.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type FieldId, type UserId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { fieldKinds } from '#core/schema/field-definitions.ts'
import { findNamedRow } from './find-named-row.ts'
import type { RuleAction, RulePerson, RuleRows } from './rule.ts'

const roles = ['assignee', 'artist', 'next', 'owners', 'nobody']

/**
 * Parses an action: `start next as WIP`, `set approved = yes on sequence`; fails with `invalid-input` and what is
 * wrong.
 */
export function readAction(line: string, rows: RuleRows): Result<RuleAction> {
  const words = line.trim()
  const [, verb = ''] = /^(\w+)/.exec(words) ?? []
  const rest = words.slice(verb.length).trim()
  switch (verb.toLowerCase()) {
    case 'start':
      return readStart(rest, rows)
    case 'set':
      return /^status\s/i.test(rest) ? readStatus(rest, rows) : readField(rest, rows)
    case 'assign':
      return readAssign(rest, rows)
    case 'notify':
      return readNotify(rest, rows)
    case 'comment': {
      const text = unquote(rest)
      return text === '' ? refuse('Write the comment: comment "Ready for you"') : ok({ do: 'comment', text })
    }
    case 'call': {
      const webhook = findNamedRow(rows.webhooks, rest)
      return webhook === undefined ? missing('webhook', rest, rows.webhooks) : ok({ do: 'call', webhook: webhook.id })
    }
    default:
      return refuse(`“${words.slice(0, 60)}” is not an action: start, set, assign, notify, comment or call.`)
  }
}

function readStart(rest: string, rows: RuleRows): Result<RuleAction> {
  const [, text] = /^next\s+as\s+(.+)$/i.exec(rest) ?? []
  if (text === undefined) return refuse('Name the status: start next as WIP')
  const status = findNamedRow(rows.statuses, text)
  return status === undefined ? missing('status', text, rows.statuses) : ok({ do: 'start_next', status: status.id })
}

function readStatus(rest: string, rows: RuleRows): Result<RuleAction> {
  const given = rest.replace(/^status\s+/i, '')
  const whole = findNamedRow(rows.statuses, given)
  if (whole !== undefined) return ok({ do: 'set_status', status: whole.id, on: 'this' })
  const [, text = given, place = ''] = /^(.+?)\s+on\s+(.+)$/i.exec(given) ?? []
  const status = findNamedRow(rows.statuses, text)
  if (status === undefined) return missing('status', text, rows.statuses)
  const on = place.toLowerCase()
  if (on === 'this' || on === 'next' || on === 'all') return ok({ do: 'set_status', status: status.id, on })
  const stage = findNamedRow(rows.stages, place)
  return stage === undefined
    ? missing('stage', place, [{ name: 'next' }, { name: 'all' }, ...rows.stages])
    : ok({ do: 'set_status', status: status.id, on: stage.id })
}

function readField(rest: string, rows: RuleRows): Result<RuleAction> {
  const [, name, given = ''] = /^([^=]+?)\s*=\s*(.*)$/.exec(rest) ?? []
  if (name === undefined) return refuse('Name a field and its value: set approved = yes')
  const field = rows.fields.find(({ key }) => key === name) ?? findNamedRow(rows.fields, name)
  const kind = fieldKinds.find((known) => known === field?.kind)
  if (field === undefined || kind === undefined)
    return missing(
      'field',
      name,
      rows.fields.map(({ key }) => ({ name: key })),
    )
  if (kind === 'formula') return refuse(`${field.name} is a formula and cannot be set.`)
  const { text, on } = splitPlace(given, field.of, rows)
  const definition = { ...field, kind, id: toId<FieldId>(field.id) }
  const people = rows.people.map(({ id, name: displayName }) => ({
    userId: toId<UserId>(id),
    displayName,
    email: '',
  }))
  const bare = unquote(text)
  const value = bare.toLowerCase() === 'nothing' ? ok(null) : parseFieldText({ ...blank, ...definition }, bare, people)
  if (!value.ok) return value
  return ok({ do: 'set_field', key: field.key, value: value.value, on })
}

type ValuePlace = { readonly text: string; readonly on: Extract<RuleAction, { do: 'set_field' }>['on'] }

/**
 * Splits a field's value from its place: `yes on sequence` or, for task fields, `North on Animation`. Quoted text is
 * all value.
 */
function splitPlace(given: string, of: 'item' | 'task', { stages }: RuleRows): ValuePlace {
  const [, text = given, place = ''] = /^(.*)\s+on\s+(.+)$/is.exec(given) ?? []
  const word = place.trim().toLowerCase()
  const words = of === 'task' ? ['this', 'next', 'all'] : ['this', 'sequence', 'episode']
  const on = words.find((known) => known === word) ?? (of === 'task' ? findNamedRow(stages, place)?.id : undefined)
  return on === undefined ? { text: given, on: 'this' } : { text, on }
}

const blank = {
  description: '',
  formula: '',
  decimals: undefined,
  placeIds: [],
  writeFloor: '',
  readFloor: '',
  position: 0,
} as const

function readAssign(rest: string, rows: RuleRows): Result<RuleAction> {
  const [, text = rest, place] = /^(.+?)\s+on\s+(this|next)$/i.exec(rest) ?? []
  const who = findWho(text, rows)
  if (who === undefined) return missing('person', text, [...roles.map((name) => ({ name })), ...rows.people])
  return ok({ do: 'assign', who, on: place?.toLowerCase() === 'next' ? 'next' : 'this' })
}

function readNotify(rest: string, rows: RuleRows): Result<RuleAction> {
  const [, list = rest, quoted = ''] = /^([^"“]*?)\s*(["“].*)?$/.exec(rest) ?? []
  const who: RulePerson[] = []
  for (const text of list.split(',').filter((part) => part.trim() !== '')) {
    const person = findWho(text, rows)
    if (person === undefined || person === 'nobody')
      return missing('person', text.trim(), [...roles.slice(0, 4).map((name) => ({ name })), ...rows.people])
    who.push(person)
  }
  if (who.length === 0) return refuse('Name whom to notify: notify assignee "Due tomorrow"')
  return ok({ do: 'notify', who, text: unquote(quoted) })
}

function findWho(text: string, { people }: RuleRows): RulePerson | undefined {
  const wanted = text.trim().toLowerCase()
  return roles.includes(wanted) ? wanted : findNamedRow(people, text)?.id
}

/** Returns a text without its surrounding quotes. */
function unquote(text: string): string {
  return text
    .trim()
    .replace(/^["“](.*)["”]$/s, '$1')
    .trim()
}

function missing(what: string, text: string, rows: readonly { readonly name: string }[]): Result<never> {
  const some = rows.slice(0, 12).map(({ name }) => name)
  const choices =
    some.length === 0 ? `There is none yet.` : `Write: ${some.join(', ')}${rows.length > 12 ? ', …' : ''}.`
  return refuse(`There is no ${what} “${text.slice(0, 60)}”. ${choices}`)
}

function refuse(problem: string): Result<never> {
  return err(new AppError('invalid-input', problem))
}
