import {
  AppError,
  type ConsoleKey,
  invalidTenantName,
  isImage,
  type NewEncryption,
  type NewIdp,
  type NewPool,
  type NewTenant,
  reasonText,
  type Text,
} from '@cooperage/contract'
import type { KubeObject, Secret, Tenant, TenantCapabilities, TenantPool } from '@cooperage/kube-client'
import { randomText } from '@cooperage/wire'
import { kesIdentity, readCertificate, readPair } from './certificates.ts'
import { type Config, writeConfigEnv } from './config-env.ts'
import { PROMETHEUS_ANNOTATIONS } from './describe-tenant.ts'
import { kesConfig, kesGeneration } from './kes-config.ts'

/** Marks everything that belongs to a tenant. */
export const TENANT_LABEL = 'v1.min.io/tenant'
const GI = 1024 ** 3

/** The objects of a new tenant, in the order in which they are created. */
interface TenantPlan {
  secrets: Secret[]
  tenant: Tenant
  externalIDP: boolean
  console: ConsoleKey[]
}

/** Plans the objects of a tenant for the operator of the cluster. @throws AppError InvalidTenant, InvalidParity, InvalidCertificate */
export function planTenant(wanted: NewTenant, able: TenantCapabilities): TenantPlan {
  const { name, namespace, erasureCodingParity: parity } = wanted
  if (!able.configuration) {
    throw invalid(reasonText('oldOperator'))
  }
  const nameProblem = invalidTenantName(name)
  if (nameProblem !== undefined) throw invalid(nameProblem)
  if (parity !== 0 && (parity < 2 || parity > 8)) throw new AppError('InvalidParity')
  for (const image of [wanted.image, wanted.console_image, wanted.encryption?.image ?? '']) requireImage(image)

  const secrets: Secret[] = []
  const keep = (secret: Pick<Secret, 'data' | 'stringData' | 'type' | 'immutable'> & { name: string }) => {
    const { name: secretName, ...content } = secret
    secrets.push({ metadata: { name: secretName, namespace, labels: { [TENANT_LABEL]: name } }, ...content })
    return { name: secretName }
  }

  const config: Config = new Map([
    ['MINIO_BROWSER', wanted.enable_console ? 'on' : 'off'],
    ['MINIO_ROOT_USER', wanted.access_key || randomText(16)],
    ['MINIO_ROOT_PASSWORD', wanted.secret_key || randomText(32)],
    ...(parity > 0 ? [['MINIO_STORAGE_CLASS_STANDARD', `EC:${parity}`] as const] : []),
  ])
  const idp = planIdp(wanted.idp)
  for (const [key, value] of idp.config) config.set(key, value)
  const users = idp.keys.map((data, index) =>
    keep({ name: `${name}-user-${index}`, immutable: true, stringData: data }),
  )
  const { tls } = wanted
  const pairs = [...(tls?.minio ?? []), ...(tls?.console ? [tls.console] : [])]
  const externalCertSecret = pairs.map((pair, index) => ({
    ...keep({
      name: `${name}-secret-instance-external-certificates-${index}`,
      type: 'kubernetes.io/tls',
      immutable: true,
      data: readPair(pair),
    }),
    type: 'kubernetes.io/tls',
  }))
  const authorities = [...(tls?.ca_certificates ?? []), ...(tls?.console_ca_certificates ?? [])]
  const externalCaCertSecret = authorities.map((certificate, index) => {
    readCertificate(certificate)
    return {
      ...keep({ name: `${name}-ca-certificate-${index}`, type: 'Opaque', data: { 'public.crt': certificate } }),
      type: 'Opaque',
    }
  })
  const hasTls = wanted.enable_tls || externalCertSecret.length > 0
  if (wanted.encryption !== undefined && !hasTls) throw invalid(reasonText('encryptionNeedsTls'))
  const kes = wanted.encryption && planKes(wanted, wanted.encryption, able, keep)
  const { image_registry: registry } = wanted
  const pull = wanted.image_pull_secret
    ? { name: wanted.image_pull_secret }
    : registry && keep(registrySecret(name, registry))
  if (able.credsSecret) keep({ name: `${name}-secret`, immutable: true, stringData: { accesskey: '', secretkey: '' } })
  const configuration = keep({
    name: `${name}-env-configuration`,
    type: 'Opaque',
    stringData: { 'config.env': writeConfigEnv(config) },
  })

  const tenant: Tenant = {
    metadata: {
      name,
      namespace,
      ...(wanted.enable_prometheus && { annotations: { ...PROMETHEUS_ANNOTATIONS } }),
    },
    spec: {
      pools: namedPools(wanted.pools),
      ...(wanted.image !== '' && { image: wanted.image }),
      ...(pull && { imagePullSecret: pull }),
      configuration,
      requestAutoCert: wanted.enable_tls,
      ...(externalCertSecret.length > 0 && { externalCertSecret }),
      ...(externalCaCertSecret.length > 0 && { externalCaCertSecret }),
      ...kes,
      ...(users.length > 0 && { users }),
      exposeServices: { minio: wanted.expose_minio, console: wanted.expose_console },
      mountPath: '/export',
      ...(able.credsSecret && { credsSecret: { name: `${name}-secret` } }),
      ...(able.log && { log: logSearch(wanted) }),
      ...(able.prometheus && { prometheus: prometheus(wanted) }),
    },
  }
  return { secrets, tenant, externalIDP: idp.isExternal, console: idp.console }
}

