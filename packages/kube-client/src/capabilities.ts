import { KubeError } from './kube-error.ts'
import { type Caller, sendForJson } from './send.ts'

/** What the cluster has installed. */
export interface Capabilities {
  /** Undefined without the MinIO Operator's tenants. */
  tenants: TenantCapabilities | undefined
  drives: { kind: 'directpv' } | { kind: 'direct-csi'; version: string } | { kind: 'none' }
}

/**
 * What a tenant of this operator can have. The API server silently drops every other field, so nothing else must be offered.
 */
export interface TenantCapabilities {
  /** `2021` has log search, Prometheus or credentials in the tenant itself, `current` has only `configuration`. */
  generation: '2021' | 'current'
  /** From the resource definition, if it says so: a hint for people. */
  operatorVersion: string | undefined
  log: boolean
  prometheus: boolean
  credsSecret: boolean
  console: boolean
  configuration: boolean
  consoleDomain: boolean
  sftp: boolean
  poolNameRequired: boolean
  tierUsage: boolean
}

/** The parts of a JSON schema that are used here. */
interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

const TENANTS_GROUP = 'minio.min.io'
const DEFINITION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/tenants.minio.min.io'
/** Newer ones first. */
const DIRECT_CSI_VERSIONS = ['v1beta5', 'v1beta4', 'v1beta3', 'v1beta2', 'v1beta1']
/** How long the result is cached. An operator that is installed or upgraded appears after this time. */
const CACHE_MS = 60_000

/** What the cluster has installed. The result is cached for a minute. @throws KubeError */
export function capabilities(caller: Caller): Promise<Capabilities> {
  const { endpoint } = caller
  const cached = endpoint.capabilities
  if (cached !== undefined && Date.now() - cached.atMs < CACHE_MS) return cached.found
  const found = detect(caller)
  const entry = { found, atMs: Date.now() }
  endpoint.capabilities = entry
  // A failure, such as an expired token of one user, is not cached for the others.
  found.catch(() => {
    if (endpoint.capabilities === entry) endpoint.capabilities = undefined
  })
  return found
}

async function detect(caller: Caller): Promise<Capabilities> {
  const [tenants, drives] = await Promise.all([detectTenants(caller), detectDrives(caller)])
  return { tenants, drives }
}

async function detectTenants(caller: Caller): Promise<TenantCapabilities | undefined> {
  const definition = await readOptional<TenantDefinition>(caller, DEFINITION)
  if (definition !== undefined) {
    const schema = definition.spec?.versions?.find(({ name }) => name === 'v2')?.schema?.openAPIV3Schema
    return schema && describeTenants(schema, definition.metadata?.annotations?.['operator.min.io/version'])
  }
  // Few users may read definitions; everyone may read the OpenAPI document.
  const document = await readOptional<OpenApiDocument>(caller, `/openapi/v3/apis/${TENANTS_GROUP}/v2`)
  const schema = Object.values(document?.components?.schemas ?? {}).find((each) =>
    each['x-kubernetes-group-version-kind']?.some(({ group, kind }) => group === TENANTS_GROUP && kind === 'Tenant'),
  )
  return schema && describeTenants(schema, undefined)
}

interface TenantDefinition {
  metadata?: { annotations?: Record<string, string> }
  spec?: { versions?: { name: string; schema?: { openAPIV3Schema?: Schema } }[] }
}

interface OpenApiDocument {
  components?: {
    schemas?: Record<string, Schema & { 'x-kubernetes-group-version-kind'?: { group: string; kind: string }[] }>
  }
}

/** @param operatorVersion of the definition, if it says so */
function describeTenants(schema: Schema, operatorVersion: string | undefined): TenantCapabilities {
  const spec = schema.properties?.spec?.properties ?? {}
  const has = (field: string) => spec[field] !== undefined
  const features = spec.features?.properties ?? {}
  const usage = schema.properties?.status?.properties?.usage?.properties ?? {}
  return {
    generation: has('log') || has('prometheus') || has('credsSecret') || has('console') ? '2021' : 'current',
    operatorVersion,
    log: has('log'),
    prometheus: has('prometheus'),
    credsSecret: has('credsSecret'),
    console: has('console'),
    configuration: has('configuration'),
    consoleDomain: features.domains?.properties?.console !== undefined,
    sftp: features.enableSFTP !== undefined,
    poolNameRequired: spec.pools?.items?.required?.includes('name') ?? false,
    tierUsage: usage.tiers !== undefined,
  }
}

async function detectDrives(caller: Caller): Promise<Capabilities['drives']> {
  const [directPv, directCsi] = await Promise.all([
    readOptional<object>(caller, '/apis/directpv.min.io/v1beta1'),
    readOptional<{ versions?: { version: string }[] }>(caller, '/apis/direct.csi.min.io'),
  ])
  if (directPv !== undefined) return { kind: 'directpv' }
  const served = directCsi?.versions?.map(({ version }) => version) ?? []
  const version = DIRECT_CSI_VERSIONS.find((each) => served.includes(each))
  return version === undefined ? { kind: 'none' } : { kind: 'direct-csi', version }
}

/** Undefined if it doesn't exist, or the user may not read it. */
async function readOptional<T>(caller: Caller, path: string): Promise<T | undefined> {
  try {
    return await sendForJson<T>(caller, { method: 'GET', path })
  } catch (error) {
    if (error instanceof KubeError && (error.code === 'NotFound' || error.code === 'Forbidden')) return undefined
    throw error
  }
}
