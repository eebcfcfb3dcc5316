// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { newId, type ProjectId, type ProjectViewId, type UserId } from '#core/lib/ids.ts'
import { plainListView } from '#core/projects/list-view-form.ts'
import { enterTasks, openTasksView, resetTasks, setTasksView, tasksStore } from './tasks-store.ts'

const [me, other] = [newId<UserId>(), newId<UserId>()]
const project = newId<ProjectId>()

afterEach(() => {
  resetTasks()
  localStorage.clear()
})

test('the view of the tasks page is kept per person and project', () => {
  enterTasks(me, project)
  setTasksView({ sort: { columnId: 'due', isDown: true }, group: 'stage' })
  setTasksView({ filter: [{ field: 'status', test: 'in', values: ['wip'] }], hidden: ['priority'] })
  const looked = tasksStore.view
  resetTasks()
  expect(tasksStore.view).toEqual(plainListView)

  enterTasks(other, project)
  expect(tasksStore.view).toEqual(plainListView)
  enterTasks(me, newId<ProjectId>())
  expect(tasksStore.view).toEqual(plainListView)
  enterTasks(me, project)
  expect(tasksStore.view).toEqual(looked)
})

test('the open saved view is kept, and forgotten once the list is reset', () => {
  const id = newId<ProjectViewId>()
  enterTasks(me, project)
  openTasksView({ ...plainListView, group: 'artist' }, id)

  enterTasks(me, project)
  expect(tasksStore).toMatchObject({ viewId: id, view: { group: 'artist' } })

  openTasksView()
  expect(localStorage).toHaveLength(0)
})

test('an unreadable stored view falls back to the default', () => {
  for (const text of ['{', '[]', '{"form":3}', 'null']) {
    localStorage.setItem(`tasksView_${project}_${me}`, text)

    enterTasks(me, project)

    expect(tasksStore.view).toEqual(plainListView)
  }
})
