import type { KubeClient, KubeError, KubeObject, Resource } from '@cooperage/kube-client'
import type { OperatorSession } from '../session/sealed-session.ts'
import type { OperatorSettings } from '../settings.ts'
import { isKubeError } from './cluster-errors.ts'

/** Where a visitor looks who may not look everywhere: the configured namespaces, and the one of their service account. */
export function namespacesOf({ account }: OperatorSession, { namespaces = [] }: OperatorSettings): readonly string[] {
  const own = /^system:serviceaccount:([^:]+):/.exec(account)?.[1]
  return [...new Set([...namespaces, ...(own === undefined ? [] : [own])])]
}

/** All objects that the visitor may list: of the cluster, or else of these namespaces. @throws KubeError */
export async function listVisible<T extends KubeObject>(
  kube: KubeClient,
  resource: Resource<T>,
  namespaces: readonly string[],
  options: { labelSelector?: string } = {},
): Promise<T[]> {
  try {
    return await Array.fromAsync(kube.listAll(resource, options))
  } catch (error) {
    if (!isKubeError(error, 'Forbidden')) throw error
    return await listIn(error)
  }

  async function listIn(refusal: KubeError): Promise<T[]> {
    const found = await Promise.allSettled(
      namespaces.map((namespace) => Array.fromAsync(kube.listAll(resource, { ...options, namespace }))),
    )
    const failure = found.find((one) => one.status === 'rejected' && !isKubeError(one.reason, 'Forbidden'))
    if (failure?.status === 'rejected') throw failure.reason
    const allowed = found.filter((one) => one.status === 'fulfilled')
    if (allowed.length === 0) throw refusal
    return allowed.flatMap(({ value }) => value)
  }
}
