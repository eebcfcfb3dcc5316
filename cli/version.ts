import manifest from '../package.json' with { type: 'json' }

/** The version of the command line, as its package says it. */
export const { version } = manifest
