import type { TaskId } from '#core/lib/ids.ts'
import type { ArgumentOption } from '#app/commands/define-command.ts'
import { paletteSources } from '#app/commands/palette-source.ts'
import { readPopup } from '#app/lib/popup-address.ts'
import { findRoute } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'

const LIMIT = 50

/** Searches items; each option's value is the item's address. */
export async function findItemOptions(query: string): Promise<readonly ArgumentOption[]> {
  const { signal } = new AbortController()
  const sources = paletteSources.all()
  const answers = await Promise.all(
    sources.map((source) => source.search(query, { limit: LIMIT, signal, kinds: ['item'] })),
  )
  const items = answers.flat().filter(({ kind, id }) => kind === 'item' && id.split(':').length === 2)
  // The query is a keyword, so that items found by their description also pass the palette's own matching.
  return items.map(({ title, detail = '', to }) => ({ value: to, label: title, detail, keywords: [query] }))
}

type FoundTask = { readonly id: TaskId; readonly title: string }

/** Returns the tasks of the item at an address, without disabled ones. */
export async function findTasks(address: string): Promise<readonly FoundTask[]> {
  const { client, studio } = clientStore.get()
  const [path = '', search = ''] = address.split('?')
  const params = findRoute(path)?.params
  const project = studio?.getProjects().find(({ slug }) => slug === params?.['projectSlug'])
  const space = project && studio?.getSpaces(project.id).find(({ slug }) => slug === params?.['spaceSlug'])
  if (client === undefined || studio === undefined || space === undefined) return []
  const opened = await client.openSpace({ studioId: studio.studioId, spaceId: space.id })
  const slug = readPopup(search)?.item
  const item = [...opened.replica.getRows('items').values()].find((candidate) => candidate.slug === slug)
  if (item === undefined) return []
  const tasks = opened.getTasks(item.id).filter(({ isDisabled }) => !isDisabled)
  // In pipeline order, under their stages' names.
  return studio.getStages().flatMap(({ id: stageId, name }) => {
    const task = tasks.find((candidate) => candidate.stageId === stageId)
    return task === undefined ? [] : [{ id: task.id, title: name }]
  })
}
