/** What Kubernetes does for specific resources when they are written. */
import { type Cause, forbidden, invalid } from '../api-error.ts'
import { isRecord, type Obj, recordAt, textAt } from '../objects.ts'
import { CLAIMS, keyOf, NAMESPACES, PODS, RESOURCE_QUOTAS, type ResourceType, SECRETS, SERVICES } from '../resources.ts'
import { amountOf } from '../schema/schema.ts'
import type { ObjectStore } from '../store/object-store.ts'

export interface Hooks {
  /** Fills in defaults. */
  beforeCreate?(object: Obj, store: ObjectStore): Obj
  beforeUpdate?(object: Obj): Obj
  /** @throws ApiError for a change that is never allowed */
  checkUpdate?(current: Obj, next: Obj): void
  /** @throws ApiError if a quota is exceeded */
  admit?(object: Obj, store: ObjectStore): void
}

const HOOKS: Record<string, Hooks> = {
  [keyOf(NAMESPACES)]: {
    beforeCreate: (namespace) => ({
      ...namespace,
      metadata: {
        ...namespace.metadata,
        labels: { ...namespace.metadata.labels, 'kubernetes.io/metadata.name': namespace.metadata.name },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    }),
  },
  [keyOf(PODS)]: { beforeCreate: (pod) => ({ ...pod, status: { phase: 'Pending' } }) },
  [keyOf(SECRETS)]: {
    beforeCreate: (secret) => encodeSecret({ type: 'Opaque', ...secret }),
    beforeUpdate: encodeSecret,
    checkUpdate: checkSecretUpdate,
  },
  [keyOf(SERVICES)]: {
    beforeCreate: (service) => ({
      ...service,
      spec: { type: 'ClusterIP', ...recordAt(service, 'spec') },
      status: { loadBalancer: {} },
    }),
  },
  [keyOf(CLAIMS)]: {
    beforeCreate: (claim) => ({
      ...claim,
      metadata: {
        ...claim.metadata,
        finalizers: [...new Set([...(claim.metadata.finalizers ?? []), CLAIM_PROTECTION])],
      },
      spec: { volumeMode: 'Filesystem', ...recordAt(claim, 'spec') },
      status: { phase: 'Pending' },
    }),
    admit: requireQuota,
  },
  [keyOf(RESOURCE_QUOTAS)]: { beforeCreate: (quota) => ({ ...quota, status: {} }) },
}

/** A claim isn't removed while a pod mounts it. */
export const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection'

export function hooksOf(type: ResourceType): Hooks {
  return HOOKS[keyOf(type)] ?? {}
}

function encodeSecret(secret: Obj): Obj {
  const { stringData, ...rest } = secret
  if (!isRecord(stringData)) return secret
  const encoded = Object.entries(stringData).map(([name, value]) => [
    name,
    Buffer.from(String(value), 'utf8').toString('base64'),
  ])
  return { ...rest, data: { ...recordAt(secret, 'data'), ...Object.fromEntries(encoded) } } as Obj
}

function checkSecretUpdate(current: Obj, next: Obj): void {
  const causes: Cause[] = []
  if (current.type !== next.type) {
    const message = `Invalid value: "${next.type}": field is immutable`
    causes.push({ reason: 'FieldValueInvalid', message, field: 'type' })
  }
  const isChanged = JSON.stringify(current.data) !== JSON.stringify(next.data) || next.immutable !== true
  if (current.immutable === true && isChanged) {
    const message = 'Forbidden: field is immutable when `immutable` is set'
    causes.push({ reason: 'FieldValueForbidden', message, field: 'data' })
  }
  if (causes.length > 0) throw invalid(SECRETS, current.metadata.name, causes)
}

/** What claims use of each quantity that a quota can limit. */
export function claimUsage(claims: readonly Obj[]): Map<string, number> {
  const used = new Map<string, number>()
  const add = (name: string, amount: number) => used.set(name, (used.get(name) ?? 0) + amount)
  for (const claim of claims) {
    const requested = amountOf(recordAt(claim, 'spec', 'resources', 'requests').storage ?? 0)
    const storageClass = textAt(claim, 'spec', 'storageClassName')
    add('requests.storage', requested)
    add('persistentvolumeclaims', 1)
    if (storageClass === undefined) continue
    add(`${storageClass}.storageclass.storage.k8s.io/requests.storage`, requested)
    add(`${storageClass}.storageclass.storage.k8s.io/persistentvolumeclaims`, 1)
  }
  return used
}

function requireQuota(claim: Obj, store: ObjectStore): void {
  const { namespace, name } = claim.metadata
  const quotas = store.list(RESOURCE_QUOTAS, namespace)
  if (quotas.length === 0) return
  const used = claimUsage(store.list(CLAIMS, namespace))
  const requested = claimUsage([claim])
  for (const quota of quotas) {
    for (const [limit, hard] of Object.entries(recordAt(quota, 'spec', 'hard'))) {
      const [more, already] = [requested.get(limit) ?? 0, used.get(limit) ?? 0]
      if (more === 0 || already + more <= amountOf(hard)) continue
      const why = `exceeded quota: ${quota.metadata.name}, requested: ${limit}=${more}, used: ${limit}=${already}, limited: ${limit}=${hard}`
      throw forbidden(CLAIMS, name, why)
    }
  }
}
