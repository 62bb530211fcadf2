/** What visitors without a session try in the consoles of tenants, which see only requests with one. */

import type { AuditKind } from '@cooperage/contract'
import * as contract from '@cooperage/contract'

interface RecordedCall {
  call: string
  kind: AuditKind
}

const RECORDED = Object.values<unknown>(contract).flatMap((declared) => {
  if (!isDeclaration(declared) || declared.audit === 'none') return []
  const { id: call, audit: kind, method = 'GET', path } = declared
  return [{ call, kind, method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }]
})

/** The call of the contract that a request is, if the audit trail records it. */
export function recordedCall(method: string, url: string): RecordedCall | undefined {
  const path = url.split('?', 1)[0] ?? ''
  return RECORDED.find((one) => one.method === method && one.pattern.test(path))
}

interface Declaration {
  id: string
  audit: AuditKind | 'none'
  path: string
  /** Live views have none. */
  method?: string
}

function isDeclaration(value: unknown): value is Declaration {
  return typeof value === 'object' && value !== null && 'id' in value && 'path' in value && 'audit' in value
}
