/** What nodes do to delete pods, and to protect the claims that pods mount. */
import { listAt, type Obj, textAt } from '../objects.ts'
import { CLAIM_PROTECTION } from '../registry/hooks.ts'
import type { Registry } from '../registry/registry.ts'
import { CLAIMS, PODS } from '../resources.ts'
import { Queue } from './queue.ts'

/** What runs in pods. */
export interface PodRunner {
  /** Stops the process of a pod; resolves when it has ended. */
  stopPod(pod: Obj): Promise<void>
}

/** @returns a function that stops it */
export function reconcilePods(
  registry: Registry,
  runner: PodRunner,
  onError: (name: string, error: unknown) => void,
): () => Promise<void> {
  const { store } = registry

  async function end(key: string): Promise<void> {
    const [namespace = '', name = ''] = key.split('/')
    const pod = store.get(PODS, namespace, name)
    if (pod?.metadata.deletionTimestamp === undefined) return
    await runner.stopPod(pod)
    const current = store.get(PODS, namespace, name)
    if (current?.metadata.uid === pod.metadata.uid) store.remove(PODS, current)
  }

  function releaseClaims(namespace: string | undefined): void {
    const mounted = new Set(store.list(PODS, namespace).flatMap(claimsOf))
    for (const claim of store.list(CLAIMS, namespace)) {
      const { deletionTimestamp, finalizers = [], name } = claim.metadata
      if (deletionTimestamp === undefined || !finalizers.includes(CLAIM_PROTECTION) || mounted.has(name)) continue
      const others = finalizers.filter((each) => each !== CLAIM_PROTECTION)
      const { finalizers: _all, ...metadata } = claim.metadata
      registry.set(CLAIMS, { ...claim, metadata: { ...metadata, ...(others.length > 0 && { finalizers: others }) } })
    }
  }

  const queue = new Queue(end, onError)
  const enqueueDeleted = ({ metadata }: Obj) => {
    if (metadata.deletionTimestamp !== undefined) queue.add(`${metadata.namespace}/${metadata.name}`)
  }
  const stops = [
    store.subscribe(PODS, ({ type, object }) => {
      if (type === 'DELETED') queueMicrotask(() => releaseClaims(object.metadata.namespace))
      else enqueueDeleted(object)
    }),
    store.subscribe(CLAIMS, ({ type, object }) => {
      if (type === 'DELETED' || object.metadata.deletionTimestamp === undefined) return
      queueMicrotask(() => releaseClaims(object.metadata.namespace))
    }),
  ]
  for (const pod of store.list(PODS)) enqueueDeleted(pod)
  return async () => {
    for (const stop of stops) stop()
    await queue.close()
  }
}

function claimsOf(pod: Obj): string[] {
  return listAt(pod, 'spec', 'volumes').flatMap((volume) => textAt(volume, 'persistentVolumeClaim', 'claimName') ?? [])
}
