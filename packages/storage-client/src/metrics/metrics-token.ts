import { createHmac } from 'node:crypto'
import type { Credentials } from '@cooperage/wire'

/**
 * A bearer token for the metrics of a storage server, as `mc admin prometheus generate` creates it: a JWT signed with the secret
 * key of the account. `endsAt` is in milliseconds since the epoch.
 */
export function metricsToken({ accessKey, secretKey }: Credentials, endsAt: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'prometheus', sub: accessKey, exp: Math.ceil(endsAt / 1000) }
  const text = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac('sha512', secretKey).update(text).digest('base64url')}`
}
