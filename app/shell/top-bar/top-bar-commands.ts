import { defineWith, type ArgumentPage } from '#app/commands/define-command.ts'
import { findRoute, links } from '#app/routes.ts'
import { openAccountDialog } from '#app/stores/account-store.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { configStore } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { countUnsent, syncStore } from '#app/stores/sync-store.ts'
import { showSection } from '#app/widgets/dialog-section.ts'
import { toId, type StudioId } from '#core/lib/ids.ts'
import { findPreviousLocation, leaveForTimeline } from './previous-location.ts'

const define = defineWith({ group: 'Account', scope: 'global' })
const isSignedIn = (): boolean => sessionStore.status === 'signed-in'
const studioSlug = (): string | undefined => findCurrentStudio(sessionStore)?.slug
const isInStudio = (): boolean => isSignedIn() && studioSlug() !== undefined

const otherStudios: ArgumentPage = {
  id: 'studio',
  placeholder: 'Which studio?',
  options: () =>
    sessionStore.studios
      .filter(({ id }) => id !== sessionStore.currentStudioId)
      .map(({ id, name }) => ({ value: id, label: name })),
}

/** Commands of the top bar: the timeline and back, news, and the person's own account. */
export const topBarCommands = [
  define({
    id: 'go.home',
    title: 'Home',
    group: 'Go to',
    when: isSignedIn,
    run: ({ navigate }) => navigate(links.home()),
  }),
  define({
    id: 'go.timeline',
    title: 'Timeline, and back',
    group: 'Go to',
    keys: ['g t'],
    keywords: ['return', 'schedule'],
    when: isInStudio,
    run: ({ navigate, path, search }) => {
      if (findRoute(path)?.name === 'timeline') navigate(findPreviousLocation())
      else navigate(links.timeline({ studioSlug: studioSlug() ?? '' }), { state: leaveForTimeline(path, search) })
    },
  }),
  define({
    id: 'notifications.open',
    title: 'View my updates',
    group: 'Go to',
    keywords: ['bell', 'unread'],
    when: isInStudio,
    run: ({ navigate }) =>
      navigate(links.artist({ studioSlug: studioSlug() ?? '', userId: sessionStore.user?.id ?? '' })),
  }),
  define({
    id: 'studio.choose',
    title: 'Switch Studio',
    keys: ['g w'],
    keywords: ['create studio', 'join studio', 'invite'],
    when: isSignedIn,
    run: () => openAccountDialog('switch-studio'),
  }),
  define({
    id: 'studio.switch',
    title: 'Switch to another studio…',
    args: [otherStudios],
    when: () => isSignedIn() && sessionStore.studios.length > 1,
    run: async ({ navigate }, [studioId = '']) => {
      const switched = await getSession().switchStudio(toId<StudioId>(studioId))
      const slug = studioSlug()
      if (switched.ok && slug !== undefined) navigate(links.projects({ studioSlug: slug }))
      return switched
    },
  }),
  define({
    id: 'studio.reopen',
    title: 'Open the studio again',
    when: () => {
      const { studio, studioError } = clientStore.get()
      return studioError !== undefined || studio?.replica.getState() === 'gone'
    },
    run: async () => {
      await getSession().reopenStudio()
    },
  }),
  define({
    id: 'user.settings',
    title: 'User Settings',
    keys: ['g u'],
    keywords: ['profile', 'avatar', 'picture', 'name', 'discord', 'notifications', 'digest', 'mail', 'push'],
    when: isSignedIn,
    run: () => openAccountDialog('user-settings'),
  }),
  define({
    id: 'user.tokens',
    title: 'Access tokens…',
    keywords: ['api key', 'script', 'studio-cli', 'python'],
    when: () => clientStore.get().studio !== undefined,
    run: () => {
      openAccountDialog('user-settings')
      showSection('Access tokens')
    },
  }),
  define({
    id: 'user.password',
    title: 'Change password…',
    keywords: ['security', 'sign-in', 'account'],
    when: () => isSignedIn() && configStore.config?.auth.local === true,
    run: () => {
      openAccountDialog('user-settings')
      showSection('Password')
    },
  }),
  define({
    id: 'session.sign-out',
    title: 'Sign Out',
    keys: ['g q'],
    keywords: ['log out', 'leave'],
    when: isSignedIn,
    run: async () => {
      // Unsent changes would be lost: the person decides.
      if (countUnsent(syncStore) > 0) openAccountDialog('sign-out')
      else await getSession().signOut()
    },
  }),
  define({
    id: 'session.sign-out-anyway',
    title: 'Sign out and discard unsent changes',
    scope: 'dialog',
    isKeyOnly: true,
    when: isSignedIn,
    run: async () => {
      await getSession().signOut()
    },
  }),
]
