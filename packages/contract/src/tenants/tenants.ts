import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import {
  CLUSTER_ERRORS,
  CLUSTER_WRITE_ERRORS,
  namespaceParams,
  TENANT_ENTRY_ERRORS,
  TENANT_ERRORS,
  tenantParams,
} from './tenant-params.ts'

const usage = {
  capacity_raw: z.number(),
  capacity_raw_usage: z.number(),
  capacity: z.number(),
  capacity_usage: z.number(),
}

/** A tenant as lists describe it (spec operator-mode 3). */
export const tenantEntry = z.object({
  name: z.string(),
  namespace: z.string(),
  /** ISO 8601 */
  creation_date: z.string(),
  /** ISO 8601; '' unless it is being deleted. */
  deletion_date: z.string(),
  pool_count: z.number(),
  instance_count: z.number(),
  volume_count: z.number(),
  /** Raw bytes of all volumes. */
  total_size: z.number(),
  currentState: z.string(),
  /** `green`, `yellow`, `red`, or '' while the operator hasn't checked it. */
  health_status: z.string(),
  /** Whether only the object exists, on a platform that simulates a cluster. */
  simulated: z.boolean(),
  ...usage,
})
export type TenantEntry = z.infer<typeof tenantEntry>

const tenantList = z.object({ tenants: z.array(tenantEntry), total: z.number() })

/** All tenants: the console reads all pages of the cluster's list. */
export const listTenants = route('tenants.list', 'GET /api/v1/tenants', {
  summary: 'Lists the tenants of all namespaces that you may list tenants in.',
  response: tenantList,
  errors: [...CLUSTER_ERRORS, 'OperatorNotInstalled'],
})

export const listTenantsIn = route('tenants.listIn', 'GET /api/v1/namespaces/:namespace/tenants', {
  summary: 'Lists the tenants of a namespace; none if the namespace doesn’t exist.',
  params: namespaceParams,
  response: tenantList,
  errors: [...CLUSTER_ERRORS, 'OperatorNotInstalled'],
})

export const tenantPool = z.object({
  name: z.string(),
  servers: z.number(),
  volumes_per_server: z.number(),
  volume_configuration: z.object({ size: z.number(), storage_class_name: z.string() }),
  /** Bytes; 0 for none. */
  resources: z.object({ requests: z.object({ memory: z.number() }), limits: z.object({ memory: z.number() }) }),
  /** `PoolNotCreated`, `PoolCreated`, `PoolInitialized`, or '' if the operator hasn't reported it. */
  state: z.string(),
})
export type TenantPool = z.infer<typeof tenantPool>

export const tenantDetails = z.object({
  name: z.string(),
  namespace: z.string(),
  creation_date: z.string(),
  deletion_date: z.string(),
  image: z.string(),
  /** '' since the console is part of the server image. */
  console_image: z.string(),
  pools: z.array(tenantPool),
  total_size: z.number(),
  currentState: z.string(),
  simulated: z.boolean(),
  /** Addresses outside of the cluster; '' until the load balancer has assigned them. */
  endpoints: z.object({ minio: z.string(), console: z.string() }),
  /** Which services should be reachable from outside of the cluster. */
  exposed: z.object({ minio: z.boolean(), console: z.boolean() }),
  status: z.object({
    health_status: z.string(),
    health_message: z.string(),
    write_quorum: z.number(),
    drives_online: z.number(),
    drives_offline: z.number(),
    drives_healing: z.number(),
    usage: z.object({ raw: z.number(), raw_usage: z.number(), capacity: z.number(), capacity_usage: z.number() }),
  }),
  enable_prometheus: z.boolean(),
  logEnabled: z.boolean(),
  monitoringEnabled: z.boolean(),
  encryptionEnabled: z.boolean(),
  minioTLS: z.boolean(),
  consoleTLS: z.boolean(),
  consoleEnabled: z.boolean(),
  idpAdEnabled: z.boolean(),
  /** Both spellings of the same field: older consoles read the first. */
  idpOicEnabled: z.boolean(),
  idpOidcEnabled: z.boolean(),
  /** Resources that you don't have permission to read, so that the fields derived from them are unknown: `secrets`, `services`. */
  unread: z.array(z.string()),
})
export type TenantDetails = z.infer<typeof tenantDetails>

export const getTenant = route('tenants.get', 'GET /api/v1/namespaces/:namespace/tenants/:tenant', {
  summary: 'Returns a tenant with its pools, state, endpoints and features.',
  params: tenantParams,
  response: tenantDetails,
  errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS],
})

/** As counted by the tenant itself, otherwise as last measured by the operator; fails if neither is known. */
export const getTenantUsage = route('tenants.usage', 'GET /api/v1/namespaces/:namespace/tenants/:tenant/usage', {
  summary: 'Returns the used bytes of a tenant.',
  params: tenantParams,
  response: z.object({
    used: z.number(),
    disk_used: z.number(),
    /** Why the tenant itself wasn't queried, so that these are older figures; '' if it was. */
    problem: z.string(),
    text: failureText,
  }),
  errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS, 'NoTenantUsage'],
})

/** Below `path` are the pages, calls and live views of a storage server's console, signed in to the tenant. */
export const getTenantConsole = route('tenants.console', 'GET /api/v1/namespaces/:namespace/tenants/:tenant/console', {
  summary:
    'Signs in to a tenant with the root keys that you may read in the cluster, and returns the path of its console.',
  params: tenantParams,
  response: z.object({ path: z.string() }),
  errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS, ...TENANT_ENTRY_ERRORS],
})

