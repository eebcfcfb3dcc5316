import { usageError } from '#cli/cli-error.ts'
import { nouns, toPage } from './noun-tools.ts'
import { runVerb } from './run-verb.ts'
import type { Base } from './tool.ts'

const most = 1000

/** Resources without parameters: the lists of a studio. */
export const resources = nouns
  .filter(({ noun }) => ['projects', 'spaces', 'stages', 'statuses', 'people', 'fields'].includes(noun))
  .map(({ noun }) => ({
    uri: `xsheet://${noun}`,
    name: noun,
    description: `The ${noun} of the studio`,
    mimeType: 'application/json',
  }))

/** Resources with a place as their parameter. */
export const resourceTemplates = [
  ['collections', 'xsheet://collections/{project}/{space}', 'The collections of a space'],
  ['items', 'xsheet://items/{project}/{space}', 'The items of a space'],
  ['tasks', 'xsheet://tasks/{project}/{space}', 'The tasks of a space'],
  ['comments', 'xsheet://comments/{project}/{space}/{collection}/{item}', 'What was said about an item'],
  ['revisions', 'xsheet://revisions/{project}/{space}/{collection}/{item}', 'The revisions of an item'],
].map(([name = '', uriTemplate = '', description = '']) => ({
  name,
  uriTemplate,
  description,
  mimeType: 'application/json',
}))

/** Returns a resource's text. */
export async function readResource(uri: string, base: Base): Promise<string> {
  const [noun = '', ...place] = readPath(uri)
  const found = nouns.find((each) => each.noun === noun)
  const isWhole = resources.some((each) => each.uri === `xsheet://${noun}`)
  const parts =
    resourceTemplates
      .find((each) => each.name === noun)
      ?.uriTemplate.split('/')
      .slice(3).length ?? 0
  if (found === undefined || place.length !== (isWhole ? 0 : parts))
    throw usageError(`There is no resource ${uri}.`, 'See the list of resources and their templates.')
  const [project, space] = place
  const target = place.length > 2 ? { targets: [place.join('/')] } : { targets: [] }
  const { data } = await runVerb(found.verb, isWhole ? {} : { project, space, ...target }, base)
  return JSON.stringify(toPage(data, 0, most))
}

function readPath(uri: string): readonly string[] {
  const [, path] = /^xsheet:\/\/([^?#]{1,500})$/.exec(uri) ?? []
  try {
    return (path ?? '').split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}
