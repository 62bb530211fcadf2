import { verifyRequest } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Caller } from './caller.ts'

export interface Authenticated {
  caller: Caller
  verified: ReturnType<typeof verifyRequest>
}

export interface AuthenticateOptions {
  service?: 's3' | 'sts'
  /** Hash of a body that was read before (STS). */
  payloadHash?: string
}

/** @throws WireError */
export function authenticate(engine: Engine, exchange: Exchange, options: AuthenticateOptions = {}): Authenticated {
  const verified = verifyRequest(exchange.signed, {
    ...options,
    region: engine.region,
    lookup: (accessKey) => secretsOf(engine, accessKey),
  })
  return { caller: callerOf(engine, verified.accessKey), verified }
}

function secretsOf({ root, temporaryCredentials }: Engine, accessKey: string) {
  return accessKey === root.accessKey ? { secretKey: root.secretKey } : temporaryCredentials.find(accessKey)
}

function callerOf({ root, temporaryCredentials }: Engine, accessKey: string): Caller {
  const temporary = temporaryCredentials.find(accessKey)
  if (temporary === undefined) {
    return { accessKey, secretKey: root.secretKey, account: accessKey, isRoot: true }
  }
  const { secretKey, parent } = temporary
  return { accessKey, secretKey, account: parent, isRoot: parent === root.accessKey, temporary }
}
