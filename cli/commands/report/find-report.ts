import { findNamed } from '#cli/select/find-named.ts'
import { listReports, type Report } from '#core/reports/manage-reports.ts'
import type { Context } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'

/** Loads the caller's own reports in the selected studio. */
export async function loadReports(context: Context): Promise<readonly Report[]> {
  const studio = await findStudio(context)
  return await listReports(studio.id, { gateway: await context.loadGateway() })
}

/** Finds the report by name or id. */
export async function findReport(which: string, context: Context): Promise<Report> {
  return findNamed(await loadReports(context), which, { noun: 'report', missing: 'You have no report' })
}
