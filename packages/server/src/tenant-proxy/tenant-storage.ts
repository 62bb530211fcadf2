import { createHash } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { AppError, detailText, type Text } from '@cooperage/contract'
import {
  type KubeClient,
  SECRETS,
  SERVICES,
  type SecretReference,
  type Service,
  type Tenant,
} from '@cooperage/kube-client'
import { unless } from '../shared/operator/cluster-errors.ts'
import type { OperatorSettings } from '../shared/settings.ts'
import { decoded, readConfigEnv, readTenant, type TenantName } from '../tenants/index.ts'

/** The storage of a tenant and how to sign in to it, read from the cluster with the visitor's permissions. */
export interface TenantStorage {
  /** Distinguishes the tenant from a later one with the same name. */
  uid: string
  url: URL
  /** Where browsers reach it, for links, if its service has an external address. */
  publicUrl: URL | undefined
  /** Certificates that its own is verified against; undefined over plain HTTP. */
  ca: string[] | undefined
  root: { accessKey: string; secretKey: string }
  /** Changes with the tenant, its address and its certificates. */
  identity: string
  /** Changes with the root keys and the address: temporary keys of one storage are unknown to another. */
  keysIdentity: string
  /** Name of the folder with what its console keeps. Servers at another address have other metrics. */
  folder: string
}

type Settings = Pick<OperatorSettings, 'tenantUrl' | 'kubernetesCa'>

/**
 * Reads the cluster with the visitor's own permissions. Only the two names come from the request.
 * @throws KubeError, AppError NoSuchTenant, OperatorNotInstalled, TenantUnreachable, TenantKeysMissing
 */
export async function readTenantStorage(
  kube: KubeClient,
  place: TenantName,
  settings: Settings,
): Promise<TenantStorage> {
  const tenant = await readTenant(kube, place)
  const root = await readRootKeys(kube, tenant, place)
  const url = await urlOf(tenant, place, settings)
  const [ca, service] = await Promise.all([
    url.protocol === 'https:' ? readAuthorities(kube, tenant, place, settings) : undefined,
    // Without permission to see it, nothing is known about where it leads.
    unless(['NotFound'], kube.get(SERVICES, { namespace: place.namespace, name: 'minio' })),
  ])
  // Anyone who may create services in the namespace could redirect our requests anywhere.
  if (service?.spec?.type === 'ExternalName') throw unreachable(place, detailText('tenantExternalName'))
  const publicUrl = publicUrlOf(service, url.protocol)
  const { uid = '' } = tenant.metadata
  const identity = hashOf([uid, url.origin, publicUrl?.origin, ca])
  const keysIdentity = hashOf([uid, url.origin, root])
  return { uid, url, publicUrl, ca, root, identity, keysIdentity, folder: hashOf([uid, url.origin]) }
}

async function urlOf(tenant: Tenant, place: TenantName, settings: Settings): Promise<URL> {
  const { namespace, tenant: name } = place
  if (settings.tenantUrl !== undefined) {
    const url = await settings.tenantUrl(namespace, name)
    if (url === undefined) throw unreachable(place, detailText('tenantNotRunning'))
    return url
  }
  const { requestAutoCert, externalCertSecret = [] } = tenant.spec
  const protocol = requestAutoCert !== false || externalCertSecret.length > 0 ? 'https' : 'http'
  return new URL(`${protocol}://minio.${namespace}.svc.cluster.local`)
}

export function unreachable({ namespace, tenant }: TenantName, reason: string | Text, cause?: unknown): AppError {
  return new AppError('TenantUnreachable', { namespace, tenant, reason }, { cause })
}

/** Later sources win, as for the servers of the tenant. @throws KubeError without permission to read secrets */
async function readRootKeys(kube: KubeClient, { spec }: Tenant, place: TenantName): Promise<TenantStorage['root']> {
  const [credentials, configuration] = await Promise.all(
    [spec.credsSecret?.name, spec.configuration?.name].map((name) => secretData(kube, place, name)),
  )
  const config = readConfigEnv(decoded(configuration?.['config.env']))
  const ofEnv = (name: string) => spec.env?.find((one) => one.name === name)?.value
  const settingOf = (variable: string, key: string) =>
    config.get(variable) ?? (decoded(credentials?.[key]) || ofEnv(variable) || '')
  const accessKey = settingOf('MINIO_ROOT_USER', 'accesskey')
  const secretKey = settingOf('MINIO_ROOT_PASSWORD', 'secretkey')
  if (accessKey === '' || secretKey === '') throw new AppError('TenantKeysMissing', { ...place })
  return { accessKey, secretKey }
}

/**
 * The authority of the cluster, those added to the tenant, and the certificates that the tenant presents: they may be
 * self-signed, or issued by an authority that only the operator trusts.
 */
async function readAuthorities(
  kube: KubeClient,
  { metadata, spec }: Tenant,
  place: TenantName,
  { kubernetesCa }: Settings,
): Promise<string[]> {
  const references: SecretReference[] = [
    ...(spec.externalCertSecret ?? []),
    ...(spec.externalCaCertSecret ?? []),
    { name: `${metadata.name}-tls` },
  ]
  const found = await Promise.all(references.map(({ name }) => secretData(kube, place, name)))
  const own = found.flatMap((data) => ['tls.crt', 'public.crt', 'ca.crt'].map((key) => decoded(data?.[key])))
  return [...getCACertificates('default'), kubernetesCa ?? '', ...own].filter((pem) => pem !== '')
}

/** An exposed tenant has a load balancer, whose address is in the status of its service. */
function publicUrlOf(service: Service | undefined, protocol: string): URL | undefined {
  const { hostname, ip } = service?.status?.loadBalancer?.ingress?.[0] ?? {}
  const url = `${protocol}//${hostname || ip}`
  return (hostname || ip) && URL.canParse(url) ? new URL(url) : undefined
}

/** Undefined if there is no such secret. */
async function secretData(kube: KubeClient, { namespace }: TenantName, name = '') {
  return name === '' ? undefined : (await unless(['NotFound'], kube.get(SECRETS, { namespace, name })))?.data
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
