import { deleteServiceAccount, listServiceAccounts } from '#core/access/manage-tokens.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb } from '#cli/define-verb.ts'

type Options = { readonly name?: string }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'delete a service account and revoke its tokens; what it posted stays',
  run: async ({ name = '' }: Options, context) => {
    const { id } = await findStudio(context)
    const gateway = await context.loadGateway()
    const accounts = await listServiceAccounts(id, { gateway })
    const account = pickOne(accounts, name, { one: 'service account', many: 'service accounts' })
    await context.confirm(`This ends the ${account.tokenCount} tokens of ${account.name} for good. Continue?`)
    await deleteServiceAccount(account.id, { gateway })
    context.say(`Deleted the service account ${account.name}. What it posted stays.`)
  },
})
