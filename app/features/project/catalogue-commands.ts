import { stageCategories } from '#core/schema/stages.ts'
import { createStages } from '#core/studios/create-stage.ts'
import { createStatuses } from '#core/studios/create-status.ts'
import { deletePreset, listPresets, savePreset, type PresetKind } from '#core/studios/save-preset.ts'
import { toId, type PresetId, type StageId, type StatusId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineWith, type CommandOutcome } from '#app/commands/define-command.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { choose, projectStore, setAdding, setNamingPreset } from './project-store.ts'

const define = defineWith({ group: 'Stages and statuses', scope: 'dialog' })
const isOpen = (): boolean => projectStore.form !== undefined
const toKind = (text: string | undefined): PresetKind => (text === 'status' ? 'status' : 'stage')

/** The commands of the space dialog that add to the studio's stages and statuses and keep choices as presets. */
export const catalogueCommands = [
  define({
    id: 'stage.add',
    title: 'Add Stage',
    isKeyOnly: true,
    when: isOpen,
    run: () => setAdding('stage'),
  }),
  define({
    id: 'status.add',
    title: 'Add Status',
    isKeyOnly: true,
    when: isOpen,
    run: () => setAdding('status'),
  }),
  define({
    id: 'stage.save-new',
    title: 'Save the new stage',
    isKeyOnly: true,
    run: async (_context, [name = '', color = '', category = '']) => await addStage(name, color, category),
  }),
  define({
    id: 'status.save-new',
    title: 'Save the new status',
    isKeyOnly: true,
    run: async (_context, [name = '', color = '']) => await addStatus(name, color),
  }),
  ...choiceCommands(),
  define({
    id: 'preset.apply',
    title: 'Use the preset',
    isKeyOnly: true,
    run: (_context, [given, id]) => {
      const kind = toKind(given)
      const preset = listPresets(getStudio().studio, kind).find((candidate) => candidate.id === id)
      if (preset !== undefined) choose(kind, preset.itemIds)
    },
  }),
  define({
    id: 'preset.name',
    title: 'Save the choice as a preset',
    isKeyOnly: true,
    run: (_context, [given]) => setNamingPreset(toKind(given)),
  }),
  define({
    id: 'preset.save',
    title: 'Save the preset',
    isKeyOnly: true,
    run: async (_context, [given, name = '']) => await savePresetAs(toKind(given), name),
  }),
  define({
    id: 'preset.delete',
    title: 'Delete the preset',
    isKeyOnly: true,
    run: async (_context, [given, id = '']) => {
      const { client, studio } = getStudio()
      const kind = toKind(given)
      const name = listPresets(studio, kind).find((preset) => preset.id === id)?.name ?? ''
      const operation = deletePreset({ studio, kind, presetId: toId<PresetId>(id) }, client)
      return await perform(operation, { client, failedText: messages.unexpected, doneText: `Preset “${name}” deleted` })
    },
  }),
]

/** Returns the commands that choose a space's stages or statuses; their first argument is the kind. */
function choiceCommands() {
  return [
    define({
      id: 'choice.all',
      title: 'Choose all',
      isKeyOnly: true,
      run: (_context, [given]) => {
        const kind = toKind(given)
        const { studio } = getStudio()
        const all: readonly { readonly id: string }[] = kind === 'stage' ? studio.getStages() : studio.getStatuses()
        choose(
          kind,
          all.map(({ id }) => id),
        )
      },
    }),
    define({
      id: 'choice.none',
      title: 'Choose none',
      isKeyOnly: true,
      run: (_context, [given]) => choose(toKind(given), []),
    }),
    moveChoice('up', -1),
    moveChoice('down', 1),
  ]
}

/** Defines a command that moves the given row, else the focused one. */
function moveChoice(way: 'up' | 'down', step: number) {
  return define({
    id: `choice.move-${way}`,
    title: `Move ${way} in the space’s order`,
    keys: [`alt+${way}`],
    // This dialog covers the lists of the studio's stages and statuses.
    shadows: [`entry.move-${way}`],
    isKeyOnly: true,
    isRepeatable: true,
    // Not the focus: in some browsers a clicked button does not get it.
    when: () => document.querySelector('[data-choice]') !== null,
    run: (_context, [given, choiceId]) => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-choice]')?.dataset
      const [kind, entry = ''] = [toKind(given ?? focused?.['choiceKind']), choiceId ?? focused?.['choice']]
      const chosen = projectStore.form?.draft.chosen[kind] ?? []
      const [place, others] = [chosen.indexOf(entry) + step, chosen.filter((other) => other !== entry)]
      if (chosen.includes(entry) && place >= 0) choose(kind, others.toSpliced(place, 0, entry))
    },
  })
}

async function addStage(name: string, color: string, category: string): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const id = client.ids.newId<StageId>()
  const known = stageCategories.find((candidate) => candidate === category)
  const stage = { id, name, color, ...(known && { category: known }) }
  const outcome = await perform(createStages({ studio, stages: [stage] }, client), {
    client,
    failedText: messages['stage-create-failed'],
  })
  if (outcome.ok) take('stage', id)
  return outcome
}

async function addStatus(name: string, color: string): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const id = client.ids.newId<StatusId>()
  const outcome = await perform(createStatuses({ studio, statuses: [{ id, name, color }] }, client), {
    client,
    failedText: messages['status-create-failed'],
  })
  if (outcome.ok) take('status', id)
  return outcome
}

/** Chooses a newly added stage or status for this space. */
function take(kind: PresetKind, id: string): void {
  setAdding(undefined)
  choose(kind, [...(projectStore.form?.draft.chosen[kind] ?? []), id])
}

/** Saves the choice as a preset: replaces one of the same name, or renames one with the same entries. */
async function savePresetAs(kind: PresetKind, name: string): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const itemIds = projectStore.form?.draft.chosen[kind] ?? []
  const presets = listPresets(studio, kind)
  const known =
    presets.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase()) ??
    presets.find((preset) => preset.itemIds.join() === itemIds.join())
  const operation = savePreset({ studio, kind, name, itemIds, ...(known && { presetId: known.id }) }, client)
  const outcome = await perform(operation, { client, failedText: messages.unexpected })
  if (outcome.ok) setNamingPreset(undefined)
  return outcome
}
