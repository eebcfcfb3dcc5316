import { findText } from '#core/lib/json.ts'
import type { StudioEvent } from './event.ts'

/** A changed value in words; absent where it was or is empty. */
export type ChangeDescription = {
  readonly field: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** An event in words: the action, its subject, its place and the changed values. */
export type EventDescription = {
  /** The actor's name; the subject's for things people do themselves, such as signing in; `Xsheet` for the database. */
  readonly who: string
  /** Their id, if they have one. */
  readonly whoId: string | undefined
  /** Follows the actor's name: `set the status of`. */
  readonly action: string
  readonly thing: string
  readonly place: string
  readonly changes: readonly ChangeDescription[]
  /** Whether values need their field's name: `assigned` implies it. */
  readonly isNamed: boolean
}

/** The subjects of events in words; a database test finds a missing one. */
export const eventSubjects: Readonly<Record<string, string>> = {
  access: 'the access to a project',
  block: 'a block',
  board: 'a board',
  collection: 'a collection',
  comment: 'a comment',
  day_off: 'a day off',
  export: 'an export',
  field: 'a field',
  field_definition: 'a field of the studio',
  invite: 'an invite link',
  item: 'an item',
  kind: 'a kind of items',
  link: 'a link',
  member: 'a member',
  need: 'a wait of stages',
  project: 'a project',
  report: 'a report',
  review: 'a review',
  revision: 'a revision',
  role: 'the permissions of a role',
  rule: 'a rule',
  service_account: 'a service account',
  share: 'a shared address',
  space: 'a space',
  stage: 'a stage',
  status: 'a status',
  studio: 'the studio',
  task: 'a task',
  time: 'time',
  token: 'an access token',
  view: 'a saved view',
  webhook: 'a webhook',
}

const actions: Readonly<Record<string, string>> = {
  'board.object_added': 'put something on the board of',
  'board.object_changed': 'changed something on the board of',
  'board.object_removed': 'took something off the board of',
  'comment.posted': 'commented on',
  'comment.imported': 'imported a comment on',
  'comment.edited': 'edited a comment on',
  'comment.deleted': 'deleted a comment on',
  'day_off.created': 'planned a day off for',
  'day_off.deleted': 'took a day off from',
  'export.made': 'exported',
  'field.changed': 'changed',
  'invite.created': 'made an invite link',
  'access.created': 'set the access of',
  'access.changed': 'changed the access of',
  'access.deleted': 'reset the access of',
  'invite.used': 'joined by an invite link',
  'link.created': 'linked',
  'link.changed': 'changed the link of',
  'link.deleted': 'removed the link of',
  'member.changed': 'changed the membership of',
  'member.joined': 'joined',
  'member.removed': 'removed',
  'member.renamed': 'changed the name of',
  'member.signed_in': 'signed in',
  'need.created': 'made a stage wait:',
  'need.deleted': 'stopped a stage from waiting:',
  'review.entry_added': 'added to a review:',
  'review.entry_removed': 'removed from a review:',
  'revision.posted': 'posted',
  'role.changed': 'changed the permissions of',
  'time.changed': 'changed logged time of',
  'time.deleted': 'deleted logged time of',
  'time.logged': 'logged time on',
  'time.week_locked': 'locked the logged time of the week of',
  'time.week_opened': 'unlocked the logged time of the week of',
  'webhook.secret_renewed': 'renewed the secret of',
  'task.date_reached': 'reached the date of',
  'task.assigned': 'assigned',
  'task.status_changed': 'set the status of',
  'block.created': 'planned',
  'block.changed': 'moved the block of',
  'block.deleted': 'removed from the timeline',
}

/** Events of people acting for themselves, possibly before the database knows who they are. */
const ownDoings: readonly string[] = ['invite.used', 'member.joined', 'member.signed_in']

/** Kinds whose action already implies the changed field. */
const plainKinds: readonly string[] = [
  'comment.posted',
  'comment.edited',
  'field.changed',
  'task.assigned',
  'task.status_changed',
]

const verbs: Readonly<Record<string, string>> = {
  created: 'created',
  changed: 'changed',
  deleted: 'deleted',
  restored: 'restored',
}

const fieldNames: Readonly<Record<string, string>> = {
  assignee: 'Assignee',
  collection_id: 'Collection',
  content: 'Comment',
  due_date: 'Due',
  duration: 'Days',
  estimated_hours: 'Estimate, h',
  frame_in: 'First frame',
  frame_out: 'Last frame',
  start_date: 'Start',
  time_spent: 'Time spent',
  title: 'Name',
  url: 'Address',
}

/** The filters for event kinds, each covering the events of one subject. */
export const eventFilters: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'task', label: 'Tasks' },
  { value: 'task.status_changed', label: 'Status changes' },
  { value: 'item', label: 'Items' },
  { value: 'field', label: 'Field values' },
  { value: 'revision', label: 'Revisions' },
  { value: 'comment', label: 'Comments' },
  { value: 'block', label: 'Plan' },
  { value: 'collection', label: 'Collections' },
  { value: 'space', label: 'Spaces' },
  { value: 'project', label: 'Projects' },
  { value: 'review', label: 'Reviews' },
  { value: 'board', label: 'Boards' },
  { value: 'link', label: 'Casting' },
  { value: 'view', label: 'Saved views' },
  { value: 'day_off', label: 'Days off' },
  { value: 'stage', label: 'Stages' },
  { value: 'status', label: 'Statuses' },
  { value: 'field_definition', label: 'Fields' },
  { value: 'kind', label: 'Kinds of items' },
  { value: 'need', label: 'Waiting for stages' },
]

