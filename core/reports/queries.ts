import type { StudioId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'
import { listReports, type Report } from './manage-reports.ts'

/** The caller's reports in a studio, by name. */
export const reportsQuery = defineQuery<{ readonly studioId: StudioId }, Report>({
  name: 'reports',
  fields: {
    id: true,
    name: true,
    period: true,
    viewId: true,
    spaceId: true,
    days: true,
    atTime: true,
    url: true,
    form: true,
    isActive: true,
    isSigned: true,
    stopped: true,
    problem: true,
    due: true,
    last: true,
  },
  fetch: async (gateway, { studioId }) => ({ items: await listReports(studioId, { gateway }), next: undefined }),
})
