import type { ReservedSql, Sql } from 'postgres'

/** How a statement of postgres.js is refused from outside; one that has its answer keeps it. */
type Asked = { reject: (error: Error) => void }

type Session = { mark: string; connection: number | undefined; isGone: boolean; asked: Asked[] }

export type Sessions = {
  /** For postgres.js, which says by them which connection a statement goes to, and which has closed. */
  options: {
    debug: (connection: number, statement: string) => void
    onclose: (connection: number) => void
  }
  /** Takes sessions as postgres.js does; each ends with its connection. */
  reserveFrom: (reserve: Sql['reserve']) => Sql['reserve']
}

/** Nobody sends so many statements of a session before the first is answered. */
const mostWaiting = 100

/**
 * A session of postgres.js lives on after its connection: what is asked of it then, a rollback say, ends the process, or meets the
 * transaction of whoever has the connection by now. These refuse instead, and are not given back.
 */
export function makeSessions(): Sessions {
  const sessions = new Map<string, Session>()
  let count = 0

  const reserveFrom = (reserve: Sql['reserve']) => async (): Promise<ReservedSql> => {
    const reserved = await reserve()
    count += 1
    const session: Session = { mark: `\n--${count}`, connection: undefined, isGone: false, asked: [] }
    sessions.set(session.mark, session)
    const unsafe = ((text: string, ...rest: [never[]?]) => {
      if (session.isGone) return refuse()
      const isFirst = session.connection === undefined
      const query = reserved.unsafe(isFirst ? `${text}${session.mark}` : text, ...rest)
      session.asked.push(query as unknown as Asked)
      // What came long before has its answer; a copied database would be kept whole by it.
      if (session.asked.length > mostWaiting) session.asked.shift()
      return query
    }) as ReservedSql['unsafe']
    const release = (): void => {
      sessions.delete(session.mark)
      if (!session.isGone) reserved.release()
    }
    return Object.assign(((...parts: Parameters<Sql>) => reserved(...parts)) as unknown as ReservedSql, {
      unsafe,
      release,
    })
  }

  return {
    options: {
      debug(connection, statement) {
        const session = sessions.get(/\n--\d+$/.exec(statement)?.[0] ?? '')
        if (session !== undefined) session.connection = connection
      },
      onclose(connection) {
        for (const session of sessions.values()) {
          if (session.connection !== connection) continue
          session.isGone = true
          // What waited for its turn in the session would wait for ever.
          for (const query of session.asked) query.reject(hasEnded())
        }
      },
    },
    reserveFrom,
  }
}

/** As what postgres.js answers: a promise that may be told to send the statement alone. */
function refuse(): Promise<never> & { simple: () => Promise<never> } {
  const refused = Promise.reject(hasEnded())
  return Object.assign(refused, { simple: () => refused })
}

const hasEnded = (): Error => Object.assign(new Error('the connection to the database has ended'), { code: '08006' })
