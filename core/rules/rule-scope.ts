import type { KnownNames, Member, RecordType, RowName, Scope, ValueType } from '#core/expressions/types.ts'
import { linkedNames } from '#core/fields/linked-names.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import { itemTypes } from '#core/schema/items.ts'
import type { RuleEvent, RuleField, RuleItem, RuleRows, RuleTask } from './rule.ts'
import { isByGuest } from './is-by-guest.ts'
import type { RuleState } from './rule-state.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** The input of a condition: an event, and the rows right after it. */
export type RuleMoment = { readonly event: RuleEvent; readonly state: RuleState }

type Catalogue = Pick<RuleRows, 'statuses' | 'stages' | 'kinds' | 'fields' | 'people'>
type TaskIn = { readonly task: RuleTask; readonly state: RuleState }

const typeOfKind: Readonly<Record<string, ValueType>> = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  checkbox: 'checkbox',
  date: 'date',
  choice: 'text',
  choices: { list: 'text' },
  url: 'text',
  person: 'text',
}

/**
 * Makes the scope of conditions: the task (`status`, `done`, `due`, … and its fields), the task of the `next` stage,
 * the item and its fields, its `tasks`, those of its whole collection (`group`), the `sequences` of its episode, the
 * previous value (`was`), and who did it (`by`).
 */
export function makeRuleScope(catalogue: Catalogue): Scope<RuleMoment> {
  const members = taskMembers(catalogue)
  const type: RecordType = { word: 'a task', members }
  const names = new Map<string, RowName<RuleMoment>>()
  for (const [name, member] of members)
    names.set(name, {
      type: member.type,
      known: member.known,
      read: (moment) => withTask(moment, (task) => member.read(task)),
    })
  nameItem(names, catalogue)
  nameEvent(names, catalogue)
  names.set('next', {
    type,
    read: (moment) => withTask(moment, ({ task, state }) => toTaskIn(state.findNext(task), state)),
    help: 'the task of the next stage: next.status',
  })
  const tasks = (read: (item: RuleItem, state: RuleState) => readonly RuleTask[]): RowName<RuleMoment> => ({
    type: { list: type },
    read: ({ event, state }) => {
      const item = state.findItem(event.item_id)
      return item === undefined ? [] : read(item, state).map((task) => ({ task, state }))
    },
  })
  names.set('tasks', {
    ...tasks(({ id }, state) => state.getTasks(id)),
    help: 'the item’s tasks: all(tasks, t, t.done)',
  })
  names.set('group', {
    ...tasks(({ collectionId }, state) => state.getGroup(collectionId).flatMap(({ id }) => state.getTasks(id))),
    help: 'the tasks of its whole collection',
  })
  const item: RecordType = { word: 'an item', members: itemMembers(catalogue) }
  names.set('sequences', {
    type: { list: item },
    read: ({ event, state }) => {
      const own = state.findItem(event.item_id)
      return own === undefined ? [] : state.getSequences(own)
    },
    help: 'the sequences of its episode: all(sequences, s, s.approved)',
  })
  for (const name of linkedNames)
    names.set(name, { type: 'empty', read: () => null, problem: `Rules cannot use ${name}: they look at one item` })
  // Task fields are among the members of a task.
  for (const field of catalogue.fields) {
    if (field.of === 'item')
      names.set(field.key, { ...describeField(field, catalogue), read: ofItem(fieldReader(field, catalogue)) })
  }
  return { names, functions: new Map([['task', taskOf(catalogue, type)]]) }
}

type Names = Map<string, RowName<RuleMoment>>

function nameItem(names: Names, catalogue: Catalogue): void {
  for (const [name, read] of Object.entries(itemNames)) names.set(name, { type: 'text', read: ofItem(read) })
  names.set('type', { type: 'text', known: knownOf('type', itemTypes), read: ofItem(({ type }) => type) })
  names.set('kind', {
    type: 'text',
    known: listKnown(catalogue).kind,
    read: ofItem(({ kind }) => kind),
    help: 'what kind of item it is: kind == "Prop"',
  })
  for (const { name, field } of itemFlags) names.set(name, { type: 'checkbox', read: ofItem((item) => item[field]) })
}

function nameEvent(names: Names, catalogue: Catalogue): void {
  names.set('by', { type: 'text', read: ({ event }) => event.actor.name, help: 'who did it' })
  names.set('guest', {
    type: 'checkbox',
    read: ({ event }) => isByGuest(event, catalogue),
    help: 'done by somebody whose role is viewer',
  })
  names.set('rule', { type: 'checkbox', read: ({ event }) => event.actor.kind === 'rule', help: 'done by a rule' })
  names.set('was', {
    type: 'text',
    known: listKnown(catalogue).status,
    read: ({ event }) => event.old['status'],
    help: 'the status it had',
  })
  names.set('comment', { type: 'text', read: ({ event }) => event.new['content'] ?? event.new['comment'] })
}

const itemNames: Readonly<Record<string, (item: RuleItem) => string>> = {
  item: ({ name }) => name,
  name: ({ name }) => name,
  collection: ({ collection }) => collection,
  space: ({ space }) => space,
}

function ofItem(read: (item: RuleItem) => unknown): (moment: RuleMoment) => unknown {
  return ({ event, state }) => {
    const item = state.findItem(event.item_id)
    return item === undefined ? null : read(item)
  }
}

