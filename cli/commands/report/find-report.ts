import { listReports, type Report } from '#core/reports/manage-reports.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'

/** Loads the caller's own reports in the selected studio. */
export async function loadReports(context: Context): Promise<readonly Report[]> {
  const studio = await findStudio(context)
  return await listReports(studio.id, { gateway: await context.loadGateway() })
}

/** Finds the report by name or id. */
export async function findReport(which: string, context: Context): Promise<Report> {
  const reports = await loadReports(context)
  const byId = reports.filter(({ id }) => id === which)
  const found = byId.length > 0 ? byId : reports.filter(({ name }) => name.toLowerCase() === which.toLowerCase())
  const [first, second] = found
  if (first === undefined)
    throw nothingMatched(`You have no report "${which}".`, 'List them with: studio-cli report list')
  if (second !== undefined) throw usageError(`"${which}" is the name of ${found.length} reports.`, 'Use an id.')
  return first
}
