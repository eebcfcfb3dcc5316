import { usageError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { listInput } from './input-lines.ts'

/**
 * Replaces `-` in targets by standard input: one target per line, or JSON with `id` or `path`, per line or as an array.
 */
export async function expandTargets(targets: readonly string[], io: Pick<Io, 'readInput'>): Promise<readonly string[]> {
  if (!targets.includes('-')) return targets
  const fromInput = parseTargets(await io.readInput())
  if (fromInput.length === 0) throw usageError('Standard input names no task.', 'Send ids or paths, one per line.')
  return targets.flatMap((target) => (target === '-' ? fromInput : [target]))
}

function parseTargets(text: string): readonly string[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) return parseJsonList(trimmed)
  const lines = listInput(trimmed).map((line) => line.trim())
  return lines.map((line) => (line.startsWith('{') ? targetOf(parseJson(line), line) : line))
}

function parseJsonList(text: string): readonly string[] {
  const values = parseJson(text)
  return Array.isArray(values) ? values.map((value: unknown) => targetOf(value, JSON.stringify(value))) : []
}

function targetOf(value: unknown, text: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    if ('id' in value && typeof value.id === 'string') return value.id
    if ('path' in value && typeof value.path === 'string') return value.path
  }
  throw usageError(`Standard input: ${text.slice(0, 80)} has neither id nor path.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(`Standard input: ${text.slice(0, 80)} is not JSON.`)
  }
}
