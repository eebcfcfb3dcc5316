import { defineWith } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showSection } from '#app/widgets/dialog-section.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { openSettings, settingsTabs, type SettingsTab } from './settings-store.ts'

const define = defineWith({ group: 'Studio', scope: 'global' })

export const tabTitles: Readonly<Record<SettingsTab, string>> = {
  studio: 'Studio',
  roles: 'Role Permissions',
  stages: 'Stages',
  status: 'Status',
  kinds: 'Kinds',
  fields: 'Fields',
  rules: 'Rules',
  reports: 'Reports',
}

/** Search words for the tabs, besides their titles. */
const tabKeywords: Readonly<Record<Exclude<SettingsTab, 'studio'>, readonly string[]>> = {
  roles: ['rights', 'access', 'lead', 'viewer'],
  stages: ['add stage', 'pipeline', 'steps', 'task types'],
  status: ['add status', 'colours', 'colors'],
  kinds: ['asset types', 'shot', 'episode', 'prerequisites'],
  fields: ['columns', 'custom', 'attributes'],
  rules: ['automation', 'triggers', 'templates'],
  reports: ['schedule', 'mail', 'csv'],
}

/** Parts of the first tab that only people who manage users see. */
const sections = [
  { id: 'invite', label: 'Invite links', title: 'Invite people…', keywords: ['add member', 'join', 'link', 'user'] },
  {
    id: 'service-accounts',
    label: 'Service accounts',
    title: 'Service accounts…',
    keywords: ['bot', 'farm', 'script', 'token'],
  },
  {
    id: 'events',
    label: 'Activity and audit log',
    title: 'How long events are kept…',
    keywords: ['retention', 'audit log', 'history', 'privacy'],
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    title: 'Webhooks…',
    keywords: ['slack', 'discord', 'mattermost', 'teams', 'url'],
  },
] as const

/** The commands that open the settings of the current studio. */
export const studioSettingsCommands = [
  define({
    id: 'studio.settings',
    title: 'Studio Settings',
    keys: ['g .'],
    keywords: ['members', 'team', 'rename', 'archive', 'remove', 'readmit', 'role'],
    when: isInStudio,
    run: () => openSettings(getStudio().studio.studioId),
  }),
  ...settingsTabs
    .filter((tab) => tab !== 'studio')
    .map((tab) =>
      define({
        id: `studio.settings-${tab}`,
        title: `Studio Settings: ${tabTitles[tab]}`,
        keywords: tabKeywords[tab],
        when: isInStudio,
        run: () => openSettings(getStudio().studio.studioId, tab),
      }),
    ),
  ...sections.map(({ id, label, title, keywords }) =>
    define({
      id: `studio.settings-${id}`,
      title,
      keywords,
      when: () => clientStore.get().studio?.can('admin_users') === true,
      run: () => {
        openSettings(getStudio().studio.studioId)
        showSection(label)
      },
    }),
  ),
]

function isInStudio(): boolean {
  return clientStore.get().studio !== undefined
}