/** The filters for the audit log, which only those who manage a studio's users may read. */
export const auditFilters: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'member', label: 'Members and sign-ins' },
  { value: 'role', label: 'Role permissions' },
  { value: 'access', label: 'Access to projects' },
  { value: 'token', label: 'Access tokens' },
  { value: 'service_account', label: 'Service accounts' },
  { value: 'invite', label: 'Invite links' },
  { value: 'share', label: 'Shared addresses' },
  { value: 'export', label: 'Exports' },
  { value: 'time', label: 'Logged time' },
  { value: 'rule', label: 'Rules' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'report', label: 'Reports' },
  { value: 'studio', label: 'Studio settings' },
]

/** Describes an event in words. */
export function describeEvent(event: StudioEvent): EventDescription {
  const { kind, names } = event
  const [thing = '', verb = ''] = kind.split('.')
  const isOfTask = ['task', 'comment', 'revision', 'block', 'time'].includes(thing) || kind.startsWith('review.entry_')
  const own = [names['item'], isOfTask ? names['stage'] : undefined].filter(Boolean).join(' · ')
  const name = [Object.hasOwn(joined, thing) ? names['name'] : undefined, own || ownNameOf(thing, event)]
    .filter(Boolean)
    .join(joined[thing])
  const isOwnDoing = ownDoings.includes(kind) && (event.actorName === '' || event.actorName === names['name'])
  const who = isOwnDoing ? (names['name'] ?? '') : event.actorName
  const changes = changesOf(event)
  return {
    who: who === '' ? 'Xsheet' : who,
    whoId: isOwnDoing ? (findText(event.new['user_id']) ?? event.actorId) : event.actorId,
    action:
      actions[kind] ??
      `${verbs[verb] ?? verb.replaceAll('_', ' ')}${own === '' && name !== '' ? describeSubject(thing) : ''}`,
    thing: isOwnDoing ? '' : name === '' ? (eventSubjects[thing] ?? thing.replaceAll('_', ' ')) : name,
    place: placeOf(thing, event),
    changes,
    isNamed: changes.length > 1 || !plainKinds.includes(kind),
  }
}

/** The words that join a thing's own name with its item's. */
const joined: Readonly<Record<string, string>> = { field: ' on ', revision: ' of ', link: ' in ' }

/** Returns the noun before a thing's name: ` the webhook`. */
function describeSubject(thing: string): string {
  const word = eventSubjects[thing]
  return word === undefined ? '' : word.replace(/^(?:an?|the) /, ' the ')
}

/** Formats an event as one line of plain text: `Max Member set the status of sh010 · Animation: WIP → DONE`. */
export function lineOf(event: StudioEvent): string {
  const { who, action, thing, changes, isNamed } = describeEvent(event)
  const [change, ...more] = changes
  const name = isNamed ? `${change?.field ?? ''} ` : ''
  const values =
    change === undefined ? '' : `: ${name}${wordsOf(change)}${more.length > 0 ? ` and ${more.length} more` : ''}`
  return `${[who, action, thing].filter(Boolean).join(' ')}${values}`
}

/** Formats a change as `WIP → DONE`, or whichever value there is. */
function wordsOf({ from, to }: ChangeDescription): string {
  if (from === undefined) return to ?? 'empty'
  return `${from} → ${to ?? 'empty'}`
}

function ownNameOf(thing: string, { names }: StudioEvent): string {
  if (thing === 'project' || thing === 'space' || thing === 'collection') return names[thing] ?? ''
  // A project's own board is named after the project.
  return names['name'] ?? (thing === 'board' ? (names['project'] ?? '') : '')
}

function placeOf(thing: string, { kind, names }: StudioEvent): string {
  const isOfEntry = kind.startsWith('review.entry_')
  return ['project', 'space', 'collection']
    .filter((place) => place !== thing)
    .map((place) => names[place])
    .concat(isOfEntry ? [names['name']] : [])
    .filter(Boolean)
    .join(' / ')
}

function changesOf({ kind, old, new: becomes, names }: StudioEvent): readonly ChangeDescription[] {
  if (kind === 'field.changed')
    return [{ field: names['name'] ?? 'Value', from: textOf(old['value']), to: textOf(becomes['value']) }]
  if (/\.(?:deleted|restored)$/.test(kind) && kind !== 'day_off.deleted') return []
  // Ids and the encoding of a view mean nothing to people; a revision's number is in its name.
  const fields = [...new Set([...Object.keys(old), ...Object.keys(becomes)])].filter(
    (key) => !/_ids?$/.test(key) && key !== 'version_number' && key !== 'form',
  )
  return (
    fields
      .map((key) => ({ field: fieldNames[key] ?? toTitle(key), from: textOf(old[key]), to: textOf(becomes[key]) }))
      // Something new is not described by the flags it lacks.
      .filter(({ from, to }) => from !== to && !(from === undefined && to === 'no'))
  )
}

/** Turns a column into a title; flags drop their prefix: `is_active` becomes Active. */
function toTitle(key: string): string {
  const words = key.replace(/^is_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return undefined
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // A moment of a film, as shown in comments.
  if (typeof value === 'string') return value.replace(/@here\[([^\]]*)\]/g, '@here $1')
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.map((one) => textOf(one) ?? '').join(', ') : JSON.stringify(value)
}
