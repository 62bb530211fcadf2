import { AppError, isConfigValue, reasonText } from '@cooperage/contract'

/** The settings of a tenant's servers by the names of their environment variables. */
export type Config = Map<string, string>

const ALIASES: Record<string, string> = {
  MINIO_ACCESS_KEY: 'MINIO_ROOT_USER',
  MINIO_SECRET_KEY: 'MINIO_ROOT_PASSWORD',
}

/** Reads a file of `export NAME="value"` lines as the operator does: without escapes, and values end with their line. */
export function readConfigEnv(text: string): Config {
  const config: Config = new Map()
  for (const raw of text.split('\n')) {
    const line = raw.trim().replace(/^export\s+/, '')
    const split = line.indexOf('=')
    if (line.startsWith('#') || split < 1) continue
    const name = line.slice(0, split).trim()
    const value = line.slice(split + 1).trim()
    config.set(ALIASES[name] ?? name, /^(["']).*\1$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value)
  }
  return config
}

/** @throws AppError InvalidTenant if a value would break the file */
export function writeConfigEnv(config: Config): string {
  const lines = [...config].map(([name, value]) => {
    if (!isConfigValue(value)) {
      throw new AppError('InvalidTenant', {
        reason: reasonText('valueCantBeQuoted', { name }),
      })
    }
    return `export ${name}="${value}"\n`
  })
  return lines.join('')
}
