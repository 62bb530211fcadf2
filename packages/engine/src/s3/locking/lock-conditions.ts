/** Context of policy conditions on object locks. It overrides the values from request headers. */
import type { RequestContext } from '@cooperage/wire/policy'
import type { ObjectLock, Retention } from '../../store/store.ts'

const DAY = 86_400_000

export function retentionContext(retention: Retention | undefined, now: number): RequestContext {
  return {
    'object-lock-mode': retention?.mode,
    'object-lock-retain-until-date': retention && new Date(retention.until).toISOString(),
    'object-lock-remaining-retention-days': retention && String(Math.ceil((retention.until - now) / DAY)),
  }
}

export function holdContext(legalHold: boolean | undefined): RequestContext {
  return { 'object-lock-legal-hold': legalHold === undefined ? undefined : legalHold ? 'ON' : 'OFF' }
}

export function lockContext({ retention, legalHold }: ObjectLock, now: number): RequestContext {
  return { ...retentionContext(retention, now), ...holdContext(legalHold) }
}
