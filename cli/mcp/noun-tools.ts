import * as v from 'valibot'
import { verb as collections } from '#cli/commands/collection/list.ts'
import { verb as comments } from '#cli/commands/comment/list.ts'
import { verb as fields } from '#cli/commands/field/list.ts'
import { verb as items } from '#cli/commands/item/list.ts'
import { verb as people } from '#cli/commands/member/list.ts'
import { verb as projects } from '#cli/commands/project/list.ts'
import { verb as reviews } from '#cli/commands/review/list.ts'
import { verb as revisions } from '#cli/commands/revision/list.ts'
import { verb as spaces } from '#cli/commands/space/list.ts'
import { verb as stages } from '#cli/commands/stage/list.ts'
import { verb as statuses } from '#cli/commands/status/list.ts'
import { verb as tasks } from '#cli/commands/task/list.ts'
import { verb as blocks } from '#cli/commands/timeline/list.ts'
import type { Flag } from '#cli/define-verb.ts'
import { toFlags } from '#cli/manifest-flags.ts'
import { nameOf, runVerb, type Verb } from './run-verb.ts'
import { line, lines, type Base, type Tool } from './tool.ts'

type Noun = { readonly noun: string; readonly verb: Verb; readonly isPlaced?: boolean }

/** What can be listed: the noun, its command, and whether it is in projects and spaces. */
export const nouns: readonly Noun[] = [
  { noun: 'projects', verb: projects },
  { noun: 'spaces', verb: spaces, isPlaced: true },
  { noun: 'collections', verb: collections, isPlaced: true },
  { noun: 'items', verb: items, isPlaced: true },
  { noun: 'tasks', verb: tasks, isPlaced: true },
  { noun: 'stages', verb: stages },
  { noun: 'statuses', verb: statuses },
  { noun: 'people', verb: people },
  { noun: 'fields', verb: fields, isPlaced: true },
  { noun: 'comments', verb: comments, isPlaced: true },
  { noun: 'revisions', verb: revisions, isPlaced: true },
  { noun: 'reviews', verb: reviews },
  { noun: 'blocks', verb: blocks, isPlaced: true },
]

const placeArgs = {
  project: v.optional(line('project: name, slug, id or glob')),
  space: v.optional(line('space: name, slug, id or glob, or project/space')),
}

const pageArgs = {
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 100),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
}

/** Creates one tool per noun, which runs its list command: flags become arguments, records the response. */
export function makeNounTools(base: Base): readonly Tool[] {
  return nouns.map(({ noun, verb, isPlaced = false }) => ({
    name: `list_${noun}`,
    description: `${capitalize(verb.summary)}. Returns {total, rows}, the rows from offset on.`,
    args: { ...(isPlaced && placeArgs), ...toArgs(verb), ...pageArgs },
    isReading: true,
    run: async ({ limit, offset, ...values }) => {
      const { data } = await runVerb(verb, { ...emptyLists(verb), ...values }, base)
      return toPage(data, Number(offset), Number(limit))
    },
  }))
}

/** Returns a page of a list with the total count. */
export function toPage(data: unknown, offset: number, limit: number) {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [data]
  return { total: rows.length, rows: rows.slice(offset, offset + limit) }
}

function toArgs({ arguments: given, options = [] }: Verb): v.ObjectEntries {
  const positional = listPositional(given).map(({ name, isList, isRequired }) => {
    const one = isList ? lines('paths, globs or ids, such as sq010/sh0010:animation') : line('a path or id')
    return [name, isRequired ? one : v.optional(one)] as const
  })
  const flags = toFlags(options)
    .filter(({ flags: text }) => !text.startsWith('--limit'))
    .map((each) => [nameOf(each), toArg(each)])
  return Object.fromEntries([...positional, ...flags])
}

function toArg({ flags, description, as }: Flag): v.GenericSchema {
  if (!flags.includes('<')) return v.optional(v.pipe(v.boolean(), v.description(description)))
  if (as === 'number') return v.optional(v.pipe(v.number(), v.description(description)))
  return v.optional(as === 'list' ? lines(description) : line(description))
}

/** Defaults omitted list arguments to empty lists, as commands expect. */
function emptyLists({ arguments: given }: Verb): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(listPositional(given).flatMap(({ name, isList }) => (isList ? [[name, []]] : [])))
}

function listPositional(given = '') {
  return given
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({
      name: word.replaceAll(/[^a-z]/g, ''),
      isList: word.includes('...'),
      isRequired: word.startsWith('<'),
    }))
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
