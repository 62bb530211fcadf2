import type { ClusterRight } from '@cooperage/contract'
import { type KubeClient, PERSISTENT_VOLUME_CLAIMS, TENANTS } from '@cooperage/kube-client'

const RESOURCES = { tenants: TENANTS, volumes: PERSISTENT_VOLUME_CLAIMS } as const

/** What the visitor can list, in the whole cluster or in one of the namespaces. It only decides which pages are shown. */
export async function readRights(kube: KubeClient, namespaces: readonly string[]): Promise<ReadonlySet<ClusterRight>> {
  const found = await Promise.all(
    (['tenants', 'volumes'] as const).map(async (right) => ((await mayList(right)) ? [right] : [])),
  )
  return new Set(found.flat())

  async function mayList(right: ClusterRight): Promise<boolean> {
    const resource = RESOURCES[right]
    if (await kube.reviewAccess({ verb: 'list', resource })) return true
    const responses = await Promise.all(
      namespaces.map((namespace) => kube.reviewAccess({ verb: 'list', resource, namespace })),
    )
    return responses.includes(true)
  }
}
