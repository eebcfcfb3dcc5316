import manifest from '../package.json' with { type: 'json' }

/** The version from package.json. */
export const { version } = manifest
