import { AppError } from '#core/lib/errors.ts'
import { toId, type ReviewSessionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { loadProfile } from '#core/people/load-profile.ts'
import type { OwnProfile } from '#core/people/profile.ts'
import { saveProfile } from '#core/people/save-profile.ts'
import { defineWith, reversible, type CommandUndo } from '#app/commands/define-command.ts'
import { closeAccountDialog } from '#app/stores/account-store.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { configStore } from '#app/stores/config-store.ts'
import { keptStore, removeKept } from '#app/stores/kept-store.ts'
import { keepPendingProfile, profileStore, rememberProfile } from '#app/stores/profile-store.ts'
import { updateUser } from '#app/stores/session-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { makeAvatar } from './make-avatar.ts'
import { loadPushState, turnPushOff, turnPushOn } from './push-device.ts'
import { editUserSettings, isSettingsDirty, setUserSettings, userSettingsStore } from './user-settings-store.ts'

const define = defineWith({ group: 'Account', scope: 'dialog' })

/** The commands that load, edit and save the person's own profile. */
export const userSettingsCommands = [
  define({
    id: 'user.load-settings',
    title: 'Load the profile',
    isKeyOnly: true,
    run: async () => {
      await Promise.all([load(), loadPush()])
    },
  }),
  define({
    id: 'user.change-picture',
    title: 'Change picture',
    isKeyOnly: true,
    when: () => userSettingsStore.draft !== undefined,
    run: async () => {
      const file = await chooseFile('image/*')
      if (file === undefined) return
      try {
        editUserSettings({ avatarUrl: await makeAvatar(file) })
        setUserSettings({ error: undefined })
      } catch {
        setUserSettings({ error: messages['file-kind-refused'](file.name) })
      }
    },
  }),
  define({
    id: 'user.remove-kept',
    title: 'Remove a review from this device',
    isKeyOnly: true,
    when: () => keptStore.get().sessions.length > 0,
    run: async (_context, [sessionId = '']) => {
      const { client } = clientStore.get()
      if (client !== undefined) await removeKept(client.userId, toId<ReviewSessionId>(sessionId))
    },
  }),
  define({
    id: 'user.toggle-push',
    title: 'Push on this device',
    isKeyOnly: true,
    when: () => userSettingsStore.push !== undefined && !userSettingsStore.isPushBusy,
    run: togglePush,
  }),
  define({
    id: 'user.save-settings',
    title: 'Save Changes',
    keys: ['mod+enter'],
    // Those are forms of other dialogs, which are never open at the same time.
    shadows: ['project.submit', 'space.submit'],
    isKeyOnly: true,
    when: () => isSettingsDirty() && !userSettingsStore.isBusy,
    run: save,
  }),
]

/** Shows the profile known on the device at once, then the server's; without a response the former stays. */
async function load(): Promise<void> {
  const { client } = clientStore.get()
  if (client === undefined) return
  const known = profileStore.wished ?? profileStore.saved
  // The rows are plain objects; only the store's type is readonly.
  if (known?.userId === client.userId)
    setUserSettings({ draft: { ...known, notifications: { ...known.notifications } } })
  try {
    const profile = await loadProfile(client.userId, client)
    const isUntouched = !isSettingsDirty()
    rememberProfile(profile)
    if (profileStore.wished === undefined && isUntouched) setUserSettings({ draft: profile })
  } catch (caught) {
    if (userSettingsStore.draft !== undefined) return
    setUserSettings({ error: caught instanceof AppError ? caught.message : messages.unexpected })
  }
}

async function loadPush(): Promise<void> {
  const { client } = clientStore.get()
  if (client === undefined || configStore.config?.pushKey === undefined) return
  // Without a response the switch is hidden: it could not be turned either.
  setUserSettings({ push: await loadPushState(client).catch(() => undefined) })
}

async function togglePush(): Promise<void> {
  const { client } = clientStore.get()
  const pushKey = configStore.config?.pushKey
  if (client === undefined || pushKey === undefined) return
  setUserSettings({ isPushBusy: true, error: undefined })
  try {
    const push = userSettingsStore.push === 'on' ? await turnPushOff(client) : await turnPushOn(client, pushKey)
    setUserSettings({ push })
  } catch (caught) {
    const error = caught instanceof AppError ? caught.message : 'This browser could not subscribe to push messages.'
    setUserSettings({ error })
  } finally {
    setUserSettings({ isPushBusy: false })
  }
}

async function save(): Promise<Result<CommandUndo | undefined | void>> {
  const { client } = clientStore.get()
  const { draft } = userSettingsStore
  const { saved } = profileStore
  if (client === undefined || draft === undefined || saved === undefined) {
    return err(new AppError('not-authenticated', messages['not-authenticated']))
  }
  setUserSettings({ isBusy: true, error: undefined })
  // A reload before the response loses nothing: the next start sends it.
  keepPendingProfile({ ...draft })
  const before = { ...saved }
  const result = await saveProfile({ ...draft }, client)
  setUserSettings({ isBusy: false })
  if (!result.ok && !result.error.retryable) {
    keepPendingProfile(undefined)
    setUserSettings({ error: result.error.message })
    return { ok: true, value: undefined }
  }
  closeAccountDialog('user-settings')
  updateUser({ displayName: draft.displayName.trim(), avatarUrl: draft.avatarUrl })
  if (!result.ok) {
    showToast({ text: 'Your profile is kept on this device and saved when the connection is back.' })
    return { ok: true, value: undefined }
  }
  keepPendingProfile(undefined)
  rememberProfile(result.value)
  showToast({ kind: 'success', text: 'Settings saved.' })
  const send = (profile: OwnProfile) => async (): Promise<void> => void (await saveProfile(profile, client))
  return ok(reversible('Change profile', { apply: send(result.value), undo: send(before) }))
}
