import bcrypt from 'bcryptjs'
import { HostError } from '#supabase/local/host-error.ts'
import type { DemoAccount } from '../accounts.ts'
import { demoAccounts, demoPassword } from '../accounts.ts'
import type { SeedQueryable } from '../insert-rows.ts'
import { insertRows } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'

export type Person = DemoAccount & { id: string }

export const people: readonly Person[] = demoAccounts.map((account) => ({
  ...account,
  id: seededId('user', account.email),
}))

/** Returns a person by first name. */
export function getPerson(firstName: string): Person {
  const person = people.find(({ name }) => name.startsWith(`${firstName} `))
  if (person === undefined) throw new Error(`nobody is called ${firstName}`)
  return person
}

/** Throws a HostError if the deployment only allows other addresses. */
export async function assertAdmitted(database: SeedQueryable): Promise<void> {
  const [account] = people
  const [answer] = await database.query<{ isAllowed: boolean }>('select private.is_email_allowed($1) as "isAllowed"', [
    account?.email,
  ])
  if (answer?.isAllowed !== true)
    throw new HostError(
      'The people of the seed have addresses at northlight.example, which ALLOWED_EMAIL_DOMAINS does not admit: add that domain, or set XSHEET_DEMO=0.',
    )
}

// The product's own cost factor.
const bcryptRounds = 10

/** Creates the accounts, their addresses confirmed, as auth.admin would. Existing ones stay as they are. */
export async function createAccounts(database: SeedQueryable, accounts: readonly Person[]): Promise<void> {
  const known = await database.query<{ id: string }>(
    'select id::text from auth.users where id = any($1::text::uuid[])',
    [`{${accounts.map(({ id }) => id).join(',')}}`],
  )
  const missing = accounts.filter(({ id }) => !known.some((user) => user.id === id))
  if (missing.length === 0) return
  // One hash serves all: the password is public.
  const hash = await bcrypt.hash(demoPassword, bcryptRounds)
  const now = new Date().toISOString()
  const times = { created_at: now, updated_at: now }
  const toClaims = ({ id, email, name }: Person): Record<string, unknown> => ({
    sub: id,
    email,
    full_name: name,
    email_verified: true,
    phone_verified: false,
  })
  await insertRows(
    database,
    'auth.users',
    missing.map((person) => ({
      id: person.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: person.email,
      encrypted_password: hash,
      email_confirmed_at: now,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: toClaims(person),
      ...times,
    })),
  )
  await insertRows(
    database,
    'auth.identities',
    missing.map((person) => ({
      id: seededId('identity', person.email),
      provider: 'email',
      provider_id: person.id,
      user_id: person.id,
      identity_data: toClaims(person),
      ...times,
    })),
  )
}