/** Names pools that have none: `pool-0`, skipping names that are taken. @throws AppError InvalidTenant */
export function namedPools(pools: readonly NewPool[], existing: readonly TenantPool[] = []): TenantPool[] {
  const taken = new Set(existing.map(({ name }) => name ?? ''))
  return pools.map((pool) => {
    let number = existing.length
    let name = pool.name
    while (name === '' || (pool.name === '' && taken.has(name))) name = `pool-${number++}`
    if (taken.has(name)) throw invalid(reasonText('poolExists', { name }))
    taken.add(name)
    return toPool(pool, name)
  })
}

function toPool(pool: NewPool, name: string): TenantPool {
  const { size, storage_class_name: storageClassName, labels } = pool.volume_configuration
  const { requests, limits } = pool.resources ?? {}
  const amounts = (given: { memory?: number | undefined; cpu?: number | undefined } | undefined) =>
    Object.fromEntries(Object.entries(given ?? {}).filter(([, amount]) => amount !== undefined && amount > 0))
  return {
    name,
    servers: pool.servers,
    volumesPerServer: pool.volumes_per_server,
    volumeClaimTemplate: {
      metadata: { name: 'data', ...(labels && { labels }) },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: String(size) } },
        ...(storageClassName !== '' && { storageClassName }),
      },
    },
    ...((requests || limits) && { resources: textAmounts({ requests: amounts(requests), limits: amounts(limits) }) }),
    ...(pool.affinity && { affinity: pool.affinity }),
  }
}

/** Quantities as text: the API server takes numbers too, but stores text. */
function textAmounts(resources: Record<string, Record<string, unknown>>): TenantPool['resources'] & object {
  return Object.fromEntries(
    Object.entries(resources)
      .filter(([, amounts]) => Object.keys(amounts).length > 0)
      .map(([kind, amounts]) => [
        kind,
        Object.fromEntries(Object.entries(amounts).map(([unit, amount]) => [unit, String(amount)])),
      ]),
  )
}

interface IdpPlan {
  config: Config
  /** Contents of the secrets of the tenant's users. */
  keys: Record<string, string>[]
  console: ConsoleKey[]
  isExternal: boolean
}

function planIdp(idp: NewIdp | undefined): IdpPlan {
  const config: Config = new Map()
  const set = (name: string, value: string) => {
    if (value !== '') config.set(name, value)
  }
  const directory = idp?.active_directory
  if (directory !== undefined) {
    const ldap = (name: string, value: string) => set(`MINIO_IDENTITY_LDAP_${name}`, value)
    ldap('SERVER_ADDR', directory.url)
    if (directory.skip_tls_verification) ldap('TLS_SKIP_VERIFY', 'on')
    if (directory.server_insecure) ldap('SERVER_INSECURE', 'on')
    if (directory.server_start_tls) ldap('SERVER_STARTTLS', 'on')
    ldap('LOOKUP_BIND_DN', directory.lookup_bind_dn)
    ldap('LOOKUP_BIND_PASSWORD', directory.lookup_bind_password)
    ldap('USER_DN_SEARCH_BASE_DN', directory.user_dn_search_base_dn)
    const { user_dn_search_filter, user_search_filter, username_search_filter } = directory
    ldap('USER_DN_SEARCH_FILTER', user_dn_search_filter || user_search_filter || username_search_filter)
    ldap('GROUP_SEARCH_BASE_DN', directory.group_search_base_dn)
    ldap('GROUP_SEARCH_FILTER', directory.group_search_filter)
    const keys = (directory.user_dns ?? []).map((dn) => ({ CONSOLE_ACCESS_KEY: dn }))
    return { config, keys, console: [], isExternal: true }
  }
  const oidc = idp?.oidc
  if (oidc !== undefined) {
    const openid = (name: string, value: string) => set(`MINIO_IDENTITY_OPENID_${name}`, value)
    openid('CONFIG_URL', discoveryUrl(oidc.configuration_url || oidc.url))
    openid('CLIENT_ID', oidc.client_id)
    openid('CLIENT_SECRET', oidc.secret_id)
    openid('CLAIM_NAME', oidc.claim_name || 'policy')
    openid('REDIRECT_URI', oidc.callback_url)
    openid('SCOPES', oidc.scopes || 'openid,profile,email')
    return { config, keys: [], console: [], isExternal: true }
  }
  const given = idp?.keys?.length ? idp.keys : [{ access_key: randomText(16), secret_key: randomText(32) }]
  return {
    config,
    keys: given.map((key) => ({ CONSOLE_ACCESS_KEY: key.access_key, CONSOLE_SECRET_KEY: key.secret_key })),
    console: given,
    isExternal: false,
  }
}

