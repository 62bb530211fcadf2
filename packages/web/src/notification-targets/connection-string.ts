/** Connection strings of databases, built from their parts (spec identity-and-settings 3). */
export interface ConnectionParts {
  host: string
  port: string
  dbname: string
  user: string
  password: string
  sslmode: string
}

export const SSL_MODES = ['require', 'disable', 'verify-ca', 'verify-full'] as const

export const BLANK_PARTS: ConnectionParts = {
  host: '',
  port: '',
  dbname: '',
  user: '',
  password: '',
  sslmode: SSL_MODES[0],
}

/** Keywords and values of libpq; '' while the parts are incomplete. PostgreSQL 16, section 34.1.1.1. */
export function postgresConnection(parts: ConnectionParts): string {
  if (parts.host === '' || parts.dbname === '') return ''
  return (['host', 'port', 'user', 'password', 'dbname', 'sslmode'] as const)
    .filter((name) => parts[name] !== '')
    .map((name) => `${name}=${quoted(parts[name])}`)
    .join(' ')
}

/** `user:password@tcp(host:port)/dbname`, or '' while the parts are incomplete. */
export function mysqlConnection({ host, port, dbname, user, password }: ConnectionParts): string {
  if (host === '' || dbname === '') return ''
  const account = user === '' ? '' : `${user}${password === '' ? '' : `:${password}`}@`
  return `${account}tcp(${host.includes(':') ? `[${host}]` : host}:${port || '3306'})/${dbname}`
}

function quoted(value: string): string {
  return /[\s'\\]/.test(value) ? `'${value.replace(/['\\]/g, '\\$&')}'` : value
}
