/** Why a row cannot be imported; thrown and caught while an import is planned, which gives up the row. */
export class PlanConflict extends Error {}
