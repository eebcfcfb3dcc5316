import type { Queryable, Database } from './queryable.ts'
import { randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { toMessage } from './host-error.ts'
import { toErrorResponse } from './http.ts'

type UserRow = {
  id: string
  email: string | null
  created_at: string
  updated_at: string
  email_confirmed_at: string | null
  last_sign_in_at: string | null
  raw_app_meta_data: unknown
  raw_user_meta_data: unknown
}

const columns =
  'id, email, created_at, updated_at, email_confirmed_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data'

// lite's own cost factor; it keeps a sign-in to the demo quick.
const bcryptRounds = 10

/**
 * The part of auth.admin that scripts and tests need: list, find, create, set a new password, delete. The caller has
 * shown the service key.
 */
export function makeAdminUsers(database: Database): (request: Request, path: string) => Promise<Response> {
  return async (request, path) => {
    const [, , resource, id, part] = path.split('/')
    if (resource === 'users' && id !== undefined && part === 'factors' && request.method === 'GET')
      return Response.json([])
    if (resource !== 'users' || part !== undefined) return notHere(path)
    if (id === undefined && request.method === 'GET') return listUsers(database, new URL(request.url))
    if (id === undefined && request.method === 'POST') return createUser(database, await request.json())
    if (id !== undefined && request.method === 'GET') return findUser(database, id)
    if (id !== undefined && request.method === 'PUT') return setPassword(database, id, await request.json())
    if (id !== undefined && request.method === 'DELETE') return deleteUser(database, id, await readJson(request))
    return toErrorResponse({ status: 405, code: 'method_not_allowed', message: 'Method not allowed' })
  }
}

async function listUsers(database: Database, url: URL): Promise<Response> {
  const perPage = Math.min(Math.max(Number(url.searchParams.get('per_page')) || 50, 1), 1000)
  const page = Math.max(Number(url.searchParams.get('page')) || 1, 1)
  const rows = await database.query<UserRow>(
    `select ${columns} from auth.users order by created_at, id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const [counted] = await database.query<{ total: number }>('select count(*)::int as total from auth.users')
  const body = { users: rows.map(toUser), aud: 'authenticated' }
  return Response.json(body, { headers: { 'x-total-count': String(counted?.total ?? 0) } })
}

async function findUser(database: Database, id: string): Promise<Response> {
  const [row] = await database.query<UserRow>(`select ${columns} from auth.users where id::text = $1`, [id])
  return row === undefined ? notFound() : Response.json(toUser(row))
}

async function deleteUser(database: Database, id: string, body: unknown): Promise<Response> {
  if (toWish(body)['should_soft_delete'] === true)
    return refuse('validation_failed', 'Accounts are deleted for good: should_soft_delete is not supported')
  const [row] = await database.query<UserRow>(`delete from auth.users where id::text = $1 returning ${columns}`, [id])
  return row === undefined ? notFound() : Response.json(toUser(row))
}

/** Ends sessions signed in with the old one, as a hosted project does. */
async function setPassword(database: Database, id: string, body: unknown): Promise<Response> {
  const { password, ...others } = toWish(body)
  const [other] = Object.keys(others)
  if (other !== undefined) return refuse('validation_failed', `${other} cannot be changed here: only the password can`)
  if (!isPassword(password)) return refuse('weak_password', passwordRule)
  const hash = await bcrypt.hash(password, bcryptRounds)
  const row = await database.transaction(async (transaction) => {
    await transaction.query('delete from auth.sessions where user_id::text = $1', [id])
    const [changed] = await transaction.query<UserRow>(
      `update auth.users set encrypted_password = $2, updated_at = now() where id::text = $1 returning ${columns}`,
      [id, hash],
    )
    return changed
  })
  return row === undefined ? notFound() : Response.json(toUser(row))
}

/** The settable fields of a new account; `id` and `role` are this host's own. */
const settable = new Set(['email', 'password', 'email_confirm', 'user_metadata'])

/** An empty body requests nothing. */
const readJson = async (request: Request): Promise<unknown> => await request.json().catch(() => undefined)

/** Answers for what only a hosted project's auth.admin can do. */
const notHere = (path: string): Response =>
  toErrorResponse({ status: 404, code: 'not_implemented', message: `This host has no ${path.slice(1)}` })

const passwordRule = 'A password has 6 to 72 characters'

const isPassword = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 6 && value.length <= 72

const toWish = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

async function createUser(database: Database, body: unknown): Promise<Response> {
  const wish = toWish(body)
  const other = Object.keys(wish).find((name) => !settable.has(name))
  if (other !== undefined) return refuse('validation_failed', `${other} cannot be set here`)
  const email = typeof wish['email'] === 'string' ? wish['email'].trim().toLowerCase() : ''
  const password = typeof wish['password'] === 'string' ? wish['password'] : undefined
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse('validation_failed', 'An e-mail address is needed')
  if (password !== undefined && !isPassword(password)) return refuse('weak_password', passwordRule)
  const hash = password === undefined ? null : await bcrypt.hash(password, bcryptRounds)
  const metadata = typeof wish['user_metadata'] === 'object' ? wish['user_metadata'] : {}
  try {
    const row = await database.transaction((transaction) =>
      insertUser(transaction, { email, hash, metadata, isConfirmed: wish['email_confirm'] === true }),
    )
    return Response.json(toUser(row))
  } catch (error) {
    return toRefusal(error)
  }
}

type NewUser = { email: string; hash: string | null; metadata: unknown; isConfirmed: boolean }

async function insertUser(transaction: Queryable, { email, hash, metadata, isConfirmed }: NewUser): Promise<UserRow> {
  const id = randomUUID()
  const claims = { ...(metadata as object), sub: id, email, email_verified: isConfirmed, phone_verified: false }
  const [row] = await transaction.query<UserRow>(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, $3, case when $4::boolean then now() end, $5::jsonb, $6::jsonb)
     returning ${columns}`,
    [id, email, hash, isConfirmed, JSON.stringify({ provider: 'email', providers: ['email'] }), JSON.stringify(claims)],
  )
  await transaction.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1, 'email', $2::uuid::text, $2::uuid, $3::jsonb)`,
    [randomUUID(), id, JSON.stringify(claims)],
  )
  if (row === undefined) throw new Error('the insert answered no row')
  return row
}

function toUser(row: UserRow): Record<string, unknown> {
  const { raw_app_meta_data: app_metadata, raw_user_meta_data: user_metadata, ...rest } = row
  return { ...rest, aud: 'authenticated', role: 'authenticated', app_metadata, user_metadata, identities: [] }
}

const uniqueViolation = '23505'
const insufficientPrivilege = '42501'

function toRefusal(error: unknown): Response {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === uniqueViolation)
    return refuse('email_exists', 'A user with this email address has already been registered')
  if (code === insufficientPrivilege) return refuse('email_address_not_authorized', toMessage(error))
  throw error
}

const refuse = (code: string, message: string): Response => toErrorResponse({ status: 422, code, message })

const notFound = (): Response => toErrorResponse({ status: 404, code: 'user_not_found', message: 'User not found' })
