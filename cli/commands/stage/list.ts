import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the studio’s stages in their order',
  options: [rowsFlag],
  examples: ['stage list --json=name'],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const nameOf = (id: string): string => studio.replica.find('stages', id)?.name ?? id
    const kindOf = (id: string | undefined): string => studio.replica.find('item_kinds', id ?? '')?.name ?? ''
    const rows = studio.getStages().map(({ id, name, category, color }) => {
      const needs = studio.getNeeds().filter(({ stageId }) => stageId === id)
      const waitsFor = needs.map(({ needsStageId, kindId }) => `${nameOf(needsStageId)} ${kindOf(kindId)}`.trim())
      return { id, name, category, color, waitsFor }
    })
    const fields = ['id', 'name', 'category', 'color', 'waitsFor'] as const
    await printWanted({ rows, fields, columns: ['name', 'category', 'waitsFor'], options, context })
  },
})
