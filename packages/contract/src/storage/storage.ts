/** Volumes and drives of a Kubernetes cluster (spec operator-mode 2, Storage screen). */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { CLUSTER_ERRORS, CLUSTER_WRITE_ERRORS } from '../tenants/index.ts'

export const volumeClaim = z.object({
  name: z.string(),
  namespace: z.string(),
  /** The phase, or `Terminating`. */
  status: z.string(),
  tenant: z.string(),
  /** As Kubernetes writes it: `100Gi`; `0` while it isn't bound. */
  capacity: z.string(),
  storageClass: z.string(),
  /** Name of the volume; '' while it isn't bound. */
  volume: z.string(),
  /** ISO 8601 */
  age: z.string(),
  /** Whether only the object exists, on a platform that simulates a cluster. */
  simulated: z.boolean(),
})
export type VolumeClaim = z.infer<typeof volumeClaim>

export const listVolumeClaims = route('storage.volumes', 'GET /api/v1/list-pvcs', {
  summary: 'Lists the volume claims of all tenants.',
  response: z.object({ pvcs: z.array(volumeClaim) }),
  errors: CLUSTER_ERRORS,
})

export const clusterDrive = z.object({
  node: z.string(),
  /** `/dev/sdb` */
  drive: z.string(),
  /** Bytes. */
  capacity: z.number(),
  allocated: z.number(),
  volumes: z.number(),
  status: z.string(),
  /** Why it can't be used; '' if it can. */
  message: z.string(),
  simulated: z.boolean(),
})
export type ClusterDrive = z.infer<typeof clusterDrive>

export const listDrives = route('storage.drives', 'GET /api/v1/direct-csi/drives', {
  summary: 'Lists the locally attached drives of all nodes, sorted by drive.',
  response: z.object({
    /** The driver that manages them. */
    manager: z.enum(['directpv', 'direct-csi']),
    drives: z.array(clusterDrive),
  }),
  errors: [...CLUSTER_ERRORS, 'DrivesNotManaged'],
})

export const formatIssue = z.object({ node: z.string(), drive: z.string(), error: z.string() })
export type FormatIssue = z.infer<typeof formatIssue>

/** Erases everything on the drives. */
export const formatDrives = route('storage.format', 'POST /api/v1/direct-csi/drives/format', {
  summary: 'Formats drives for volumes; a drive that can’t be formatted is reported as an issue.',
  body: z.strictObject({
    /** `node:/dev/sdb` */
    drives: z
      .array(z.string().check(z.regex(/^[^:\s]+:\/dev\/[^\s]+$/), z.maxLength(512)))
      .check(z.minLength(1), z.maxLength(10_000)),
    /** Also format drives that have a file system. */
    force: z.boolean(),
  }),
  response: z.object({ formatIssuesList: z.array(formatIssue) }),
  errors: [...CLUSTER_WRITE_ERRORS, 'DrivesNotManaged'],
})
