/** A second place to store decisions. Both functions reject if the browser stores nothing there. */
export type SecondCopy = {
  readonly load: () => Promise<string | undefined>
  /** Joins a text to the stored one; resolves to the result once it is on disk. */
  readonly save: (text: string, join: (kept: string, text: string) => string) => Promise<string>
}

const table = 'texts'

/**
 * Opens a copy in IndexedDB, which confirms only what is on disk, has room for more than the few megabytes of local
 * storage, and survives if a browser empties that.
 */
export function openSecondCopy(key: string, databases: () => IDBFactory = () => indexedDB): SecondCopy {
  let opened: Promise<IDBDatabase> | undefined
  const open = async (): Promise<IDBDatabase> => {
    const request = databases().open('xsheet-packets', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table))
    return await new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('It cannot be opened')))
    })
  }
  const run = async <Result>(
    mode: IDBTransactionMode,
    act: (texts: IDBObjectStore, answer: (result: Result) => void) => void,
  ): Promise<Result | undefined> => {
    opened ??= open().catch((cause: unknown) => {
      opened = undefined
      throw cause
    })
    const transaction = (await opened).transaction(table, mode, { durability: 'strict' })
    let result: Result | undefined
    act(transaction.objectStore(table), (answer) => (result = answer))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('It was not kept')))
    })
    return result
  }
  const read = (texts: IDBObjectStore, then: (text: string | undefined) => void): void => {
    const request = texts.get(key)
    request.addEventListener('success', () => then(typeof request.result === 'string' ? request.result : undefined))
  }
  return {
    load: async () => await run<string | undefined>('readonly', read),
    save: async (text, join) => {
      let joined = text
      await run('readwrite', (texts) =>
        read(texts, (kept) => {
          if (kept !== undefined) joined = join(kept, text)
          texts.put(joined, key)
        }),
      )
      return joined
    },
  }
}
