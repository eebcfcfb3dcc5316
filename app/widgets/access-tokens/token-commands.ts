import { roleNames } from '#core/schema/user-roles.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import {
  createAccessToken,
  createServiceAccount,
  deleteServiceAccount,
  revokeAccessToken,
} from '#core/access/manage-tokens.ts'
import { accessTokensQuery, serviceAccountsQuery } from '#core/access/queries.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { countMadeAccount, showMadeToken, tokenStore } from './token-store.ts'
import { copyText } from '#app/lib/copy-text.ts'

const group = 'Account'
const scope = 'dialog'
const defineInDialog = defineWith({ group, scope, isKeyOnly: true })

/** Commands for the current studio's access tokens and service accounts. They act at once and cannot be undone. */
export const tokenCommands = [
  defineInDialog({
    id: 'token.create',
    title: 'Create the access token',
    run: async (_context, [name = '', days = '90', accountId = '']) => {
      const { client, studio } = getStudio()
      const account = accountId === '' ? {} : { serviceAccountId: toId<UserId>(accountId) }
      const input = { studioId: studio.studioId, name, days: Number(days), ...account }
      const { token } = await createAccessToken(input, client)
      showMadeToken({ name, token, accountId: accountId === '' ? undefined : accountId })
      await askAgain(accountId === '' ? accessTokensQuery : serviceAccountsQuery)
    },
  }),
  defineInDialog({
    id: 'token.copy',
    title: 'Copy the access token',
    run: async () => {
      if (tokenStore.made === undefined) return
      await copyText(tokenStore.made.token)
      showToast({ kind: 'success', text: 'Access token copied.' })
    },
  }),
  defineInDialog({
    id: 'token.revoke',
    title: 'Revoke the access token',
    run: async (_context, [id = '']) => {
      await revokeAccessToken(id, getStudio().client)
      showMadeToken(undefined)
      await askAgain(accessTokensQuery)
    },
  }),
  defineInDialog({
    id: 'service-account.create',
    title: 'Create the service account',
    run: async (_context, [name = '', wanted = 'member']) => {
      const { client, studio } = getStudio()
      const role = roleNames.find((each) => each === wanted) ?? 'member'
      await createServiceAccount({ studioId: studio.studioId, name, role }, client)
      countMadeAccount()
      client.refresh()
      await askAgain(serviceAccountsQuery)
    },
  }),
  defineInDialog({
    id: 'service-account.delete',
    title: 'Delete the service account',
    run: async (_context, [id = '']) => {
      const { client } = getStudio()
      await deleteServiceAccount(toId<UserId>(id), client)
      client.refresh()
      showMadeToken(undefined)
      await askAgain(serviceAccountsQuery)
    },
  }),
]

async function askAgain(query: typeof accessTokensQuery | typeof serviceAccountsQuery): Promise<void> {
  const { client, studio } = getStudio()
  await client.pages.refresh(query({ studioId: studio.studioId }))
}
