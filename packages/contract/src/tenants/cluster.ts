import * as z from 'zod/mini'
import { route } from '../route.ts'
import { CLUSTER_ERRORS } from './tenant-params.ts'

const positive = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))

export const getMaxMemory = route('tenants.maxMemory', 'GET /api/v1/cluster/max-allocatable-memory', {
  summary: 'Returns the memory in bytes that each of the given number of nodes can still provide.',
  query: z.strictObject({ num_nodes: positive }),
  response: z.object({ max_memory: z.number() }),
  errors: [...CLUSTER_ERRORS, 'NotEnoughNodes'],
})

export const getParity = route('tenants.parity', 'GET /api/v1/get-parity/:nodes/:drives', {
  summary: 'Lists the erasure-code settings of a pool, highest parity first: `EC:4`.',
  params: z.strictObject({ nodes: positive, drives: positive }),
  response: z.array(z.string()),
  errors: ['NoParity'],
})

export const getNodeLabels = route('tenants.nodeLabels', 'GET /api/v1/nodes/labels', {
  summary: 'Returns the labels of all nodes of the cluster with their values.',
  response: z.record(z.string(), z.array(z.string())),
  errors: CLUSTER_ERRORS,
})

/** What the tenants of this cluster can have: operators differ, and silently drop what they don't support. */
export const getOperator = route('tenants.operator', 'GET /api/v1/operator', {
  summary: 'Returns which optional parts the operator of this cluster supports.',
  response: z.object({
    installed: z.boolean(),
    /** As its resource definition says; '' if unknown. */
    version: z.string(),
    logSearch: z.boolean(),
    prometheus: z.boolean(),
    consoleImage: z.boolean(),
  }),
  errors: CLUSTER_ERRORS,
})
