/** Why a row cannot be taken in; thrown and caught inside the planning of an import, where a row is given up. */
export class PlanConflict extends Error {}
