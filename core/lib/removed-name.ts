/** What stands wherever something is named that is no longer there: an option, a kind, a stage, a status, or somebody who left. */
export const removedName = '(removed)'
