import { eachFlag } from '#core/schema/item-flags.ts'
import type { RuleEvent, RuleRows, RuleTask } from './rule.ts'

const statuses = ['TODO', 'WIP', 'RETAKE', 'DONE'].map((name) => ({
  id: `status-${name}`,
  name,
  shortCode: name.toLowerCase(),
  isDone: name === 'DONE',
  isDefault: name === 'TODO',
}))
const stages = ['Layout', 'Animation', 'Lighting'].map((name) => ({ id: `stage-${name}`, name }))
const field = { of: 'item', unit: '', options: [] } as const

const vendors = ['North', 'South'].map((name) => ({ id: name.toLowerCase(), name, color: '' }))

type Given = { readonly [Stage in 'Layout' | 'Animation' | 'Lighting']?: string | Partial<RuleTask> }

/** Makes a task with the id that tests use: `sh010-Animation`. */
function aRuleTask(shot: string, stage: string, given: string | Partial<RuleTask>): RuleTask {
  const base = { id: `${shot}-${stage}`, itemId: shot, stageId: `stage-${stage}`, statusId: 'status-TODO' }
  const more = { assigneeId: null, artistId: null, dueDate: null, priority: 0, isDisabled: false, fields: {} }
  return { ...base, ...more, ...(typeof given === 'string' ? { statusId: `status-${given}` } : given) }
}

/** Makes rows with shots of one collection and their tasks' statuses: `{ sh010: { Animation: 'WIP' } }`. */
export function makeRuleRows(shots: Readonly<Record<string, Given>>): RuleRows {
  const place = {
    projectId: 'p1',
    collectionId: 'c1',
    spaceId: 's1',
    space: 'E1',
    collection: 'SQ010',
    episode: null,
    ...eachFlag(() => false),
  }
  const item = (name: string, type: string) => ({ ...place, id: name, name, type, kind: null, fields: {} })
  return {
    statuses,
    stages,
    kinds: ['Character', 'Vehicle'].map((name) => ({ id: `kind-${name}`, name })),
    fields: [
      { ...field, id: 'f1', key: 'approved', name: 'Approved', kind: 'checkbox' },
      { ...field, id: 'f2', key: 'difficulty', name: 'Difficulty', kind: 'number' },
      { ...field, id: 'f3', key: 'price', name: 'Price', kind: 'formula' },
      { ...field, id: 'f4', of: 'task', key: 'vendor', name: 'Vendor', kind: 'choice', options: vendors },
      { ...field, id: 'f5', of: 'task', key: 'remark', name: 'Remark', kind: 'text' },
    ],
    people: [
      { id: 'ana', name: 'Ana', role: 'member' },
      { id: 'ben', name: 'Ben', role: 'member' },
      { id: 'olga', name: 'Olga', role: 'owner' },
      { id: 'cleo', name: 'Cleo', role: 'viewer' },
    ],
    webhooks: [{ id: 'w1', name: 'Farm' }],
    items: [...Object.keys(shots).map((name) => item(name, 'shot')), item('SQ010', 'sequence')],
    tasks: Object.entries(shots).flatMap(([shot, tasks]) =>
      Object.entries(tasks).map(([stage, given]) => aRuleTask(shot, stage, given)),
    ),
  }
}

/** Makes an event of a task's status change. */
export function aStatusEvent(seq: number, taskId: string, [was, is]: readonly [string, string]): RuleEvent {
  const at = `2026-11-24T10:00:00.${String(seq).padStart(6, '0')}Z`
  const [item = '', stage = ''] = taskId.split('-')
  return {
    seq,
    at,
    kind: 'task.status_changed',
    depth: 0,
    actor: {
      kind: 'person',
      name: 'Ana',
    },
    project_id: 'p1',
    item_id: item,
    task_id: taskId,
    names: {
      item,
      stage,
    },
    old: {
      status_id: `status-${was}`,
      status: was,
    },
    new: {
      status_id: `status-${is}`,
      status: is,
    },
  }
}