const image = z.string().check(z.maxLength(512), z.regex(/^([^\s/]+(\/[^\s/:]+)+:[^\s:/]+)?$/))
const shortText = z.string().check(z.maxLength(1024))
export const imageRegistry = z.strictObject({ registry: shortText, username: shortText, password: shortText })

export const updateTenant = route('tenants.update', 'PUT /api/v1/namespaces/:namespace/tenants/:tenant', {
  summary: 'Changes the image of a tenant, the registry that it is pulled from, and its annotations for Prometheus.',
  params: tenantParams,
  body: z.strictObject({
    /** Empty: unchanged. */
    image: z._default(image, ''),
    console_image: z._default(image, ''),
    enable_prometheus: z._default(z.boolean(), false),
    image_registry: z.optional(imageRegistry),
    image_pull_secret: z.optional(shortText),
  }),
  status: 201,
  errors: [...CLUSTER_WRITE_ERRORS, ...TENANT_ERRORS, 'InvalidTenant'],
})

/** What Kubernetes keeps when a tenant is deleted: the volumes with the data, and secrets that the tenant doesn't own. */
export const getTenantRemains = route('tenants.remains', 'GET /api/v1/namespaces/:namespace/tenants/:tenant/remains', {
  summary: 'Lists the volume claims and secrets of a tenant that deleting it leaves behind.',
  params: tenantParams,
  response: z.object({ pvcs: z.array(z.string()), secrets: z.array(z.string()) }),
  errors: CLUSTER_ERRORS,
})

export const deleteTenant = route('tenants.delete', 'DELETE /api/v1/namespaces/:namespace/tenants/:tenant', {
  summary:
    'Deletes a tenant and the secrets that the console created for it, and on request its volumes with all data.',
  params: tenantParams,
  body: z.optional(z.strictObject({ delete_pvcs: z._default(z.boolean(), false) })),
  errors: [...CLUSTER_WRITE_ERRORS, ...TENANT_ERRORS],
})

/** Refused while the tenant exists, whose data it would be. */
export const deleteTenantRemains = route(
  'tenants.deleteRemains',
  'DELETE /api/v1/namespaces/:namespace/tenants/:tenant/remains',
  {
    summary: 'Deletes what a deleted tenant has left behind: its volume claims with all data, and its secrets.',
    params: tenantParams,
    errors: [...CLUSTER_WRITE_ERRORS, 'TenantExists'],
  },
)

/** Tenants are small; a longer text is a mistake or an attack. Annotations of an object may have 256 KiB together. */
export const MAX_YAML = 512 * 1024
const yaml = z.string().check(z.minLength(1), z.maxLength(MAX_YAML))

export const getTenantYaml = route('tenants.yaml', 'GET /api/v1/namespaces/:namespace/tenants/:tenant/yaml', {
  summary: 'Returns a tenant as YAML, with its resource version.',
  params: tenantParams,
  response: z.object({ yaml: z.string() }),
  errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS],
})

/**
 * Only `spec` and the labels, annotations and finalizers are saved. With `base`, changes by others in the meantime are kept;
 * without it, they are refused if the text has the resource version of what was read.
 */
export const setTenantYaml = route('tenants.setYaml', 'PUT /api/v1/namespaces/:namespace/tenants/:tenant/yaml', {
  summary: 'Saves the YAML of a tenant; fields that the operator doesn’t support are rejected.',
  params: tenantParams,
  body: z.strictObject({
    yaml,
    /** The text that `yaml` was edited from, as the console returned it. */
    base: z.optional(yaml),
  }),
  status: 201,
  errors: [...CLUSTER_WRITE_ERRORS, ...TENANT_ERRORS, ...COMPUTATION_ERRORS, 'InvalidYaml', 'YamlConflict'],
})

/** Lines that nobody or only one side has changed, or three versions of lines that both have. */
export const yamlMergePart = z.union([
  z.object({ lines: z.array(z.string()) }),
  z.object({ edited: z.array(z.string()), base: z.array(z.string()), current: z.array(z.string()) }),
])
export type YamlMergePart = z.infer<typeof yamlMergePart>

/** What to choose from after `YamlConflict`. */
export const mergeTenantYaml = route(
  'tenants.mergeYaml',
  'POST /api/v1/namespaces/:namespace/tenants/:tenant/yaml/merge',
  {
    summary: 'Merges edited YAML of a tenant with what others have changed since, and saves nothing.',
    params: tenantParams,
    body: z.strictObject({ yaml, base: yaml }),
    response: z.object({
      /** The tenant as it is now, which the merged text is based on. */
      current: z.string(),
      parts: z.array(yamlMergePart),
    }),
    audit: 'none',
    errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS, ...COMPUTATION_ERRORS, 'InvalidYaml'],
  },
)

export const yamlFinding = z.object({
  /** From 1. */
  line: z.number(),
  message: z.string(),
})
export type YamlFinding = z.infer<typeof yamlFinding>

/** Changes nothing: the cluster is only asked what it would say. */
export const checkTenantYaml = route(
  'tenants.checkYaml',
  'POST /api/v1/namespaces/:namespace/tenants/:tenant/yaml/check',
  {
    summary: 'Says at which lines the YAML of a tenant would be refused, and why.',
    params: tenantParams,
    body: z.strictObject({ yaml }),
    response: z.object({ findings: z.array(yamlFinding) }),
    audit: 'none',
    errors: [...CLUSTER_WRITE_ERRORS, ...TENANT_ERRORS, ...COMPUTATION_ERRORS],
  },
)
