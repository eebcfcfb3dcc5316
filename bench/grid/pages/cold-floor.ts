import '#app/styles/tokens.css'
import { spaceAnswer } from '../product-rows.ts'
import { paintedWhen } from '../page-contract.ts'

// The floor: one record from one object store, and thirty rows with a text in each cell.

const query = new URLSearchParams(location.search)
type Kept = { readonly tables: ReturnType<typeof spaceAnswer>['tables'] }

async function openDatabase(): Promise<IDBDatabase> {
  return await new Promise((resolve, reject) => {
    const request = indexedDB.open('floor', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('scopes')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('The database did not open'))
  })
}

async function fill(): Promise<void> {
  const database = await openDatabase()
  await new Promise((resolve) => {
    const transaction = database.transaction('scopes', 'readwrite')
    transaction.objectStore('scopes').put({ tables: spaceAnswer(500).tables } satisfies Kept, 'space')
    transaction.oncomplete = resolve
  })
}

async function open(): Promise<{ readonly painted: number; readonly usable: number }> {
  const start = performance.now()
  const database = await openDatabase()
  const kept = await new Promise<Kept>((resolve) => {
    const request = database.transaction('scopes').objectStore('scopes').get('space')
    // Written by `fill`.
    request.onsuccess = () => resolve(request.result as Kept)
  })
  paint(kept)
  await paintedWhen(() => document.querySelector('.row') !== null)
  const painted = performance.now() - start
  return { painted, usable: painted }
}

function paint({ tables: { items = [], item_tasks: tasks = [] } }: Kept): void {
  const root = document.querySelector('#root') ?? document.body
  const perItem = tasks.length / items.length
  for (const [index, item] of items.slice(0, 30).entries()) {
    const row = document.createElement('div')
    row.className = 'row'
    const cells = tasks.slice(index * perItem, (index + 1) * perItem).map(({ statusId }) => statusId.slice(-2))
    for (const text of [item.title, ...cells]) {
      const cell = document.createElement('span')
      cell.textContent = text
      row.append(cell, ' ')
    }
    root.append(row)
  }
}

Object.assign(globalThis, { result: query.has('fill') ? fill() : open(), isReady: true })
