import { type Obj, timestamp } from '../objects.ts'
import { type Registry, randomSuffix } from '../registry/registry.ts'
import { EVENTS, NAMESPACES } from '../resources.ts'

/** Records what happened to an object, in its namespace. */
export function recordEvent(
  registry: Registry,
  object: Obj,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): void {
  const { namespace = 'default', name, uid } = object.metadata
  const space = registry.store.get(NAMESPACES, undefined, namespace)
  // Nothing can be added to a namespace that is being deleted.
  if (space === undefined || space.metadata.deletionTimestamp !== undefined) return
  const now = timestamp()
  registry.create(EVENTS, namespace, {
    metadata: { name: `${name}.${Date.now().toString(16)}${randomSuffix()}`, namespace },
    involvedObject: { apiVersion: object.apiVersion, kind: object.kind, namespace, name, uid },
    type,
    reason,
    message,
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    source: { component: 'cooperage-platform' },
  })
}
