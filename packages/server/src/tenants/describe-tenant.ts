import type { TenantDetails, TenantEntry, TenantPool } from '@cooperage/contract'
import type { Service, Tenant } from '@cooperage/kube-client'
import { isSimulated } from '../shared/operator/simulated.ts'
import type { Config } from './config-env.ts'
import { quantity } from './quantity.ts'

export function tenantEntry(tenant: Tenant): TenantEntry {
  const { metadata, spec, status = {} } = tenant
  const pools = spec.pools ?? []
  const sum = (of: (pool: (typeof pools)[number]) => number) => pools.reduce((total, pool) => total + of(pool), 0)
  const { usage = {} } = status
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    creation_date: metadata.creationTimestamp ?? '',
    deletion_date: metadata.deletionTimestamp ?? '',
    pool_count: pools.length,
    instance_count: sum(({ servers }) => servers),
    volume_count: sum(({ servers, volumesPerServer }) => servers * volumesPerServer),
    total_size: sum((pool) => pool.servers * pool.volumesPerServer * volumeSize(pool)),
    currentState: status.currentState ?? '',
    health_status: status.healthStatus ?? '',
    simulated: isSimulated(tenant),
    capacity_raw: usage.rawCapacity ?? 0,
    capacity_raw_usage: usage.rawUsage ?? 0,
    capacity: usage.capacity ?? 0,
    capacity_usage: usage.usage ?? 0,
  }
}

/** What is read in addition to the tenant; undefined if the visitor doesn't have permission to read it. */
interface TenantSurroundings {
  config: Config | undefined
  services: readonly Service[] | undefined
}

export function tenantDetails(tenant: Tenant, { config, services }: TenantSurroundings): TenantDetails {
  const { metadata, spec, status = {} } = tenant
  const entry = tenantEntry(tenant)
  const isSet = (name: string) => (config?.get(name) ?? '') !== ''
  const minioTLS = spec.requestAutoCert !== false || (spec.externalCertSecret ?? []).length > 0
  const own = spec.console
  const isOidc = isSet('MINIO_IDENTITY_OPENID_CONFIG_URL')
  const endpointOf = (name: string, port: string) => {
    const ingress = services?.find((service) => service.metadata.name === name)?.status?.loadBalancer?.ingress?.[0]
    const host = ingress?.hostname || ingress?.ip
    return host ? `${minioTLS ? 'https' : 'http'}://${host}${port}` : ''
  }
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    creation_date: entry.creation_date,
    deletion_date: entry.deletion_date,
    image: spec.image ?? '',
    console_image: own?.image ?? '',
    pools: (spec.pools ?? []).map((pool, index) => describePool(pool, index, status.pools?.[index]?.state)),
    total_size: entry.total_size,
    currentState: entry.currentState,
    simulated: entry.simulated,
    endpoints: {
      minio: endpointOf('minio', ''),
      console: endpointOf(`${metadata.name}-console`, minioTLS ? ':9443' : ':9090'),
    },
    exposed: { minio: spec.exposeServices?.minio === true, console: spec.exposeServices?.console === true },
    status: {
      health_status: status.healthStatus ?? '',
      health_message: status.healthMessage ?? '',
      write_quorum: status.writeQuorum ?? 0,
      drives_online: status.drivesOnline ?? 0,
      drives_offline: status.drivesOffline ?? 0,
      drives_healing: status.drivesHealing ?? 0,
      usage: {
        raw: status.usage?.rawCapacity ?? 0,
        raw_usage: status.usage?.rawUsage ?? 0,
        capacity: status.usage?.capacity ?? 0,
        capacity_usage: status.usage?.usage ?? 0,
      },
    },
    enable_prometheus: isAnnotated(tenant),
    logEnabled: spec.log !== undefined,
    monitoringEnabled: spec.prometheus !== undefined,
    encryptionEnabled: spec.kes !== undefined || isSet('MINIO_KMS_SECRET_KEY'),
    minioTLS,
    consoleTLS: own === undefined ? minioTLS : spec.requestAutoCert !== false || own.externalCertSecret !== undefined,
    consoleEnabled: own !== undefined || config?.get('MINIO_BROWSER') !== 'off',
    idpAdEnabled: isSet('MINIO_IDENTITY_LDAP_SERVER_ADDR'),
    idpOicEnabled: isOidc,
    idpOidcEnabled: isOidc,
    unread: [...(config === undefined ? ['secrets'] : []), ...(services === undefined ? ['services'] : [])],
  }
}

/** With these annotations, a Prometheus server in the cluster discovers the servers of a tenant. */
export const PROMETHEUS_ANNOTATIONS = {
  'prometheus.io/path': '/minio/prometheus/metrics',
  'prometheus.io/port': '9000',
  'prometheus.io/scrape': 'true',
} as const

function isAnnotated({ metadata }: Tenant): boolean {
  return Object.keys(PROMETHEUS_ANNOTATIONS).every((name) => metadata.annotations?.[name] !== undefined)
}

/** What to change so that a Prometheus server discovers the tenant, or no longer does. Paths and ports of its own are kept. */
export function prometheusChange(tenant: Tenant, isWanted: boolean): Record<string, string | null> {
  if (isAnnotated(tenant) === isWanted) return {}
  if (isWanted) return { ...PROMETHEUS_ANNOTATIONS, ...tenant.metadata.annotations }
  return Object.fromEntries(Object.keys(PROMETHEUS_ANNOTATIONS).map((name) => [name, null]))
}

/** Operators name pools without a name by their index. */
function describePool(pool: Tenant['spec']['pools'][number], index: number, state: string | undefined): TenantPool {
  return {
    name: pool.name || `pool-${index}`,
    servers: pool.servers,
    volumes_per_server: pool.volumesPerServer,
    volume_configuration: {
      size: volumeSize(pool),
      storage_class_name: pool.volumeClaimTemplate.spec.storageClassName ?? '',
    },
    resources: {
      requests: { memory: quantity(pool.resources?.requests?.memory) },
      limits: { memory: quantity(pool.resources?.limits?.memory) },
    },
    state: state ?? '',
  }
}

function volumeSize({ volumeClaimTemplate }: Tenant['spec']['pools'][number]): number {
  return quantity(volumeClaimTemplate?.spec?.resources?.requests?.storage)
}
