import packageJson from '../package.json' with { type: 'json' }

/** As clients of the admin API show it. */
export const ENGINE_VERSION = `cooperage-${packageJson.version}`
