import * as z from 'zod/mini'
import { route } from '../route.ts'
import { CLUSTER_ERRORS, CLUSTER_WRITE_ERRORS, podParams, tenantParams } from './tenant-params.ts'

export const pod = z.object({
  name: z.string(),
  /** The phase, or `Terminating`. */
  status: z.string(),
  /** Seconds since the epoch. */
  timeCreated: z.number(),
  podIP: z.string(),
  restarts: z.number(),
  node: z.string(),
  /** The container whose log is shown by default is first. */
  containers: z.array(z.string()),
  simulated: z.boolean(),
})
export type Pod = z.infer<typeof pod>

export const listPods = route('tenants.pods', 'GET /api/v1/namespaces/:namespace/tenants/:tenant/pods', {
  summary: 'Lists the pods of a tenant.',
  params: tenantParams,
  response: z.array(pod),
  errors: CLUSTER_ERRORS,
})

export const deletePod = route('tenants.deletePod', 'DELETE /api/v1/namespaces/:namespace/tenants/:tenant/pods/:pod', {
  summary: 'Deletes a pod of a tenant; the cluster starts it again.',
  params: podParams,
  errors: [...CLUSTER_WRITE_ERRORS, 'NoSuchPod'],
})

/** Number of lines that are read from the end of a log. */
export const LOG_LINES = 2_000

export const getPodLog = route('tenants.podLog', 'GET /api/v1/namespaces/:namespace/tenants/:tenant/pods/:pod', {
  summary: `Returns the last ${LOG_LINES} lines of the log of a pod.`,
  params: podParams,
  query: z.strictObject({
    /** Default: the container of the storage server. */
    container: z._default(z.string().check(z.maxLength(63)), ''),
    /** Of the container before its last restart. */
    previous: z._default(z.stringbool(), false),
  }),
  response: z.string(),
  errors: [...CLUSTER_ERRORS, 'NoSuchPod', 'NoPodLog'],
})

export const podEvent = z.object({
  namespace: z.string(),
  /** Seconds since the epoch; 0 if unknown. */
  last_seen: z.number(),
  message: z.string(),
  event_type: z.string(),
  reason: z.string(),
})
export type PodEvent = z.infer<typeof podEvent>

export const listPodEvents = route(
  'tenants.podEvents',
  'GET /api/v1/namespaces/:namespace/tenants/:tenant/pods/:pod/events',
  {
    summary: 'Lists the events of a pod, oldest first. Kubernetes keeps them for an hour.',
    params: podParams,
    response: z.array(podEvent),
    errors: [...CLUSTER_ERRORS, 'NoSuchPod'],
  },
)
