import { findForeignStatus } from '#core/studios/find-by-name.ts'
import type { RuleAction, RuleField, RuleRows, RuleText } from './rule.ts'

/** A template for a rule, adapted to the studio's statuses and fields, or what the studio lacks for it. */
export type RuleTemplate = {
  readonly id: string
  readonly title: string
  readonly make: (rows: RuleRows) => RuleText | { readonly lacks: string }
}

const name = (text: string): Pick<RuleText, 'name'> => ({ name: text })
const noStatus = (word: string) => ({ lacks: `a status that means ${word}` })

/** The rule templates on offer, in order. */
export const ruleTemplates: readonly RuleTemplate[] = [
  {
    id: 'start-next-stage',
    title: 'Start the next stage',
    make(rows) {
      const wip = findForeignStatus(rows.statuses, 'wip')
      if (wip === undefined) return noStatus('in progress')
      const actions: readonly RuleAction[] = [
        { do: 'start_next', status: wip.id },
        { do: 'notify', who: ['next'], text: '' },
      ]
      const condition = 'next.assignee != null'
      return {
        ...name('Start the next stage'),
        trigger: { kind: 'status_changed', status: 'done' },
        condition,
        actions,
      }
    },
  },
  {
    id: 'all-done',
    title: 'All tasks done: the item is done',
    make: (rows) => rollUp('Item done', { group: 'item', on: 'this' }, rows),
  },
  {
    id: 'retake',
    title: 'A retake goes back to the artist',
    make(rows) {
      const retake = findForeignStatus(rows.statuses, 'retake')
      if (retake === undefined) return noStatus('retake')
      const actions: readonly RuleAction[] = [
        { do: 'assign', who: 'artist', on: 'this' },
        { do: 'notify', who: ['artist'], text: '' },
      ]
      const trigger = { kind: 'status_changed', status: retake.id } as const
      return { ...name('Retake goes back'), trigger, condition: 'artist != null', actions }
    },
  },
  {
    id: 'client-approved',
    title: 'The client approved in a comment',
    make(rows) {
      const done = findForeignStatus(rows.statuses, 'approved') ?? rows.statuses.find(({ isDone }) => isDone)
      if (done === undefined) return noStatus('done')
      return {
        ...name('Client approved'),
        trigger: { kind: 'comment_posted', by: 'guest' },
        condition: 'lower(comment).contains("approved") && !lower(comment).contains("not approved")',
        actions: [{ do: 'set_status', status: done.id, on: 'this' }],
      }
    },
  },
  {
    id: 'due-tomorrow',
    title: 'Remind of tasks due tomorrow',
    make: () => ({
      ...name('Due tomorrow'),
      trigger: { kind: 'date_reached', days: 1 },
      condition: '',
      actions: [{ do: 'notify', who: ['assignee'], text: 'Due tomorrow' }],
    }),
  },
  {
    id: 'roll-up-sequence',
    title: 'All shots done: the sequence is done',
    make: (rows) => rollUp('Sequence done', { group: 'collection', on: 'sequence' }, rows),
  },
  {
    id: 'roll-up-episode',
    title: 'All sequences done: the episode is done',
    make(rows) {
      const field = findDone(rows)
      if (field === undefined) return noBox
      return {
        ...name('Episode done'),
        trigger: { kind: 'field_changed', key: field.key },
        condition: `type == "sequence" && all(sequences, s, s.${field.key})`,
        actions: [{ do: 'set_field', key: field.key, value: true, on: 'episode' }],
      }
    },
  },
]

const noBox = { lacks: 'a field of kind checkbox, such as “Done”' }

/** Finds the item field that means done. */
function findDone({ fields }: RuleRows): RuleField | undefined {
  const boxes = fields.filter(({ kind, of }) => kind === 'checkbox' && of === 'item')
  return boxes.find(({ key }) => /done|approved|final|complete/.test(key)) ?? boxes[0]
}

function rollUp(
  title: string,
  { group, on }: { readonly group: 'item' | 'collection'; readonly on: 'this' | 'sequence' },
  rows: RuleRows,
): RuleText | { readonly lacks: string } {
  const field = findDone(rows)
  if (field === undefined) return noBox
  return {
    ...name(title),
    trigger: { kind: 'all_of_group', how: 'all', group },
    condition: '',
    actions: [{ do: 'set_field', key: field.key, value: true, on }],
  }
}
