import {
  AppError,
  activateLicense,
  attachLicense,
  getLicense,
  getTenantLicense,
  type License,
  reasonText,
  refreshLicense,
} from '@cooperage/contract'
import { type KubeClient, SECRETS } from '@cooperage/kube-client'
import { SubscriptionService, verifyLicense } from '../license/index.ts'
import { unless } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { readConfigEnv, writeConfigEnv } from './config-env.ts'
import { decoded, readConfig, readTenant, versionOf } from './read-tenant.ts'

/** Where consoles of operator mode have kept the license since 2021. */
const SECRET = 'subnet-license'
const KEY = 'CONSOLE_SUBNET_LICENSE'
/** Servers read it from their configuration. */
const VARIABLE = 'MINIO_SUBNET_LICENSE'
const NONE: License = { plan: '', organization: '', storage_capacity: 0, expires_at: '', email: '', account_id: 0 }

/** The license of all tenants, stored in a secret with the visitor's permissions, and attached to each tenant. */
export function licenseRoutes({ routes, services: { settings, now } }: OperatorRegistry): void {
  const { licensePublicKey, subscriptionUrl, ownNamespace: namespace } = settings
  const service = subscriptionUrl === undefined ? undefined : new SubscriptionService(subscriptionUrl)
  const place = { namespace, name: SECRET }

  routes.withSession(getLicense, async ({ kube }) => verify(await storedKey(kube), true))

  routes.withSession(activateLicense, async ({ body, kube, signal }) => {
    const typed = body.license.trim()
    if (typed !== '') return await store(kube, typed)
    const { email, password } = body
    if (email.trim() === '' || password === '') throw new AppError('LicenseIncomplete')
    return await store(kube, await configured().issue({ email: email.trim(), password }, signal))
  })

  routes.withSession(refreshLicense, async ({ kube, signal }) =>
    store(kube, await configured().renew(await storedKey(kube), signal)),
  )

  routes.withSession(getTenantLicense, async ({ params, kube }) => {
    const tenant = await readTenant(kube, params)
    const config = await readConfig(kube, tenant)
    const { namespace } = params
    if (config === undefined) await kube.requireAccess({ verb: 'get', resource: SECRETS, namespace })
    const key = config?.get(VARIABLE)
    if (key === undefined || key === '' || licensePublicKey === undefined) return { attached: false, license: NONE }
    return { attached: true, license: await verify(key, true) }
  })

  routes.withSession(attachLicense, async ({ params, kube }) => {
    const { spec } = await readTenant(kube, params)
    const key = await storedKey(kube)
    await verify(key, false)
    const { name } = spec.configuration ?? {}
    if (name === undefined) throw new AppError('ClusterObjectMissing', { reason: reasonText('tenantConfiguration') })
    const secret = { namespace: params.namespace, name }
    const known = await kube.get(SECRETS, secret)
    const config = readConfigEnv(decoded(known.data?.['config.env'])).set(VARIABLE, key)
    // Updated in place: the pods watch this secret, and lose it if it is deleted.
    await kube.patch(SECRETS, secret, {
      metadata: versionOf(known),
      stringData: { 'config.env': writeConfigEnv(config) },
    })
  })

  function configured(): SubscriptionService {
    if (service === undefined) throw new AppError('SubscriptionNotConfigured')
    return service
  }

  async function verify(key: string, mayBeExpired: boolean): Promise<License> {
    if (licensePublicKey === undefined) throw new AppError('LicenseNotVerifiable')
    return await verifyLicense(key, licensePublicKey, { now: now(), mayBeExpired })
  }

  async function storedKey(kube: KubeClient): Promise<string> {
    const secret = await unless(['NotFound'], kube.get(SECRETS, place))
    const key = decoded(secret?.data?.[KEY]).trim()
    if (key === '') throw new AppError('LicenseNotFound')
    return key
  }

  async function store(kube: KubeClient, key: string): Promise<License> {
    const license = await verify(key, false)
    const known = await unless(['NotFound'], kube.get(SECRETS, place))
    const stringData = { [KEY]: key }
    // Older consoles made it immutable: it is replaced.
    if (known?.immutable) await kube.remove(SECRETS, place, { uid: known.metadata.uid ?? '' })
    if (known === undefined || known.immutable) await kube.create(SECRETS, { metadata: place, stringData })
    else await kube.patch(SECRETS, place, { metadata: versionOf(known), stringData })
    return license
  }
}
