import type { JsonSchema } from './json-schema.ts'
import { makeOpenApi, sampleIds } from './openapi.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Code between backquotes is the only markup in our sentences. */
const toText = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Formats a schema on one line, as `[{id: uuid, title: text}]`. */
function toType(schema: JsonSchema, depth = 0): string {
  const { type, format, items, properties, anyOf, enum: words, additionalProperties } = schema
  if (Array.isArray(anyOf))
    return anyOf
      .map((each) => toType(each, depth))
      .filter((each, at, all) => all.indexOf(each) === at)
      .join(' or ')
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(' or ')
  if (type === 'array') return `[${toType(Object(items), depth)}]`
  if (type === 'object' && properties !== undefined) {
    const required = Object(schema['required'] ?? [])
    const fields = Object.entries(Object(properties) as Record<string, JsonSchema>).map(
      ([key, each]) => `${key}${required.includes(key) ? '' : '?'}: ${toType(each, depth + 1)}`,
    )
    return fields.length > 3 && depth === 0 ? `{\n  ${fields.join(',\n  ')}\n}` : `{${fields.join(', ')}}`
  }
  if (type === 'object') return `{key: ${toType(Object(additionalProperties), depth)}}`
  if (Array.isArray(type)) return `${toType({ ...schema, type: type[0] }, depth)} or null`
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
    return `<tr><th scope="row"><code>${name}</code></th><td><code>${escape(toType(each) + otherwise)}</code></td><td>${toText([each['description'], isRequired ? 'required' : ''].filter((note) => note !== undefined && note !== '').join(' – '))}</td></tr>`
  })
  return `<table><thead><tr><th>Argument</th><th>Takes</th><th>Means</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function toSection(path: string, method: string, operation: Operation): string {
  const { operationId: name, description } = operation
  const [says = '', ...more] = description.split('\n\n')
  const errors = more.flatMap((part) => part.split('\n')).filter((line) => line.startsWith('- '))
  const notes = more.filter((part) => !part.startsWith('- '))
  const [answer] = Object.values(operation.responses['200'].content)
  const example = operation.requestBody?.content['application/json'].example
  const body = JSON.stringify(example ?? {}, undefined, 2)
  return `<section id="${name}" data-path="${path}" data-method="${method}">
<h3><a href="#${name}">${name}</a></h3>
<p class="path"><b>${method.toUpperCase()}</b> <code>${path}</code></p>
<p>${toText(says)}</p>${notes.map((note) => `\n<p class="quiet">${toText(note)}</p>`).join('')}
${toRows(operation)}
<p class="label">Answers</p><pre><code>${escape(toType(answer?.schema ?? {}))}</code></pre>
${errors.length === 0 ? '' : `<p class="label">Refuses</p><ul>${errors.map((line) => `<li>${toText(line.slice(2))}</li>`).join('')}</ul>\n`}<details><summary>Try it</summary>
<label>Arguments as JSON<textarea rows="${Math.min(body.split('\n').length, 14)}" spellcheck="false">${escape(body)}</textarea></label>
<button type="button">Send ${method.toUpperCase()}</button><pre class="answer" role="status" hidden></pre></details>
</section>`
}

type TableRow = {
  readonly description: string
  readonly properties: Readonly<Record<string, JsonSchema>>
}

const verbs = { get: 'read', post: 'add', patch: 'change', delete: 'delete' } as const

/** Renders a table: its columns, its methods, and a query to try. */
function toTable(path: string, methods: object, schemas: Readonly<Record<string, unknown>>): string {
  const name = path.replace('/rest/v1/', '')
  const [says = '', key = ''] = String(Object(methods).get.description).split('\n\n')
  // Made by tables.ts.
  const row = schemas[name] as TableRow
  const [added, changed] = [schemas[`${name}.add`], schemas[`${name}.change`]].map((each) => Object(each))
  const rows = Object.entries(row.properties).map(([column, each]) => {
    const given = [
      added?.required?.includes(column) === true ? 'required' : '',
      each['readOnly'] === true ? 'given by the database' : '',
      added?.properties?.[column] !== undefined && changed?.properties?.[column] === undefined ? 'never changes' : '',
    ].filter((note) => note !== '')
    const most = typeof each['maxLength'] === 'number' ? [`at most ${each['maxLength']} characters`] : []
    const notes = [each['description'], [...given, ...most].join(', ')].filter(
      (note) => note !== undefined && note !== '',
    )
    return `<tr><th scope="row"><code>${column}</code></th><td><code>${escape(toType(each))}</code></td><td>${toText(notes.join(' – '))}</td></tr>`
  })
  const may = Object.entries(verbs).flatMap(([method, verb]) =>
    method in methods ? [`<b>${method.toUpperCase()}</b> ${verb}`] : [],
  )
  const body = JSON.stringify({ select: '*', limit: '5' }, undefined, 2)
  return `<section id="table-${name}" data-path="${path}" data-method="get">
