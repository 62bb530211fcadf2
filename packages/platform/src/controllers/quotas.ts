/** Counts how much of its quotas the claims of a namespace use. */
import { recordAt } from '../objects.ts'
import { claimUsage } from '../registry/hooks.ts'
import type { Registry } from '../registry/registry.ts'
import { CLAIMS, RESOURCE_QUOTAS } from '../resources.ts'

/** @returns a function that stops it */
export function countQuotas(registry: Registry): () => void {
  const { store } = registry

  function count(namespace: string | undefined): void {
    const quotas = store.list(RESOURCE_QUOTAS, namespace)
    if (quotas.length === 0) return
    const used = claimUsage(store.list(CLAIMS, namespace))
    for (const quota of quotas) {
      const hard = recordAt(quota, 'spec', 'hard')
      const counted = Object.keys(hard).map((name) => [name, String(used.get(name) ?? 0)])
      registry.set(RESOURCE_QUOTAS, { ...quota, status: { hard, used: Object.fromEntries(counted) } })
    }
  }

  const later = (namespace: string | undefined) => queueMicrotask(() => count(namespace))
  const stops = [CLAIMS, RESOURCE_QUOTAS].map((type) =>
    store.subscribe(type, ({ object, type: change }) => {
      if (type === CLAIMS || change !== 'DELETED') later(object.metadata.namespace)
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
