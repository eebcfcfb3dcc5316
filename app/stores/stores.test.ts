import { beforeEach, expect, test } from 'vitest'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { accountStore, closeAccountDialog, openAccountDialog, resetAccount } from './account-store.ts'
import { keyStore, resetKeys, setKeyPreferences } from './key-store.ts'
import { findCurrentStudio, resetSession, sessionStore, signedIn, signedOut, updateUser } from './session-store.ts'
import { resetSync, setSync, syncStatusOf, syncStore } from './sync-store.ts'
import { dismissToast, resetToasts, showToast, toastStore } from './toast-store.ts'
import { holdUnsavedForm, resetUi, toggleTheme, toggleViewMode, uiStore } from './ui-store.ts'

beforeEach(() => {
  localStorage.clear()
  resetSession()
  resetUi()
  resetToasts()
  resetSync()
  resetKeys()
  resetAccount()
})

test('closing a pop-up late leaves one opened since alone', () => {
  openAccountDialog('user-settings')

  closeAccountDialog('switch-studio')
  expect(accountStore.dialog).toBe('user-settings')

  closeAccountDialog('user-settings')
  expect(accountStore.dialog).toBeUndefined()
})

test('signing out leaves nothing of the person behind', () => {
  const studio = { id: toId<StudioId>('s1'), name: 'Northlight', slug: 'northlight', role: 'Admin' }
  const user = {
    id: toId<UserId>('u1'),
    email: 'jo@northlight.example',
    displayName: 'Jo',
    avatarUrl: undefined,
    isSuperAdmin: false,
  }
  signedIn({ user, studios: [studio], currentStudioId: studio.id })
  updateUser({ displayName: 'Jo Brandt' })
  expect(findCurrentStudio(sessionStore)?.name).toBe('Northlight')
  expect(sessionStore.user?.displayName).toBe('Jo Brandt')

  signedOut()

  expect(sessionStore).toEqual({ status: 'signed-out', user: undefined, studios: [], currentStudioId: undefined })
})

test('theme and view survive a reload', () => {
  toggleTheme()
  toggleViewMode('studio')

  resetUi()

  expect(uiStore.theme).toBe('light')
  expect(uiStore.viewModes).toEqual({ studio: 'compact', project: 'wide' })
  expect(localStorage.getItem('theme')).toBe('light')
  expect(localStorage.getItem('studioViewMode')).toBe('compact')
})

test('the pages inside a project have a view of their own', () => {
  toggleViewMode('project')

  resetUi()

  expect(uiStore.viewModes.project).toBe('compact')
  expect(localStorage.getItem('projectViewMode')).toBe('compact')
})

test('a toast with the same id replaces the one before', () => {
  showToast({ id: 'save', text: 'Saving' })
  showToast({ id: 'save', text: 'Saved' })
  expect(toastStore.toasts.map((toast) => toast.text)).toEqual(['Saved'])

  dismissToast('save')
  expect(toastStore.toasts).toEqual([])
})

test('the sync status puts what needs the person before what passes by itself', () => {
  expect(syncStatusOf(syncStore)).toBe('synced')
  setSync({ pendingWrites: 2 })
  expect(syncStatusOf(syncStore)).toBe('syncing')
  setSync({ isOnline: false })
  expect(syncStatusOf(syncStore)).toBe('offline')
  setSync({ refusedWrites: 1 })
  expect(syncStatusOf(syncStore)).toBe('attention')
})

test('own keys are stored on the device until the person signs out', () => {
  setKeyPreferences({ hasSingleKeys: false, remapped: { 'view.theme': ['x'] } })
  expect(JSON.parse(localStorage.getItem('keys') ?? '')).toEqual(keyStore)

  resetKeys()
  expect(keyStore).toEqual({ hasSingleKeys: true, remapped: {} })
  expect(localStorage.getItem('keys')).toBeNull()
})

test('unsaved forms are counted until each is released', () => {
  const [one, other] = [holdUnsavedForm(), holdUnsavedForm()]
  expect(uiStore.unsavedForms).toBe(2)
  one()
  other()
  expect(uiStore.unsavedForms).toBe(0)
})

test('the sync status is unkept while pending writes are stored nowhere', () => {
  setSync({ pendingWrites: 1 })
  expect(syncStatusOf(syncStore)).toBe('syncing')

  setSync({ unkeptWrites: 1 })
  expect(syncStatusOf(syncStore)).toBe('unkept')

  setSync({ unkeptWrites: 0, keepsNothing: true })
  expect(syncStatusOf(syncStore)).toBe('unkept')

  setSync({ pendingWrites: 0 })
  expect(syncStatusOf(syncStore)).toBe('synced')
})
