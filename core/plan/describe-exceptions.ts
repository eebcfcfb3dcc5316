import { nameOfPriority } from '#core/tasks/priorities.ts'
import { nameOfCompared } from './bounds.ts'
import type { Term } from './reading.ts'

/** Describes what a sentence leaves out: `except Compositing of sq020, except WFA`; empty if nothing. */
export function describeExceptions(terms: readonly Term[]): string {
  return terms.flatMap((term) => (term.isNot ? `except ${describe(term)}` : [])).join(', ')
}

const order: readonly Term['kind'][] = [
  'all',
  'late',
  'unassigned',
  'priority',
  'due',
  'bounds',
  'status',
  'own',
  'stage',
  'person',
  'item',
  'collection',
  'space',
  'project',
]
const ofOthers = order.indexOf('person')

/** Describes conditions that hold together: what the tasks are, then whose and where; alternatives with “or”. */
function describe(term: Term): string {
  if (term.kind !== 'together') return name(term)
  const kinds = order.filter((kind) => term.terms.some((each) => each.kind === kind))
  const told = kinds.map((kind) => ({
    text: term.terms
      .filter((each) => each.kind === kind)
      .map(name)
      .join(' or '),
    isOf: order.indexOf(kind) >= ofOthers,
  }))
  return told.map(({ text, isOf }, at) => (at === 0 ? text : `${isOf ? ' of ' : ' '}${text}`)).join('')
}

function name(term: Term): string {
  switch (term.kind) {
    case 'together':
      return describe(term)
    case 'due':
      return term.date === undefined ? 'no due date' : `due ${term.date}`
    case 'priority':
      return `priority ${nameOfPriority(term.value)}`
    case 'own':
      return `${term.own.name} ${term.text}`
    case 'bounds':
      return `${nameOfCompared(term)} ${term.text}`
    case 'late':
    case 'unassigned':
      return term.kind
    case 'all':
      return 'everything'
    default:
      return term.things.map((thing) => thing.name).join(' or ')
  }
}
