import { AppError } from '@cooperage/contract'
import {
  type KubeClient,
  type KubeObject,
  SECRETS,
  TENANTS,
  type Tenant,
  type TenantCapabilities,
} from '@cooperage/kube-client'
import { isKubeError, replacing, unless } from '../shared/operator/cluster-errors.ts'
import { type Config, readConfigEnv } from './config-env.ts'

export interface TenantName {
  namespace: string
  tenant: string
}

/** What the tenants of the cluster can have. @throws AppError OperatorNotInstalled */
export async function tenantCapabilities(kube: KubeClient): Promise<TenantCapabilities> {
  const { tenants } = await kube.capabilities()
  if (tenants === undefined) throw new AppError('OperatorNotInstalled')
  return tenants
}

/** @throws AppError NoSuchTenant, OperatorNotInstalled */
export async function readTenant(kube: KubeClient, { namespace, tenant }: TenantName): Promise<Tenant> {
  try {
    return await kube.get(TENANTS, { namespace, name: tenant })
  } catch (error) {
    if (!isKubeError(error, 'NotFound')) throw error
    await tenantCapabilities(kube)
    throw new AppError('NoSuchTenant', { tenant, namespace }, { cause: error })
  }
}

const ATTEMPTS = 5

/**
 * Reads an object, changes and writes it, and does so again if it was changed in the meantime: the operator writes a tenant's
 * status at any time.
 */
export async function retryConflicts<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (attempt === ATTEMPTS || !isKubeError(error, 'Conflict')) throw error
    }
  }
}

/** Reports OperatorNotInstalled if the resource itself doesn't exist. */
export async function withOperator<T>(work: Promise<T>): Promise<T> {
  return await replacing('NotFound', 'OperatorNotInstalled', {}, work)
}

/** The settings that the servers of a tenant run with; undefined if the visitor may not read secrets. */
export async function readConfig(kube: KubeClient, { metadata, spec }: Tenant): Promise<Config | undefined> {
  const { namespace = '' } = metadata
  const config: Config = new Map(
    (spec.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
  )
  const name = spec.configuration?.name
  if (name === undefined || name === '') return config
  try {
    const secret = await unless(['NotFound'], kube.get(SECRETS, { namespace, name }))
    for (const [key, value] of readConfigEnv(decoded(secret?.data?.['config.env']))) config.set(key, value)
    return config
  } catch (error) {
    if (isKubeError(error, 'Forbidden')) return undefined
    throw error
  }
}

export function decoded(base64 = ''): string {
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** The version that was read: a change is refused if someone else has changed the object since. */
export function versionOf({ metadata: { resourceVersion } }: KubeObject): { resourceVersion?: string } {
  return resourceVersion === undefined ? {} : { resourceVersion }
}
