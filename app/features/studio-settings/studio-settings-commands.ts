import { defineCommand } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { openSettings, settingsTabs, type SettingsTab } from './settings-store.ts'

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

/** The ways into the settings of the current studio. */
export const studioSettingsCommands = [
  defineCommand({
    id: 'studio.settings',
    title: 'Studio Settings',
    group: 'Studio',
    scope: 'global',
    keys: ['g .'],
    keywords: ['members', 'team', 'rename'],
    when: isInStudio,
    run: () => openSettings(getStudio().studio.studioId),
  }),
  ...settingsTabs
    .filter((tab) => tab !== 'studio')
    .map((tab) =>
      defineCommand({
        id: `studio.settings-${tab}`,
        title: `Studio Settings: ${tabTitles[tab]}`,
        group: 'Studio',
        scope: 'global',
        when: isInStudio,
        run: () => openSettings(getStudio().studio.studioId, tab),
      }),
    ),
]

function isInStudio(): boolean {
  return clientStore.get().studio !== undefined
}
