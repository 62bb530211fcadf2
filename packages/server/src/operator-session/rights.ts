import type { ClusterRight } from '@cooperage/contract'
import {
  DIRECTPV_INIT_REQUESTS,
  directCsiDrives,
  type KubeClient,
  NAMESPACES,
  PERSISTENT_VOLUME_CLAIMS,
  PODS,
  type Resource,
  SECRETS,
  TENANTS,
} from '@cooperage/kube-client'
import { inParallel } from '../shared/in-parallel.ts'

const RIGHTS: Record<ClusterRight, { verb: string; resource: Resource }> = {
  tenants: { verb: 'list', resource: TENANTS },
  newTenants: { verb: 'create', resource: TENANTS },
  volumes: { verb: 'list', resource: PERSISTENT_VOLUME_CLAIMS },
}

/** What the visitor can do in the whole cluster or in one of the namespaces. It only decides which pages are shown. */
export async function readRights(kube: KubeClient, namespaces: readonly string[]): Promise<ReadonlySet<ClusterRight>> {
  const mayDo = reviewer(kube)
  const found = await Promise.all(
    (Object.keys(RIGHTS) as ClusterRight[]).map(async (right) => {
      const { verb, resource } = RIGHTS[right]
      return (await mayDo(verb, resource, namespaces)) ? [right] : []
    }),
  )
  return new Set(found.flat())
}

/** What pages ask about; the version of a resource doesn't matter for rights. */
const RESOURCES = [TENANTS, PODS, SECRETS, NAMESPACES, DIRECTPV_INIT_REQUESTS, directCsiDrives('')]
/** Of one request to the API server. */
const AT_ONCE = 8

interface Action {
  /** Verb and resource as roles spell them: `create tenants.minio.min.io`. Others are denied. */
  action: string
  /** '' for anywhere: in the whole cluster or in one of the namespaces. */
  namespace: string
}

/** Whether the visitor may do each of these. */
export async function readPermissions(
  kube: KubeClient,
  namespaces: readonly string[],
  actions: readonly Action[],
): Promise<boolean[]> {
  const mayDo = reviewer(kube)
  const can = actions.map(() => false)
  await inParallel(actions.entries(), AT_ONCE, async ([index, { action, namespace }]) => {
    const [verb = '', name = ''] = action.split(' ')
    const resource = RESOURCES.find(({ group, plural }) => name === (group === '' ? plural : `${plural}.${group}`))
    if (resource === undefined) return
    can[index] = await mayDo(verb, resource, namespace === '' ? namespaces : [namespace])
  })
  return can
}

/** Asks whether the visitor may do something in the whole cluster, and if not, in one of the namespaces; each once. */
function reviewer(kube: KubeClient) {
  const answers = new Map<string, Promise<boolean>>()
  const review = (verb: string, resource: Resource, namespace?: string) => {
    const key = JSON.stringify([verb, resource.group, resource.plural, namespace])
    const known = answers.get(key) ?? kube.reviewAccess({ verb, resource, namespace })
    answers.set(key, known)
    return known
  }
  return async (verb: string, resource: Resource, namespaces: readonly string[]): Promise<boolean> => {
    if (await review(verb, resource)) return true
    // A role that is bound in a namespace may name them, but grants nothing of the cluster.
    if (!resource.isNamespaced) return false
    const found = await Promise.all(namespaces.map((namespace) => review(verb, resource, namespace)))
    return found.includes(true)
  }
}
