import type { ReservedSql, Sql } from 'postgres'

/** How a postgres.js query is rejected from outside; one that has its answer keeps it. */
type Asked = { reject: (error: Error) => void }

type Session = { mark: string; connection: number | undefined; isGone: boolean; asked: Asked[] }

export type Sessions = {
  /** Options for postgres.js, which report the connection of each query, and closed connections. */
  options: {
    debug: (connection: number, statement: string) => void
    onclose: (connection: number) => void
  }
  /** Reserves sessions as postgres.js does; each ends with its connection. */
  reserveFrom: (reserve: Sql['reserve']) => Sql['reserve']
}

/** Nobody sends so many queries of a session before the first is answered. */
const mostWaiting = 100

/**
 * A postgres.js session outlives its connection: a later query, such as a rollback, ends the process, or hits the
 * transaction of the connection's next user. These sessions reject instead, and are not returned to the pool.
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
      // Older queries have their answers; a copied database would be kept in memory by them.
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
          // Queries waiting in the session would wait for ever.
          for (const query of session.asked) query.reject(hasEnded())
        }
      },
    },
    reserveFrom,
  }
}

/** Like the result of postgres.js: a promise that can be told to send the query by itself. */
function refuse(): Promise<never> & { simple: () => Promise<never> } {
  const refused = Promise.reject(hasEnded())
  return Object.assign(refused, { simple: () => refused })
}

const hasEnded = (): Error => Object.assign(new Error('the connection to the database has ended'), { code: '08006' })
