import { HostError } from './host-error.ts'
import { restoreBackup } from './restore-backup.ts'
import { loadSettings } from './settings.ts'

// `npm run restore -- <backup file | latest>`, with the settings of the host (`--xsheet-data …`).
const [backup, ...flags] = process.argv.slice(2)
try {
  if (backup === undefined || backup.startsWith('--'))
    throw new HostError('Say which backup: npm run restore -- <file>, or npm run restore -- latest.')
  const { dataDirectory, databaseUrl } = loadSettings(flags, process.env)
  if (databaseUrl !== undefined)
    throw new HostError('DATABASE_URL is set: backups of a Postgres server are restored with its own tools.')
  const { backup: file, keptAside } = await restoreBackup({ dataDirectory, backup })
  console.log(`Restored ${file}.`)
  for (const kept of keptAside) console.log(`The database it replaced is kept in ${kept}.`)
} catch (error) {
  if (!(error instanceof HostError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
