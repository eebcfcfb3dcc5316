import { roleNames } from '#core/domain/role-permission.ts'
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from '#core/operations/manage-tokens.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'

export type ServiceAccountOptions = { readonly name?: string; readonly role?: string }

export async function runServiceAccountCreate(options: ServiceAccountOptions, context: Context): Promise<void> {
  const { name = '', role: wanted = 'member' } = options
  const role = roleNames.find((each) => each === wanted.toLowerCase())
  if (role === undefined || role === 'owner')
    throw usageError(`A service account cannot be "${wanted}".`, 'The roles are admin, lead, member and viewer.')
  const studio = await findStudio(context)
  const id = await createServiceAccount({ studioId: studio.id, name, role }, { gateway: await context.loadGateway() })
  context.printRecord({ id, name, role, studio: studio.name })
  context.say(`Make a token for it: studio-cli auth token create <name> --service-account '${name}'`)
}

export async function runServiceAccountList(_: ServiceAccountOptions, context: Context): Promise<void> {
  const { id } = await findStudio(context)
  const accounts = await listServiceAccounts(id, { gateway: await context.loadGateway() })
  context.print({
    rows: accounts.map(({ id: accountId, name, role, tokenCount, createdAt, lastUsedAt }) => ({
      id: accountId,
      name,
      role,
      tokens: tokenCount,
      created: new Date(createdAt).toISOString(),
      lastUsed: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    })),
    fields: ['id', 'name', 'role', 'tokens', 'created', 'lastUsed'],
    columns: ['name', 'role', 'tokens', 'lastUsed'],
  })
}

export async function runServiceAccountDelete({ name = '' }: ServiceAccountOptions, context: Context): Promise<void> {
  const { id } = await findStudio(context)
  const gateway = await context.loadGateway()
  const accounts = await listServiceAccounts(id, { gateway })
  const account = pickOne(accounts, name, { one: 'service account', many: 'service accounts' })
  await context.confirm(`This ends the ${account.tokenCount} tokens of ${account.name} for good. Go on?`)
  await deleteServiceAccount(account.id, { gateway })
  context.say(`Deleted the service account ${account.name}. What it posted stays.`)
}
