import packageJson from '../package.json' with { type: 'json' }

/** The version that admin API clients show. */
export const ENGINE_VERSION = `cooperage-${packageJson.version}`
