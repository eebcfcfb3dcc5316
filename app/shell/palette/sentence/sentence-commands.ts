import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { foldName } from '#core/lib/slug.ts'
import {
  findMacro,
  longestMacroName,
  longestMacroSentence,
  macrosOf,
  mostMacros,
  type Macro,
} from '#core/people/macros.ts'
import { defineCommand, defineWith, type ArgumentOption, type Command } from '#app/commands/define-command.ts'
import { findKeyProblem } from '#app/commands/key-conflicts.ts'
import { formatKeys, parseKeys, platformOf } from '#app/commands/keymap.ts'
import { loadKnownCommands, type KnownCommand } from '#app/commands/known-commands.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { macroStore } from '#app/stores/macro-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { closePalette, openPalette } from '#app/stores/ui-store.ts'
import { changeMacros } from './change-macros.ts'
import { findShownSentence } from './shown-sentence.ts'
import { copyText } from '#app/lib/copy-text.ts'

const define = defineWith({ group: 'Sentences', scope: 'everywhere' })
const isSignedIn = (): boolean => clientStore.get().client !== undefined
const platform = platformOf(navigator.userAgent)

/** Commands for the sentence in the palette, and for macros. */
export const sentenceCommands = [
  define({
    id: 'sentence.apply',
    title: 'Run the sentence',
    isKeyOnly: true,
    run: async () => {
      const shown = findShownSentence()
      if (shown === undefined) return undefined
      const { applySentence } = await import('./apply-sentence.ts')
      return await applySentence(shown)
    },
  }),
  define({
    id: 'sentence.copy',
    title: 'Copy the sentence as a command line',
    scope: 'palette',
    isKeyOnly: true,
    run: async () => {
      const [shown, { studio }] = [findShownSentence(), clientStore.get()]
      if (shown === undefined || studio === undefined) return undefined
      const { toCommandLine } = await import('./copy-sentence.ts')
      const line = toCommandLine(shown, studio)
      if (line !== undefined) await copyText(line)
      const text = line === undefined ? 'The selection cannot be named in one sentence' : `Copied: ${line}`
      showToast({ kind: line === undefined ? 'info' : 'success', text })
      return undefined
    },
  }),
  define({
    id: 'sentence.save',
    title: 'Save the sentence as a macro',
    scope: 'palette',
    keys: ['mod+s'],
    isKeyOnly: true,
    run: () => {
      const shown = findShownSentence()
      if (shown === undefined) return
      closePalette()
      openPalette({ commandId: 'macro.save', args: [shown.sentence] })
    },
  }),
  define({
    id: 'macro.save',
    title: 'Save a sentence as a macro…',
    keywords: ['macro', 'shortcut', 'sentence'],
    when: isSignedIn,
    args: [
      { id: 'sentence', placeholder: 'Sentence: sq020 anim wfa > done', options: () => [], free: true },
      { id: 'name', placeholder: 'Name of the macro', options: () => [], free: true },
      { id: 'keys', placeholder: 'Key, as alt+1', options: listFreeKeys, free: true },
    ],
    run: async (_context, [sentence = '', name = '', keys = '']) => await saveMacro({ sentence, name, keys }),
  }),
  define({
    id: 'macro.delete',
    title: 'Delete a macro…',
    when: () => isSignedIn() && ownMacros().length > 0,
    args: [
      {
        id: 'macro',
        placeholder: 'Macro',
        options: () => ownMacros().map(({ name, sentence }) => ({ value: name, label: name, detail: sentence })),
      },
    ],
    run: async (_context, [name = '']) =>
      await changeMacros(
        `Deleted macro “${name}”`,
        macroStore.macros.filter((each) => !(each.name === name && ownMacros().includes(each))),
      ),
  }),
]

/** Returns the macros that apply in the current studio. */
function ownMacros(): readonly Macro[] {
  return macrosOf(macroStore.macros, clientStore.get().studio?.studioId)
}

async function saveMacro({ sentence, name, keys }: Required<Omit<Macro, 'studioId'>>) {
  const before = macroStore.macros
  const studioId = clientStore.get().studio?.studioId
  const macro: Macro = {
    name: name.trim(),
    sentence: sentence.trim(),
    ...(keys !== '' && { keys }),
    ...(studioId && { studioId }),
  }
  const problem = await findMacroProblem(macro, before)
  if (problem !== undefined) return err(new AppError('conflict', problem))
  const replaced = ownMacros().filter((each) => foldName(each.name) === foldName(name))
  const others = before.filter((each) => !replaced.includes(each))
  const macros = [...others, macro].toSorted((one, other) => one.name.localeCompare(other.name))
  const saved = await changeMacros(`Saved macro “${macro.name}”`, macros)
  const key = keys === '' ? '' : ` · ${formatKeys(keys, platform)}`
  if (saved.ok) showToast({ kind: 'success', text: `Macro “${macro.name}” saved${key}` })
  return saved
}

async function findMacroProblem(macro: Macro, others: readonly Macro[]): Promise<string | undefined> {
  const { name, sentence, keys } = macro
  if (foldName(name) === '') return 'A macro needs a name with a letter or digit in it.'
  if (name.length > longestMacroName) return `A macro's name has at most ${longestMacroName} characters.`
  if (sentence.length > longestMacroSentence) return `A macro has at most ${longestMacroSentence} characters.`
  if (others.length >= mostMacros && findMacro(ownMacros(), name) === undefined)
    return `There are ${mostMacros} macros already. Delete one first.`
  if (keys === undefined) return undefined
  if (parseKeys(keys) === undefined) return `“${keys}” is not a key. Write it as alt+1 or g 1.`
  const commands = await loadKnownCommands()
  return findKeyProblem({ command: toKnown(macro), keys, commands, preferences: keyStore, platform })
}

/** Describes a macro as a command, for the palette and the key settings. */
function toKnown({ name, keys }: Macro): KnownCommand {
  return { id: `macro.${foldName(name)}`, title: name, group: 'Macros', scope: 'global', ...(keys && { keys: [keys] }) }
}

async function listFreeKeys(): Promise<readonly ArgumentOption[]> {
  const commands = await loadKnownCommands()
  const command = toKnown({ name: 'new', sentence: '' })
  const free = ['alt+1', 'alt+2', 'alt+3', 'alt+4', 'alt+5', 'alt+6', 'alt+7', 'alt+8', 'alt+9'].filter(
    (keys) => findKeyProblem({ command, keys, commands, preferences: keyStore, platform }) === undefined,
  )
  return [
    { value: '', label: 'No key' },
    ...free.map((keys) => ({ value: keys, label: formatKeys(keys, platform), keywords: [keys] })),
  ]
}

/** Returns a person's macros as commands. */
export function toMacroCommands(macros: readonly Macro[]): readonly Command[] {
  return macros.map((macro) => ({
    ...defineCommand({ id: 'macro.run', title: macro.name, group: 'Macros', scope: 'global', run: () => undefined }),
    ...toKnown(macro),
    keywords: [macro.sentence],
    detail: () => macro.sentence,
    when: () => clientStore.get().studio !== undefined,
    run: async () => {
      const { runSentence } = await import('./run-sentence.ts')
      return await runSentence(macro.sentence)
    },
  }))
}
