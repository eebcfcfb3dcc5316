import { makeOpenApi, sampleIds, type JsonSchema } from './openapi.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Code between backquotes is the only mark our sentences have. */
const toText = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** A schema in a line, as `[{id: uuid, title: text}]`. */
function toType(schema: JsonSchema, depth = 0): string {
  const { type, format, items, properties, anyOf, enum: words, additionalProperties } = schema
  if (Array.isArray(anyOf))
    return anyOf
      .map((each) => toType(each, depth))
      .filter((each, at, all) => all.indexOf(each) === at)
      .join(' or ')
  if (Array.isArray(words)) return words.map((word) => `"${word}"`).join(' or ')
  if (type === 'array') return `[${toType(Object(items), depth)}]`
  if (type === 'object' && properties !== undefined) {
    const required = Object(schema['required'] ?? [])
    const fields = Object.entries(Object(properties) as Record<string, JsonSchema>).map(
      ([key, each]) => `${key}${required.includes(key) ? '' : '?'}: ${toType(each, depth + 1)}`,
    )
    return fields.length > 3 && depth === 0 ? `{\n  ${fields.join(',\n  ')}\n}` : `{${fields.join(', ')}}`
  }
  if (type === 'object') return `{key: ${toType(Object(additionalProperties), depth)}}`
  if (format === 'date-time') return 'moment'
  const [name = 'anything'] = [format, type].filter((each) => typeof each === 'string')
  return name
}

type Operation = {
  operationId: string
  tags: string[]
  description: string
  requestBody?: { content: { 'application/json': { schema: JsonSchema; example?: object } } }
  parameters?: readonly { name?: string; in?: string; required?: boolean; schema?: JsonSchema }[]
  responses: { '200': { content: Record<string, { schema: JsonSchema }> } }
}

function toRows(operation: Operation): string {
  const schema = operation.requestBody?.content['application/json'].schema
  const required = Object(schema?.['required'] ?? [])
  const args = [
    ...Object.entries(Object(schema?.['properties']) as Record<string, JsonSchema>).map(([name, each]) => ({
      name,
      each,
      isRequired: required.includes(name),
    })),
    ...(operation.parameters ?? []).flatMap(({ name, in: place, required: isRequired, schema: each }) =>
      name !== undefined && place === 'query' ? [{ name, each: each ?? {}, isRequired: isRequired === true }] : [],
    ),
  ]
  if (args.length === 0) return '<p class="quiet">No arguments.</p>'
  const rows = args.map(({ name, each, isRequired }) => {
    const otherwise = each['default'] === undefined ? '' : ` = ${JSON.stringify(each['default'])}`
    return `<tr><th scope="row"><code>${name}</code></th><td><code>${escape(toType(each) + otherwise)}</code></td><td>${isRequired ? 'required' : ''}</td></tr>`
  })
  return `<table><thead><tr><th>Argument</th><th>Takes</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function toSection(path: string, method: string, operation: Operation): string {
  const { operationId: name, description } = operation
  const [says = '', ...more] = description.split('\n\n')
  const errors = more.flatMap((part) => part.split('\n')).filter((line) => line.startsWith('- '))
  const rights = more.find((part) => part.startsWith('Permission'))
  const [answer] = Object.values(operation.responses['200'].content)
  const example = operation.requestBody?.content['application/json'].example
  const body = JSON.stringify(example ?? {}, undefined, 2)
  return `<section id="${name}" data-path="${path}" data-method="${method}">
<h3><a href="#${name}">${name}</a></h3>
<p class="path"><b>${method.toUpperCase()}</b> <code>${path}</code></p>
<p>${toText(says)}</p>${rights === undefined ? '' : `\n<p class="quiet">${toText(rights)}</p>`}
${toRows(operation)}
<p class="label">Answers</p><pre><code>${escape(toType(answer?.schema ?? {}))}</code></pre>
${errors.length === 0 ? '' : `<p class="label">Refuses</p><ul>${errors.map((line) => `<li>${toText(line.slice(2))}</li>`).join('')}</ul>\n`}<details><summary>Try it</summary>
<label>Arguments as JSON<textarea rows="${Math.min(body.split('\n').length, 14)}" spellcheck="false">${escape(body)}</textarea></label>
<button type="button">Send ${method.toUpperCase()}</button><pre class="answer" role="status" hidden></pre></details>
</section>`
}

const ids = Object.entries(sampleIds)
  .map(([name, id]) => `<li><code>${id}</code> is ${name.slice(1)}</li>`)
  .join('')

const start = `curl "$HOST/rest/v1/rpc/search_studio" \\
  -H "Authorization: Bearer $XSHEET_TOKEN" -H "Content-Type: application/json" \\
  -d '{"p_studio_id": "…", "p_query": "sh0010"}'`

const python = `import csv, sys, xsheet

studio = xsheet.connect("https://xsheet.example.studio", token="xst_…")
out = csv.writer(sys.stdout)
for task in studio.tasks(collection="sq020", status="WFA"):
    out.writerow([task.path, task.assignee, task.due])`

/** The reference as a page: readable without a script, and with one, searched and tried. */
export function makeReference(): string {
  const { paths, info, tags } = makeOpenApi()
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    // Each is made by the two functions of openapi.ts.
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as unknown as Operation,
    })),
  )
  const of = (tag: string) => all.filter(({ operation }) => operation.tags.includes(tag))
  const nav = tags.map(
    ({ name }) =>
      `<details open><summary>${name}</summary><ul>${of(name)
        .map(({ operation }) => `<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`)
        .join('')}</ul></details>`,
  )
  const body = tags.map(
    ({ name }) =>
      `<h2 id="of-${name}">${name}</h2>\n${of(name)
        .map((each) => toSection(each.path, each.method, each.operation))
        .join('\n')}`,
  )
  const words = info.description.split('\n\n').map((part) => `<p>${toText(part.replaceAll('\n', ' '))}</p>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Xsheet for programs</title>
<link rel="stylesheet" href="/docs/api/page.css">
<script src="/docs/api/page.js" type="module"></script>
</head>
<body>
<nav aria-label="Procedures"><a class="home" href="/">Xsheet</a><label>Find<input type="search" id="find" placeholder="status, upload…"></label>${nav.join('')}</nav>
<main>
<h1>Xsheet for programs</h1>
${words.join('\n')}
<p class="label">With curl</p><pre><code>${escape(start)}</code></pre>
<p class="label">With Python: every task of sq020 that waits for approval, as CSV</p><pre><code>${escape(python)}</code></pre>
<p>This page as <a href="/openapi.json">OpenAPI 3.1</a>. The Python package and the command line: <a href="/clients/">/clients/</a>.</p>
<form id="token"><label>Access token, to try things here; it stays in this page<input type="password" name="token" autocomplete="off" placeholder="xst_…"></label></form>
<details><summary>Ids in the examples</summary><ul>${ids}</ul></details>
${body.join('\n')}
</main>
</body>
</html>
`
}
