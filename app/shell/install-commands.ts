import { defineCommand } from '#app/commands/define-command.ts'
import { installPrompt } from './install-prompt.ts'

/** Installs the app, where the browser offers it. */
export const installCommands = [
  defineCommand({
    id: 'app.install',
    title: 'Install Xsheet on this device',
    group: 'General',
    scope: 'global',
    keywords: ['desktop', 'app', 'pwa'],
    when: installPrompt.canInstall,
    run: installPrompt.install,
  }),
  defineCommand({
    id: 'app.install-later',
    title: 'Do not offer to install Xsheet',
    group: 'General',
    scope: 'global',
    isKeyOnly: true,
    when: installPrompt.isShown,
    run: installPrompt.putOff,
  }),
]
