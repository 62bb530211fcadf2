import { createHmac } from 'node:crypto'
import type { Credentials } from '@cooperage/wire'

const LIFE_SECONDS = 3600

/** A bearer token for the metrics of a storage server, as `mc admin prometheus generate` creates it. */
export function metricsToken({ accessKey, secretKey }: Credentials): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'prometheus', sub: accessKey, exp: Math.floor(Date.now() / 1000) + LIFE_SECONDS }
  const text = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac('sha512', secretKey).update(text).digest('base64url')}`
}
