import { authenticationForm, evaluate, type RequestContext } from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { Caller } from './caller.ts'

/** Whether the caller may do something in this request. `bucket` and `key` are left out for what concerns none. */
export type Permissions = (action: string, bucket?: string, key?: string) => boolean

/** Root may do everything; temporary credentials of root what their inline policy allows, if they have one. */
export function permissionsOf(caller: Caller, exchange: Exchange): Permissions {
  const policy = caller.temporary?.policy
  if (!caller.isRoot || policy === undefined) return () => caller.isRoot
  const context = contextOf(exchange, caller)
  return (action, bucket = '', key = '') => evaluate([policy], { action, bucket, object: key, context }) === 'allow'
}

/** The values that conditions of policies can ask for. */
function contextOf({ query, headers, clientAddress, signed }: Exchange, { account }: Caller): RequestContext {
  const now = new Date()
  return {
    'aws:CurrentTime': now.toISOString(),
    'aws:EpochTime': String(Math.floor(now.getTime() / 1000)),
    // Both families share the socket of an IPv6 listener; conditions are written for IPv4 addresses as such.
    'aws:SourceIp': clientAddress.replace(/^::ffff:/, ''),
    'aws:SecureTransport': 'false',
    'aws:UserAgent': headers['user-agent'],
    'aws:Referer': headers.referer,
    'aws:principaltype': 'AssumedRole',
    'aws:userid': account,
    'aws:username': account,
    's3:authType': authenticationForm(signed) === 'query' ? 'REST-QUERY-STRING' : 'REST-HEADER',
    's3:signatureversion': 'AWS4-HMAC-SHA256',
    's3:delimiter': query.get('delimiter') ?? undefined,
    's3:max-keys': query.get('max-keys') ?? undefined,
    's3:prefix': query.get('prefix') ?? undefined,
    's3:versionid': query.get('versionId') ?? undefined,
    's3:x-amz-content-sha256': headerText(headers['x-amz-content-sha256']),
    's3:x-amz-storage-class': headerText(headers['x-amz-storage-class']),
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