const DISCOVERY = '/.well-known/openid-configuration'

function discoveryUrl(url: string): string {
  return url.endsWith(DISCOVERY) ? url : `${url.replace(/\/$/, '')}${DISCOVERY}`
}

type Keep = (secret: Pick<Secret, 'data' | 'stringData' | 'type' | 'immutable'> & { name: string }) => { name: string }

function planKes(
  { name }: NewTenant,
  encryption: NewEncryption,
  { generation }: TenantCapabilities,
  keep: Keep,
): Partial<Tenant['spec']> {
  const providers = [encryption.vault, encryption.aws, encryption.gemalto, encryption.gcp]
  if (providers.filter((provider) => provider !== undefined).length !== 1) {
    throw invalid(reasonText('oneKeyService'))
  }
  const type = 'kubernetes.io/tls'
  const { client, server, image, vault, gemalto } = encryption
  const externalClientCertSecret = client && {
    ...keep({ name: `${name}-secret-tenant-external-client-cert-0`, type, immutable: true, data: readPair(client) }),
    type,
  }
  const externalCertSecret = server && {
    ...keep({ name: `${name}-secret-kes-external-cert-0`, type, immutable: true, data: readPair(server) }),
    type,
  }
  const files = {
    ...(vault?.tls?.crt && { 'client.crt': vault.tls.crt }),
    ...(vault?.tls?.key && { 'client.key': vault.tls.key }),
    ...((vault?.tls?.ca ?? gemalto?.keysecure.tls?.ca) && {
      'ca.crt': vault?.tls?.ca ?? gemalto?.keysecure.tls?.ca ?? '',
    }),
  }
  const clientCertSecret =
    Object.keys(files).length > 0
      ? keep({ name: `${name}-secret-kes-client-cert`, immutable: true, data: files })
      : undefined
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the operator replaces it with the identity of its own certificate
  const identity = client ? kesIdentity(client.crt) : '${MINIO_KES_IDENTITY}'
  const kesSecret = keep({
    name: `${name}-secret-kes-configuration`,
    immutable: true,
    stringData: {
      'server-config.yaml': kesConfig(encryption, { generation: kesGeneration(image, generation), identity }),
    },
  })
  return {
    ...(externalClientCertSecret && { externalClientCertSecret }),
    kes: {
      ...(image !== '' && { image }),
      replicas: 1,
      kesSecret,
      ...(clientCertSecret && { clientCertSecret }),
      ...(externalCertSecret && { externalCertSecret }),
    },
  }
}

/** Credentials with which the cluster pulls the images of a tenant. */
export function registrySecret(
  tenant: string,
  { registry, username, password }: NonNullable<NewTenant['image_registry']>,
): { name: string; type: string; stringData: Record<string, string> } {
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    name: `${tenant}-regcred`,
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': JSON.stringify({ auths: { [registry]: { username, password, auth } } }) },
  }
}

/** Of operators before version 5. */
function logSearch({ name, logSearchConfiguration: wanted }: NewTenant): Record<string, unknown> {
  const size = wanted?.storageSize ?? 5
  const { storageClass = '', image = '', postgres_image = '' } = wanted ?? {}
  return {
    ...(image !== '' && { image }),
    audit: { diskCapacityGB: Math.min(10, size) },
    db: {
      ...(postgres_image !== '' && { image: postgres_image }),
      volumeClaimTemplate: {
        metadata: { name: `${name}-log` },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: String(size * GI) } },
          ...(storageClass !== '' && { storageClassName: storageClass }),
        },
      },
    },
  }
}

/** Of operators before version 5. */
function prometheus({ prometheusConfiguration: wanted }: NewTenant): Record<string, unknown> {
  const { storageClass = '', image = '', storageSize = 5 } = wanted ?? {}
  return {
    ...(image !== '' && { image }),
    diskCapacityGB: storageSize,
    ...(storageClass !== '' && { storageClassName: storageClass }),
  }
}

function requireImage(image: string): void {
  if (image !== '' && !isImage(image)) throw invalid(reasonText('imageName', { image }))
}

function invalid(reason: Text): AppError {
  return new AppError('InvalidTenant', { reason })
}

/** The owner of what was created for it: Kubernetes deletes it together with the tenant. */
export function ownerOf({ metadata }: KubeObject): {
  apiVersion: string
  kind: string
  name: string
  uid: string
  blockOwnerDeletion: boolean
} {
  const { name, uid = '' } = metadata
  return { apiVersion: 'minio.min.io/v2', kind: 'Tenant', name, uid, blockOwnerDeletion: false }
}
