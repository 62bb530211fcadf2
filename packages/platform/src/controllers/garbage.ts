/** Deletes the dependents of deleted objects, and completes the deletions that wait for them. */
import type { Obj } from '../objects.ts'
import { FOREGROUND, ORPHAN, type Registry } from '../registry/registry.ts'
import { keyOf, type ResourceType } from '../resources.ts'
import type { Change } from '../store/object-store.ts'

interface Known {
  type: ResourceType
  object: Obj
}

/** @returns a function that stops it */
export function collectGarbage(registry: Registry, types: readonly ResourceType[]): () => void {
  const { store } = registry
  const byUid = new Map<string, Known>()
  const dependents = new Map<string, Set<string>>()

  function track(type: ResourceType, object: Obj): void {
    byUid.set(object.metadata.uid, { type, object })
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const all = dependents.get(uid) ?? new Set()
      dependents.set(uid, all.add(object.metadata.uid))
    }
  }

  function dependentsOf(uid: string): Known[] {
    return [...(dependents.get(uid) ?? [])].flatMap((each) => {
      const known = byUid.get(each)
      return known?.object.metadata.ownerReferences?.some((owner) => owner.uid === uid) ? [known] : []
    })
  }

  /** Owners that a client invented don't exist either. */
  function removeIfUnowned({ type, object }: Known): void {
    const { namespace, name, uid, ownerReferences = [], deletionTimestamp } = object.metadata
    const isOwned = ownerReferences.length === 0 || ownerReferences.some((owner) => byUid.has(owner.uid))
    if (!isOwned && deletionTimestamp === undefined) registry.remove(type, namespace, name, { uid })
  }

  function withoutFinalizer({ type, object }: Known, finalizer: string): void {
    const finalizers = (object.metadata.finalizers ?? []).filter((each) => each !== finalizer)
    const { finalizers: _all, ...metadata } = object.metadata
    registry.set(type, { ...object, metadata: { ...metadata, ...(finalizers.length > 0 && { finalizers }) } })
  }

  function finishDeletion(known: Known): void {
    const { uid, deletionTimestamp, finalizers = [] } = known.object.metadata
    if (deletionTimestamp === undefined) return
    const owned = dependentsOf(uid)
    if (finalizers.includes(ORPHAN)) {
      for (const each of owned) {
        const { ownerReferences = [], ...metadata } = each.object.metadata
        const others = ownerReferences.filter((owner) => owner.uid !== uid)
        const kept = others.length > 0 ? { ownerReferences: others } : {}
        registry.set(each.type, { ...each.object, metadata: { ...metadata, ...kept } })
      }
      withoutFinalizer(known, ORPHAN)
      return
    }
    if (!finalizers.includes(FOREGROUND)) return
    for (const { type, object } of owned) {
      const { namespace, name, deletionTimestamp: isBeingDeleted } = object.metadata
      if (isBeingDeleted === undefined) registry.remove(type, namespace, name, { propagation: 'Foreground' })
    }
    const isWaiting = dependentsOf(uid).some(({ object }) =>
      object.metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion),
    )
    if (!isWaiting) withoutFinalizer(known, FOREGROUND)
  }

  function onChange(key: string, { type: change, object }: Change): void {
    const type = types.find((each) => keyOf(each) === key)
    if (type === undefined) return
    const { uid } = object.metadata
    if (change !== 'DELETED') {
      track(type, object)
      const current = () => byUid.get(uid)
      // After the caller that made the change has finished.
      queueMicrotask(() => {
        const known = current()
        if (known === undefined) return
        removeIfUnowned(known)
        const left = current()
        if (left !== undefined) finishDeletion(left)
      })
      return
    }
    byUid.delete(uid)
    const owned = dependentsOf(uid)
    dependents.delete(uid)
    queueMicrotask(() => {
      for (const each of owned) if (byUid.has(each.object.metadata.uid)) removeIfUnowned(each)
      for (const owner of object.metadata.ownerReferences ?? []) {
        const known = byUid.get(owner.uid)
        if (known !== undefined) finishDeletion(known)
      }
    })
  }

  for (const type of types) for (const object of store.list(type)) track(type, object)
  for (const known of [...byUid.values()]) removeIfUnowned(known)
  for (const known of [...byUid.values()]) finishDeletion(known)
  return store.subscribeAll(onChange)
}