<h3><a href="#table-${name}">${name}</a></h3>
<p class="path"><code>${path}</code> ${may.join(', ')}</p>
<p>${toText(says)} <span class="quiet">${toText(key)}</span></p>
<table><thead><tr><th>Column</th><th>Has</th><th>Means</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<details><summary>Try it</summary>
<label>Parameters as JSON: select, filters, order, limit<textarea rows="${body.split('\n').length}" spellcheck="false">${escape(body)}</textarea></label>
<button type="button">Send GET</button><pre class="answer" role="status" hidden></pre></details>
</section>`
}

/** Describes how every table is queried, from their shared parameters. */
function toTablesIntro({ parameters, schemas }: ReturnType<typeof makeOpenApi>['components']): string {
  const { select, order, limit, offset, range, count, prefer } = parameters
  const shared = [
    ['column=', schemas.Filter.description],
    ...[select, order, limit, offset].map((each) => [`${each.name}=`, each.description]),
    ...[range, count, prefer].map((each) => [`${each.name}: ${String(each.example)}`, each.description]),
  ]
  const rows = shared.map(
    ([name = '', says = '']) => `<tr><th scope="row"><code>${escape(name)}</code></th><td>${toText(says)}</td></tr>`,
  )
  return `<p>What the row rules let the caller see is read by GET, as JSON or, with <code>Accept: text/csv</code>, as CSV. A method that is
not named with a table is refused (403): such rows change by procedures. <b>PATCH and DELETE without a filter reach every row that the
caller may change</b>. <code>update_rows</code> and <code>delete_rows</code> name each row, and take an <code>Idempotency-Key</code>.</p>
<table><thead><tr><th>Asked with</th><th>Means</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const ids = Object.entries(sampleIds)
  .map(([name, id]) => `<li><code>${id}</code> is ${name.slice(1)}</li>`)
  .join('')

const start = `curl "$HOST/rest/v1/rpc/search_studio" \\
  -H "Authorization: Bearer $XSHEET_TOKEN" -H "Content-Type: application/json" \\
  -d '{"p_studio_id": "…", "p_query": "sh0010"}'`

const csv = `curl -G "$HOST/rest/v1/item_tasks" \\
  -H "Authorization: Bearer $XSHEET_TOKEN" -H "Accept: text/csv" \\
  -d "select=...items!inner(shot:title,collections!inner()),stage:title,due_date,...task_statuses!inner(status:short_code)" \\
  -d "task_statuses.short_code=eq.WFA" \\
  -d "items.collections.name=ilike.sq020"`

const python = `import csv, sys, xsheet

studio = xsheet.connect("https://xsheet.example.studio", token="xst_…")
out = csv.writer(sys.stdout)
for task in studio.tasks(collection="sq020", status="WFA"):
    out.writerow([task.path, task.assignee, task.due])`

/** Returns the reference page: readable without scripts; with them it can be searched and calls can be tried. */
export function makeReference(): string {
  const { paths, info, tags, components } = makeOpenApi()
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    // Made by the functions of openapi.ts.
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as unknown as Operation,
    })),
  )
  const tables = Object.entries(paths).filter(([, methods]) => Object(methods).get?.tags?.includes('tables') === true)
  const of = (tag: string) => all.filter(({ operation }) => operation.tags.includes(tag))
  const toLinks = (name: string, links: readonly (readonly [string, string])[]): string =>
    `<details open><summary>${name}</summary><ul>${links.map(([id, text]) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul></details>`
  const nav = tags.map(({ name }) =>
    name === 'tables'
      ? toLinks(
          name,
          tables.map(([path]) => [path.replace('/rest/v1/', 'table-'), path.replace('/rest/v1/', '')]),
        )
      : toLinks(
          name,
          of(name).map(({ operation: { operationId } }) => [operationId, operationId]),
        ),
  )
  const body = tags.map(({ name }) => {
    const sections =
      name === 'tables'
        ? [toTablesIntro(components), ...tables.map(([path, methods]) => toTable(path, methods, components.schemas))]
        : of(name).map((each) => toSection(each.path, each.method, each.operation))
    return `<h2 id="of-${name}">${name}</h2>\n${sections.join('\n')}`
  })
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
<p class="label">With curl: every shot of sq020 with a task that waits for approval, as CSV</p><pre id="csv"><code>${escape(csv)}</code></pre>
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
