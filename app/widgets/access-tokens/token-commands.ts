import { roleNames } from '#core/domain/role-permission.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import {
  createAccessToken,
  createServiceAccount,
  deleteServiceAccount,
  listAccessTokens,
  listServiceAccounts,
  revokeAccessToken,
} from '#core/operations/manage-tokens.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { noteMadeAccount, showAccounts, showMadeToken, showTokens, tokenStore } from './token-store.ts'

const group = 'Account'
const scope = 'dialog'
const inDialog = { group, scope, isKeyOnly: true } as const

/** Access tokens and service accounts of the current studio: listed, made and ended at once, nothing of it can be undone. */
export const tokenCommands = [
  defineCommand({ ...inDialog, id: 'token.list', title: 'List the access tokens', run: loadTokens }),
  defineCommand({
    ...inDialog,
    id: 'token.create',
    title: 'Create the access token',
    run: async (_context, [name = '', days = '90', accountId = '']) => {
      const { client, studio } = getStudio()
      const account = accountId === '' ? {} : { serviceAccountId: toId<UserId>(accountId) }
      const input = { studioId: studio.studioId, name, days: Number(days), ...account }
      const { token } = await createAccessToken(input, client)
      showMadeToken({ name, token, accountId: accountId === '' ? undefined : accountId })
      await (accountId === '' ? loadTokens() : loadAccounts())
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'token.copy',
    title: 'Copy the access token',
    run: async () => {
      if (tokenStore.made === undefined) return
      await navigator.clipboard.writeText(tokenStore.made.token)
      showToast({ kind: 'success', text: 'Access token copied.' })
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'token.revoke',
    title: 'Revoke the access token',
    run: async (_context, [id = '']) => {
      await revokeAccessToken(id, getStudio().client)
      showMadeToken(undefined)
      await loadTokens()
    },
  }),
  defineCommand({ ...inDialog, id: 'service-account.list', title: 'List the service accounts', run: loadAccounts }),
  defineCommand({
    ...inDialog,
    id: 'service-account.create',
    title: 'Create the service account',
    run: async (_context, [name = '', wanted = 'member']) => {
      const { client, studio } = getStudio()
      const role = roleNames.find((each) => each === wanted) ?? 'member'
      await createServiceAccount({ studioId: studio.studioId, name, role }, client)
      noteMadeAccount()
      client.refresh()
      await loadAccounts()
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'service-account.delete',
    title: 'Delete the service account',
    run: async (_context, [id = '']) => {
      const { client } = getStudio()
      await deleteServiceAccount(toId<UserId>(id), client)
      client.refresh()
      showMadeToken(undefined)
      await loadAccounts()
    },
  }),
]

async function loadTokens(): Promise<void> {
  const { client, studio } = getStudio()
  showTokens(await listAccessTokens(studio.studioId, client))
}

async function loadAccounts(): Promise<void> {
  const { client, studio } = getStudio()
  showAccounts(await listServiceAccounts(studio.studioId, client))
}
