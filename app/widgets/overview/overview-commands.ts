import { overviewQuery } from '#core/projects/overview.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { getPage } from '../use-page.ts'
import { getStudio } from '../get-studio.ts'
import { openList, overviewStore, setTable } from './overview-store.ts'
import { toPanels, type Bar } from './panels.ts'
import { focusOverview, stepInOverview, type Direction } from './step.ts'

const define = defineWith({ group: 'Overview', scope: 'list' })
const isShown = (): boolean => overviewStore.place !== undefined

/** Commands that move through an overview's numbers and open the tasks behind them. */
export const overviewCommands = [
  define({
    id: 'overview.show',
    title: 'Go to the overview',
    keys: ['o'],
    keywords: ['how are we', 'progress', 'late', 'load', 'report', 'statistics', 'dashboard'],
    when: isShown,
    run: () => focusOverview(),
  }),
  define({
    id: 'overview.table',
    title: 'Overview as tables, or drawn',
    keys: ['t'],
    keywords: ['numbers', 'chart', 'copy'],
    when: isShown,
    run: () => setTable(!overviewStore.isTable),
  }),
  define({
    id: 'overview.list',
    title: 'List the tasks behind a number',
    keywords: ['late', 'waiting', 'review', 'approved', 'stage', 'load'],
    when: isShown,
    args: [
      {
        id: 'number',
        placeholder: 'Which number?',
        options: () =>
          listBars().map(({ panel, bar }) => ({
            value: `${panel}/${bar.id}`,
            label: bar.label,
            detail: [panel, bar.value].join(' · '),
          })),
        empty: 'There are no numbers yet',
      },
    ],
    run: ({ navigate }, [wanted]) => {
      const found = listBars().find(({ panel, bar }) => `${panel}/${bar.id}` === wanted)
      if (found === undefined) return
      const { panel, isSum, bar } = found
      if ('url' in bar.opens) navigate(bar.opens.url)
      else openList({ ...bar.opens.list, title: isSum || panel === bar.label ? bar.label : `${panel}: ${bar.label}` })
    },
  }),
  step('left', 'Number to the left', ['left', 'h']),
  step('right', 'Number to the right', ['right', 'l']),
  step('up', 'Number above', ['up', 'k']),
  step('down', 'Number below', ['down', 'j']),
]

function step(direction: Direction, title: string, keys: readonly string[]) {
  return define({
    id: `overview.${direction}`,
    title,
    scope: 'overview',
    keys,
    shadows: [`card.${direction}`],
    isKeyOnly: true,
    isRepeatable: true,
    run: () => stepInOverview(direction),
  })
}

/** Lists every number on the page, with its panel's title. */
function listBars(): readonly { readonly panel: string; readonly isSum: boolean; readonly bar: Bar }[] {
  const { place } = overviewStore
  const [overview] = place === undefined ? [] : getPage(overviewQuery(place)).rows
  if (overview === undefined) return []
  return toPanels(overview, getStudio().studio).flatMap(({ id, title, bars }) =>
    bars.map((bar) => ({ panel: title, isSum: id === 'sums', bar })),
  )
}