function withTask({ event, state }: RuleMoment, read: (task: TaskIn) => unknown): unknown {
  const task = state.findTask(event.task_id)
  return task === undefined ? null : read({ task, state })
}

function toTaskIn(task: RuleTask | undefined, state: RuleState): TaskIn | null {
  return task === undefined ? null : { task, state }
}

function taskOf({ stages }: Catalogue, type: RecordType) {
  return {
    help: 'task("anim")',
    choices: stages.map(({ name }) => name),
    bind(text: string) {
      const wanted = text.toLowerCase()
      const stage =
        stages.find(({ name }) => name.toLowerCase() === wanted) ??
        stages.find(({ name }) => name.toLowerCase().startsWith(wanted))
      if (stage === undefined) return { type, read: () => null, problem: `There is no stage ${text}` }
      return {
        type,
        read: ({ event, state }: RuleMoment) =>
          toTaskIn(
            state.getTasks(event.item_id ?? '').find(({ stageId }) => stageId === stage.id),
            state,
          ),
      }
    },
  }
}

function taskMembers(catalogue: Catalogue): ReadonlyMap<string, Member> {
  const { stages, people, fields } = catalogue
  const nameIn = (list: readonly { readonly id: string; readonly name: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.name ?? null
  const of =
    (read: (task: TaskIn) => unknown): Member['read'] =>
    (value) =>
      read(value as TaskIn)
  const known = listKnown(catalogue)
  const members: readonly (readonly [string, Member])[] = [
    ...fields.flatMap((field): readonly (readonly [string, Member])[] => {
      if (field.of !== 'task' || typeOfKind[field.kind] === undefined) return []
      const read = fieldReader(field, catalogue)
      return [[field.key, { ...describeField(field, catalogue), read: of(({ task }) => read(task)) }]]
    }),
    ['stage', { type: 'text', known: known.stage, read: of(({ task }) => nameIn(stages, task.stageId)) }],
    [
      'status',
      { type: 'text', known: known.status, read: of(({ task, state }) => state.findStatus(task.statusId)?.name) },
    ],
    [
      'code',
      { type: 'text', known: known.code, read: of(({ task, state }) => state.findStatus(task.statusId)?.shortCode) },
    ],
    ['done', { type: 'checkbox', read: of(({ task, state }) => state.isDone(task)) }],
    ['due', { type: 'date', read: of(({ task }) => task.dueDate) }],
    ['priority', { type: 'number', read: of(({ task }) => task.priority) }],
    ['assignee', { type: 'text', known: known.person, read: of(({ task }) => nameIn(people, task.assigneeId)) }],
    ['artist', { type: 'text', known: known.person, read: of(({ task }) => nameIn(people, task.artistId)) }],
  ]
  return new Map(members)
}

function itemMembers(catalogue: Catalogue): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>()
  for (const field of catalogue.fields) {
    if (field.of !== 'item' || typeOfKind[field.kind] === undefined) continue
    const read = fieldReader(field, catalogue)
    members.set(field.key, { ...describeField(field, catalogue), read: (value) => read(value as RuleItem) })
  }
  return members.set('name', { type: 'text', read: (value) => (value as RuleItem).name })
}

function describeField(
  field: RuleField,
  catalogue: Catalogue,
): {
  readonly type: ValueType
  readonly help: string
  readonly known: KnownNames | undefined
  readonly problem?: string
} {
  const { kind, name } = field
  const type = typeOfKind[kind]
  return {
    type: type ?? 'empty',
    help: name,
    known: knownOfField(field, catalogue),
    ...(type === undefined && { problem: `${name} is a formula, which rules cannot calculate` }),
  }
}

type Named = readonly { readonly name: string }[]

function knownOf(what: string, names: readonly string[]): KnownNames {
  return { what, list: () => names }
}

/** Returns the names that conditions over events compare with, as `listKnownNames` does. */
export function listKnown({ kinds, stages, statuses, people }: Omit<Catalogue, 'fields'>) {
  const of = (what: string, rows: Named) =>
    knownOf(
      what,
      rows.map(({ name }) => name),
    )
  return {
    kind: of('kind', kinds),
    stage: of('stage', stages),
    status: of('status', statuses),
    code: knownOf(
      'status code',
      statuses.map(({ shortCode }) => shortCode),
    ),
    person: of('person', people),
  }
}

function knownOfField({ kind, name, options }: RuleField, { people }: Catalogue): KnownNames | undefined {
  if (kind !== 'person' && kind !== 'choice' && kind !== 'choices') return undefined
  const isPerson = kind === 'person'
  return knownOf(isPerson ? 'person' : name, [...(isPerson ? people : options).map((row) => row.name), removedName])
}

/** Reads a field of an item or a task: options and people by name, deleted ones as removed. */
function fieldReader(field: RuleField, { people }: Catalogue): (row: Pick<RuleTask, 'fields'>) => unknown {
  const nameOf = (id: unknown): string => {
    const list = field.kind === 'person' ? people : field.options
    return list.find((one) => one.id === id)?.name ?? removedName
  }
  const isNamed = ['choice', 'choices', 'person'].includes(field.kind)
  return ({ fields }) => {
    const value = fields[field.key] ?? null
    if (value === null || !isNamed) return value
    return Array.isArray(value) ? value.map(nameOf) : nameOf(value)
  }
}
