import { defaultKeyChoices } from '#core/people/key-choices.ts'
import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { findKeyProblem } from '#app/commands/key-conflicts.ts'
import { loadKnownCommands } from '#app/commands/known-commands.ts'
import { platformOf } from '#app/commands/keymap.ts'
import { openAccountDialog } from '#app/stores/account-store.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getKeyChoices, keyStore } from '#app/stores/key-store.ts'
import { setShortcutSheetOpen } from '#app/stores/ui-store.ts'
import { changeKeys } from './change-keys.ts'
import { startKeyCapture } from './key-capture-store.ts'

const define = defineWith({ group: 'Keys', scope: 'everywhere' })
const isSignedIn = (): boolean => clientStore.get().client !== undefined

/** The commands that switch, change and reset a person's shortcuts. */
export const keySettingsCommands = [
  define({
    id: 'keys.settings',
    title: 'Change keyboard shortcuts',
    keywords: ['remap', 'hotkeys', 'single-key', 'accessibility'],
    when: isSignedIn,
    run: () => {
      setShortcutSheetOpen(false)
      openAccountDialog('key-settings')
    },
  }),
  define({
    id: 'keys.toggle-single',
    title: 'Switch single-key shortcuts on or off',
    keywords: ['letters', 'accessibility', 'speech'],
    when: isSignedIn,
    run: async () => {
      const choices = getKeyChoices()
      return await changeKeys('Single-key shortcuts', { ...choices, hasSingleKeys: !choices.hasSingleKeys })
    },
  }),
  define({
    id: 'keys.ask',
    title: "Ask for a command's new keys",
    isKeyOnly: true,
    when: isSignedIn,
    run: (_context, [commandId]) => startKeyCapture(commandId),
  }),
  define({
    id: 'keys.remap',
    title: "Change a command's keys",
    isKeyOnly: true,
    when: isSignedIn,
    run: async (_context, [commandId = '', ...keys]) => {
      const commands = await loadKnownCommands()
      const command = commands.find(({ id }) => id === commandId)
      if (command === undefined) return undefined
      const problem = keys
        .map((wish) => findKeyProblem({ command, keys: wish, commands, preferences: keyStore, platform }))
        .find((sentence) => sentence !== undefined)
      if (problem !== undefined) return err(new AppError('conflict', problem))
      const choices = getKeyChoices()
      const remapped = { ...choices.remapped, [commandId]: keys }
      return await changeKeys(`Keys of “${command.title}”`, { ...choices, remapped })
    },
  }),
  define({
    id: 'keys.restore',
    title: 'Give a command its own keys back',
    isKeyOnly: true,
    when: isSignedIn,
    run: async (_context, [commandId = '']) => {
      const choices = getKeyChoices()
      const { [commandId]: _own, ...remapped } = choices.remapped
      return await changeKeys('Restored keys', { ...choices, remapped })
    },
  }),
  define({
    id: 'keys.reset',
    title: 'Reset all keyboard shortcuts',
    when: () => isSignedIn() && (!keyStore.hasSingleKeys || Object.keys(keyStore.remapped).length > 0),
    run: async () => await changeKeys('Reset of all keys', defaultKeyChoices),
  }),
]

const platform = platformOf(navigator.userAgent)
