import {
  AppError,
  CLASS_QUOTA_SUFFIX,
  getMaxMemory,
  getNodeLabels,
  getOperator,
  getParity,
  getResourceQuota,
  MIN_NODES,
  parityChoices,
  reasonText,
  type Text,
} from '@cooperage/contract'
import {
  NAMESPACES,
  NODES,
  type Node,
  RESOURCE_QUOTAS,
  type ResourceQuota,
  STORAGE_CLASSES,
} from '@cooperage/kube-client'
import { compareText } from '@cooperage/wire'
import { replacing, unless } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { quantity } from './quantity.ts'

const CONTROL_PLANE = new Set(['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane'])

export function clusterRoutes({ routes }: OperatorRegistry): void {
  routes.withSession(getOperator, async ({ kube }) => {
    const { tenants } = await kube.capabilities()
    return {
      installed: tenants !== undefined,
      version: tenants?.operatorVersion ?? '',
      logSearch: tenants?.log ?? false,
      prometheus: tenants?.prometheus ?? false,
      consoleImage: tenants?.console ?? false,
    }
  })

  routes.withSession(getParity, async ({ params: { nodes, drives } }) => {
    const { choices, problem } = parityChoices(nodes, drives)
    if (problem !== undefined) throw new AppError('NoParity', { reason: problem })
    return choices
  })

  routes.withSession(getMaxMemory, async ({ query, kube }) => {
    const nodes = await Array.fromAsync(kube.listAll(NODES))
    return { max_memory: maxAllocatableMemory(nodes, query.num_nodes) }
  })

  routes.withSession(getNodeLabels, async ({ kube }) => labelsOf(await Array.fromAsync(kube.listAll(NODES))))

  routes.withSession(getResourceQuota, async ({ params: { namespace, quota: name }, kube }) => {
    const quota = await unless(['NotFound'], kube.get(RESOURCE_QUOTAS, { namespace, name }))
    if (quota !== undefined) return { name, elements: quotaElements(quota) }
    await replacing('NotFound', 'NoSuchNamespace', { namespace }, kube.get(NAMESPACES, { name: namespace }))
    const classes = await Array.fromAsync(kube.listAll(STORAGE_CLASSES))
    return {
      name: '',
      elements: classes.map(({ metadata }) => ({
        name: `${metadata.name}${CLASS_QUOTA_SUFFIX}`,
        hard: Number.MAX_SAFE_INTEGER,
        used: 0,
      })),
    }
  })
}

/**
 * The memory that each of `count` nodes can provide: of the nodes that pods may run on, the one with the least among the
 * `count` largest. @throws AppError NotEnoughNodes
 */
export function maxAllocatableMemory(nodes: readonly Node[], count: number): number {
  if (count < MIN_NODES) throw notEnough(reasonText('fourNodes'))
  const taintsOf = ({ spec }: Node) => spec?.taints ?? []
  const workers = nodes.filter((node) => !taintsOf(node).some(({ key }) => CONTROL_PLANE.has(key)))
  if (workers.length < count) throw notEnough(reasonText('notEnoughNodes'))
  const schedulable = nodes.filter(
    (node) => !taintsOf(node).some(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute'),
  )
  if (schedulable.length < count) {
    throw notEnough(reasonText('notEnoughSchedulable'))
  }
  const memory = schedulable.map(({ status }) => quantity(status?.allocatable?.memory)).sort((a, b) => b - a)
  return memory[count - 1] ?? 0
}

export function labelsOf(nodes: readonly Node[]): Record<string, string[]> {
  const labels = new Map<string, Set<string>>()
  for (const { metadata } of nodes) {
    for (const [key, value] of Object.entries(metadata.labels ?? {})) {
      labels.set(key, (labels.get(key) ?? new Set()).add(value))
    }
  }
  return Object.fromEntries([...labels].sort().map(([key, values]) => [key, [...values].sort()]))
}

/** Quotas limit more than storage classes; only those are sizes of tenants. */
export function quotaElements({ status }: ResourceQuota): { name: string; hard: number; used: number }[] {
  return Object.entries(status?.hard ?? {})
    .filter(([name]) => name.endsWith(CLASS_QUOTA_SUFFIX))
    .map(([name, hard]) => ({ name, hard: quantity(hard), used: quantity(status?.used?.[name]) }))
    .sort((a, b) => compareText(a.name, b.name))
}

function notEnough(reason: Text): AppError {
  return new AppError('NotEnoughNodes', { reason })
}
