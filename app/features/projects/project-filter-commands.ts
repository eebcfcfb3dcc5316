import { isAnyEnough, setIsAnyEnough } from '#core/timeline/filter-kinds.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { addCondition, conditionPages, findSubject } from '#app/widgets/filter-panel/add-condition.ts'
import { listProjectFields } from './project-filter.ts'
import { getProjectsFilter, setProjectsFilter } from './projects-store.ts'

const define = defineWith({ group: 'Projects', scope: 'list' })
const findStudio = () => clientStore.get().studio
const getAskable = () => ({ fields: listProjectFields(findStudio()) })
const getFilter = () => getProjectsFilter(findStudio()?.studioId)

/** The commands that filter a studio's projects by their fields. */
export const projectFilterCommands: readonly Command[] = [
  define({
    id: 'project.filter-add',
    title: 'Filter the projects by a field…',
    keywords: ['condition', 'contains', 'between', 'empty'],
    keys: ['shift+b'],
    when: () => getAskable().fields.length > 0,
    args: conditionPages('projects', getAskable),
    run: (_context, [field = '', test]) => {
      const subject = findSubject('projects', getAskable(), field)
      setProjectsFilter(findStudio()?.studioId, addCondition(getFilter(), subject, test))
    },
  }),
  define({
    id: 'project.filter-any',
    title: 'Match any or all conditions',
    keywords: ['or', 'and', 'join'],
    when: () => getFilter().length > 1,
    run: () => setProjectsFilter(findStudio()?.studioId, setIsAnyEnough(getFilter(), !isAnyEnough(getFilter()))),
  }),
  define({
    id: 'project.clear-filter',
    title: 'Show all projects',
    keys: ['f x'],
    when: () => getFilter().length > 0,
    run: () => setProjectsFilter(findStudio()?.studioId, []),
  }),
]
