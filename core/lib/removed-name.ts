/** The name shown for anything that is gone: an option, a kind, a stage, a status, somebody who left. */
export const removedName = '(removed)'
