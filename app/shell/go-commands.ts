import { defineWith, type Command, type CommandContext } from '#app/commands/define-command.ts'
import { findRoute, links, STUDIO_WIDE } from '#app/routes.ts'
import { openAccountDialog } from '#app/stores/account-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'

const group = 'Go to'
const define = defineWith({ group, scope: 'global' })

/** Commands that navigate within a studio. */
export const goCommands = [
  define({
    id: 'go.projects',
    title: 'Projects',
    keys: ['g p'],
    when: isInStudio,
    run: (context) => context.navigate(links.projects(studio())),
  }),
  define({
    id: 'go.spaces',
    title: 'Spaces of the project',
    keys: ['g s'],
    when: isInProject,
    run: (context) => context.navigate(links.project({ ...studio(), projectSlug: projectOf(context) })),
  }),
  define({
    id: 'go.moodboard',
    title: 'Moodboard',
    keys: ['g m'],
    when: isInProject,
    run: (context) => context.navigate(links.moodboard({ ...studio(), projectSlug: projectOf(context) })),
  }),
  define({
    id: 'go.reviews',
    title: 'Reviews',
    keys: ['g r'],
    keywords: ['dailies', 'sessions'],
    when: isInProject,
    run: (context) =>
      context.navigate(links.section({ ...studio(), projectSlug: projectOf(context), section: 'reviews' })),
  }),
  toSection({ id: 'go.assets', title: 'Assets', keys: ['g i'], keywords: ['characters', 'props', 'sets'] }, 'assets'),
  toSection({ id: 'go.casting', title: 'Casting', keys: ['g b'], keywords: ['cast', 'breakdown', 'links'] }, 'casting'),
  toSection({ id: 'go.tasks', title: 'Tasks of the project', keys: ['g x'], keywords: ['list', 'all'] }, 'tasks'),
  define({
    id: 'go.my-feed',
    title: 'My updates',
    keys: ['g f'],
    keywords: ['feed', 'artist', 'notifications'],
    when: isInStudio,
    run: (context) => context.navigate(links.artist({ ...studio(), userId: userId() })),
  }),
  define({
    id: 'go.timesheet',
    title: 'My timesheet',
    keys: ['g h'],
    keywords: ['hours', 'time'],
    when: isInStudio,
    run: (context) => context.navigate(links.timesheet({ ...studio(), userId: userId() })),
  }),
  define({
    id: 'go.studio-feed',
    title: 'Studio feed',
    keys: ['g a'],
    keywords: ['activity'],
    when: isInStudio,
    run: (context) => context.navigate(links.artist({ ...studio(), userId: STUDIO_WIDE })),
  }),
  define({
    id: 'go.activity',
    title: 'Activity',
    keys: ['g e'],
    keywords: ['events', 'history', 'log', 'undo', 'who'],
    when: isInStudio,
    run: (context) => {
      const projectSlug = projectOf(context)
      if (projectSlug === '') context.navigate(links.studioActivity(studio()))
      else context.navigate(links.section({ ...studio(), projectSlug, section: 'activity' }))
    },
  }),
  define({
    id: 'go.studio-activity',
    title: 'Studio activity and audit log',
    keywords: ['events', 'history', 'sign-ins', 'tokens', 'log'],
    when: isInStudio,
    run: (context) => context.navigate(links.studioActivity(studio())),
  }),
  define({
    id: 'go.settings',
    title: 'Settings',
    keys: ['g ,'],
    keywords: ['preferences', 'profile'],
    when: isInStudio,
    run: () => openAccountDialog('user-settings'),
  }),
]

type Named = Pick<Command, 'id' | 'title' | 'keys' | 'keywords'>

function toSection(named: Named, section: 'assets' | 'casting' | 'tasks'): Command {
  return {
    ...named,
    group,
    scope: 'global',
    when: isInProject,
    run: (context) => {
      const place = { ...studio(), projectSlug: projectOf(context) }
      context.navigate(section === 'casting' ? links.casting(place) : links.section({ ...place, section }))
    },
  }
}

function isInStudio(): boolean {
  return sessionStore.user !== undefined && findCurrentStudio(sessionStore) !== undefined
}

function isInProject(context: CommandContext): boolean {
  return isInStudio() && projectOf(context) !== ''
}

function studio(): { studioSlug: string } {
  return { studioSlug: findCurrentStudio(sessionStore)?.slug ?? '' }
}

function userId(): string {
  return sessionStore.user?.id ?? ''
}

function projectOf({ path }: CommandContext): string {
  return findRoute(path)?.params['projectSlug'] ?? ''
}
