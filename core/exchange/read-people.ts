import { foldName } from '#core/lib/slug.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { Sheet } from './csv.ts'
import type { LeftOut } from './import-row.ts'

/** A person in a list of people. */
export type ListedPerson = {
  readonly line: number
  readonly name: string
  readonly email: string
  readonly isMember: boolean
}

/** The people of a list, and what of it is not used. */
export type ReadPeople = { readonly people: readonly ListedPerson[]; readonly left: readonly LeftOut[] }

const used = /^(first ?name|last ?name|name|full ?name|display ?name|e-?mail( address)?|login)$/i

/**
 * Reads the people of a sheet that lists them, as exported by Kitsu, ShotGrid and ftrack: it has a column of e-mail
 * addresses and one of names. Undefined for any other sheet.
 */
export function findPeople(
  { header, records }: Sheet,
  { members, stages }: { readonly members: readonly MemberRow[]; readonly stages: readonly string[] },
): ReadPeople | undefined {
  const find = (title: RegExp): number => header.findIndex((each) => title.test(each.trim().replaceAll('_', ' ')))
  const email = find(/^e-?mail( address)?$/i)
  const [first, last] = [find(/^first ?name$/i), find(/^last ?name$/i)]
  const whole = find(/^(full ?name|display ?name|name)$/i)
  const folded = new Set(stages.map(foldName))
  const isOfItems = header.some(
    (title) =>
      /^(sequence|frame in|frame out|collection|shot code|asset name)$/i.test(title.trim()) ||
      folded.has(foldName(title)),
  )
  if (email === -1 || isOfItems || (first === -1 && last === -1 && whole === -1)) return undefined
  const known = new Set(
    members.filter(({ archivedAt }) => archivedAt === undefined).map((each) => each.email.toLowerCase()),
  )
  const left: LeftOut[] = header
    .filter((title) => title.trim() !== '' && !used.test(title.trim().replaceAll('_', ' ')))
    .map((column) => ({ column, reason: 'People set it themselves, or an administrator does, once they have joined.' }))
  const people: ListedPerson[] = []
  for (const { line, cells } of records) {
    const cellAt = (at: number): string => (cells[at] ?? '').trim()
    const address = cellAt(email)
    const name =
      [first, last]
        .map(cellAt)
        .filter((part) => part !== '')
        .join(' ') || cellAt(whole)
    if (/^[^\s@]+@[^\s@]+$/.test(address))
      people.push({ line, name, email: address, isMember: known.has(address.toLowerCase()) })
    else
      left.push({
        line,
        reason: address === '' ? 'The row has no e-mail address.' : `"${address}" is not an e-mail address.`,
      })
  }
  return { people, left }
}
