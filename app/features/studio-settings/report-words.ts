import type { ReportPeriod, Report } from '#core/reports/manage-reports.ts'
import type { SpaceViewId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

export const periodTitles: Readonly<Record<ReportPeriod, string>> = {
  day: 'The last day',
  week: 'The last week',
  month: 'The last month',
}

/** Lists the saved views that the person sees, their own and the studio's, with where they are. */
export function listViewChoices(
  studio: StudioReplica,
): readonly { readonly id: SpaceViewId; readonly title: string }[] {
  return studio.getProjects().flatMap((project) =>
    studio.getSpaces(project.id).flatMap((space) =>
      studio.getSpaceViews(space.id).map(({ id, name }) => ({
        id,
        title: `${project.name} · ${space.name} · ${name}`,
      })),
    ),
  )
}

/** Returns what a report contains, in a few words. */
export function describeReport({ period, viewId }: Pick<Report, 'period' | 'viewId'>, studio: StudioReplica): string {
  if (period !== undefined) return `Timesheet: ${periodTitles[period].toLowerCase()}`
  return listViewChoices(studio).find(({ id }) => id === viewId)?.title ?? 'Deleted view'
}
