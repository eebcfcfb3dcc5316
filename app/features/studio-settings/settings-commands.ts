import { toId, type RoleId, type UserId } from '#core/lib/ids.ts'
import { errorText } from '#core/lib/errors.ts'
import { messages, notices } from '#core/lib/messages.ts'
import type { Result } from '#core/lib/result.ts'
import { createInvite, revokeInvite } from '#core/access/manage-invites.ts'
import { readmitMember, removeMember, setMemberArchived, setMemberRole } from '#core/access/manage-members.ts'
import { invitesQuery, removedMembersQuery } from '#core/access/queries.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { saveSettings } from './save-settings.ts'
import { askToRemove, clearDrafts, closeSettings, settingsStore, showLink } from './settings-store.ts'
import { copyText } from '#app/lib/copy-text.ts'

const define = defineWith({ group: 'Studio', scope: 'dialog' })
const isOpen = (): boolean => settingsStore.isOpen

/** The commands of the settings dialog. Members and invites change at once, everything else on saving. */
export const settingsCommands = [
  define({
    id: 'settings.save',
    title: 'Save Changes',
    keys: ['mod+s'],
    when: isOpen,
    run: async () => {
      const { client, studio } = getStudio()
      await saveSettings(client, studio)
    },
  }),
  define({
    id: 'settings.activity',
    title: 'Activity and audit log',
    when: isOpen,
    run: ({ navigate }) => {
      const { studio } = getStudio()
      const studioSlug = studio.replica.find('studios', studio.studioId)?.slug ?? studio.studioId
      closeSettings()
      navigate(links.studioActivity({ studioSlug }))
    },
  }),
  define({
    id: 'settings.discard',
    title: 'Discard changes',
    isKeyOnly: true,
    when: isOpen,
    run: clearDrafts,
  }),
  define({
    id: 'member.set-role',
    title: 'Change the member’s role',
    isKeyOnly: true,
    run: async (_context, [userId = '', roleId = '']) => {
      const { client, studio } = getStudio()
      const { studioId } = studio
      return await refreshed(
        setMemberRole({ studioId, userId: toId<UserId>(userId), roleId: toId<RoleId>(roleId) }, client),
      )
    },
  }),
  define({
    id: 'member.archive',
    title: 'Archive the member',
    isKeyOnly: true,
    run: async (_context, [userId = '']) => await setArchived(userId, true),
  }),
  define({
    id: 'member.restore',
    title: 'Restore the member',
    isKeyOnly: true,
    run: async (_context, [userId = '']) => await setArchived(userId, false),
  }),
  define({
    id: 'member.remove',
    title: 'Remove the member…',
    isKeyOnly: true,
    run: (_context, [userId = '']) => {
      const member = getStudio().studio.replica.find('studio_members', userId)
      if (member !== undefined) askToRemove({ userId: member.userId, name: member.displayName })
    },
  }),
  define({
    id: 'member.remove-confirmed',
    title: 'Remove this member',
    isKeyOnly: true,
    run: async () => {
      const { removing } = settingsStore
      askToRemove(undefined)
      if (removing === undefined) return undefined
      const { client, studio } = getStudio()
      const removed = await refreshed(removeMember({ studioId: studio.studioId, userId: removing.userId }, client))
      if (removed.ok) await askAgain(removedMembersQuery)
      return removed
    },
  }),
  define({
    id: 'member.readmit',
    title: 'Readmit the person',
    isKeyOnly: true,
    run: async (_context, [userId = '']) => {
      const { client, studio } = getStudio()
      const { studioId } = studio
      const readmitted = await refreshed(readmitMember({ studioId, userId: toId<UserId>(userId) }, client))
      await askAgain(removedMembersQuery)
      return readmitted
    },
  }),
  ...inviteCommands(),
]

function inviteCommands() {
  return [
    define({
      id: 'invite.generate',
      title: 'Generate invite link',
      isKeyOnly: true,
      run: async (_context, [days = '14']) => {
        const { client, studio } = getStudio()
        const token = await createInvite({ studioId: studio.studioId, days: Number(days) }, client)
        if (!token.ok) {
          showToast({ kind: 'error', text: errorText(token.error, messages['invite-generate-failed']) })
          return undefined
        }
        const link = location.origin + links.invite({ token: token.value })
        showLink(link)
        await Promise.all([copy(link), askAgain(invitesQuery)])
        return undefined
      },
    }),
    define({
      id: 'invite.copy',
      title: 'Copy the invite link',
      isKeyOnly: true,
      run: async () => {
        if (settingsStore.link !== undefined) await copy(settingsStore.link)
      },
    }),
    define({
      id: 'invite.revoke',
      title: 'Revoke the invite link',
      isKeyOnly: true,
      run: async (_context, [id = '']) => {
        const { client } = getStudio()
        const revoked = await revokeInvite(id, client)
        if (!revoked.ok) return revoked
        showLink(undefined)
        await askAgain(invitesQuery)
        return undefined
      },
    }),
  ]
}

async function setArchived(userId: string, isArchived: boolean): Promise<Result<void>> {
  const { client, studio } = getStudio()
  return await refreshed(
    setMemberArchived({ studioId: studio.studioId, userId: toId<UserId>(userId), isArchived }, client),
  )
}

/** Pulls after a change of the server's list, instead of waiting for news of it. */
async function refreshed(change: Promise<Result<void>>): Promise<Result<void>> {
  const result = await change
  getStudio().client.refresh()
  return result
}

async function askAgain(query: typeof invitesQuery | typeof removedMembersQuery): Promise<void> {
  const { client, studio } = getStudio()
  await client.pages.refresh(query({ studioId: studio.studioId }))
}

async function copy(text: string): Promise<void> {
  await copyText(text)
  showToast({ kind: 'success', text: notices.linkCopied.text, durationMs: notices.linkCopied.milliseconds })
}
