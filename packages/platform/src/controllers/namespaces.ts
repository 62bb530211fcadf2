/** Creates the default service account of each namespace, and empties namespaces that are being deleted. */
import { timestamp } from '../objects.ts'
import type { Registry } from '../registry/registry.ts'
import { NAMESPACES, type ResourceType, SERVICE_ACCOUNTS } from '../resources.ts'
import { Queue } from './queue.ts'

/** @returns a function that stops it */
export function reconcileNamespaces(
  registry: Registry,
  types: readonly ResourceType[],
  onError: (name: string, error: unknown) => void,
): () => Promise<void> {
  const { store } = registry
  const inNamespaces = types.filter(({ isNamespaced }) => isNamespaced)

  async function keep(name: string): Promise<void> {
    const namespace = store.get(NAMESPACES, undefined, name)
    if (namespace === undefined) return
    if (namespace.metadata.deletionTimestamp === undefined) {
      const metadata = { name: 'default', namespace: name }
      if (store.get(SERVICE_ACCOUNTS, name, 'default') === undefined) {
        registry.create(SERVICE_ACCOUNTS, name, { metadata })
      }
      return
    }
    let left = 0
    for (const type of inNamespaces) {
      for (const object of store.list(type, name)) {
        const { metadata } = object
        if (metadata.deletionTimestamp === undefined)
          registry.remove(type, name, metadata.name, { gracePeriodSeconds: 0 })
        if (store.get(type, name, metadata.name) !== undefined) left++
      }
    }
    if (left === 0) store.remove(NAMESPACES, namespace)
    else queue.add(name, 200)
  }

  const queue = new Queue(keep, onError)
  const stop = store.subscribe(NAMESPACES, ({ object }) => queue.add(object.metadata.name))
  for (const { metadata } of store.list(NAMESPACES)) queue.add(metadata.name)
  return async () => {
    stop()
    await queue.close()
  }
}

/** Events are kept for an hour, as in Kubernetes. @returns a function that stops it */
export function expireEvents(registry: Registry, events: ResourceType): () => void {
  const timer = setInterval(() => {
    const oldest = timestamp(Date.now() - 3_600_000)
    for (const event of registry.store.list(events)) {
      if (event.metadata.creationTimestamp < oldest) registry.store.remove(events, event)
    }
  }, 60_000)
  return () => clearInterval(timer)
}
