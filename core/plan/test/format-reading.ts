import type { Action, DayCount, Problem, Reading, Term } from '../reading.ts'

/** Writes a reading in one line: conditions, `>`, actions; or its problems, `!` not understood, `?` a question. */
export function formatReading({ terms, actions, problems }: Reading): string {
  if (problems.length > 0) return problems.map(formatProblem).join(' ; ')
  return [...merge(terms).map(formatTerm), '>', ...actions.map(formatAction)].join(' ')
}

/** Merges conditions of one kind, as they are alternatives. */
function merge(terms: readonly Term[]): readonly Term[] {
  const merged: Term[] = []
  for (const term of terms) {
    const at = merged.findIndex((other) => 'things' in other && other.kind === term.kind && !other.isNot && !term.isNot)
    const before = merged[at]
    if (before !== undefined && 'things' in before && 'things' in term)
      merged[at] = { ...before, things: [...before.things, ...term.things] }
    else merged.push(term)
  }
  return merged
}

function formatProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'unknown':
      return `! ${problem.word}${problem.suggestion === undefined ? '' : ` (${problem.suggestion})`}`
    case 'choice':
      return `? ${problem.word}: ${problem.choices.map(({ label }) => label).join(', ')}`
    case 'no-tasks':
      return '? which tasks'
    case 'no-action':
      return '? do what'
    case 'value':
      return `! ${problem.word}: ${problem.text}`
    default:
      return '? nowhere'
  }
}

function formatTerm(term: Term): string {
  const not = term.isNot ? 'not ' : ''
  switch (term.kind) {
    case 'due':
      return `${not}due=${term.date ?? 'none'}`
    case 'priority':
      return `${not}priority=${term.value}`
    case 'together':
      return `${term.isNot ? 'not' : ''}(${merge(term.terms).map(formatTerm).toSorted().join('+')})`
    case 'bounds': {
      const signs = { over: '>', least: '>=', under: '<', most: '<=' } as const
      const { of, bounds } = term
      const told = Object.entries(bounds).map(([name, value]) => `${signs[name as keyof typeof signs]}${value}`)
      const name = of === 'dueDate' ? 'due' : of === 'estimatedHours' ? 'est' : of.key
      return `${not}${name}${told.join('')}`
    }
    case 'own':
      return `${not}${term.own.key}=${term.text}`
    case 'late':
    case 'unassigned':
    case 'all':
      return not + term.kind
    default:
      return `${not}${term.kind}:${term.things.map(({ name }) => name).join(',')}`
  }
}

function formatDays({ days, isWorkdays = false }: DayCount): string {
  return `${days < 0 ? '' : '+'}${days}${isWorkdays ? 'wd' : ''}`
}

function formatAction(action: Action): string {
  if (action.field === 'own') return `${action.own.key}=${action.text}`
  if (action.field === 'push') return `due${formatDays(action)}`
  if (action.field === 'shift') return `${action.own.key}${formatDays({ ...action, days: action.by })}`
  const { field, to } = action
  return `${field}=${typeof to === 'object' ? to.name : (to ?? 'none')}`
}
