import { getTenantSecurity, setTenantSecurity, type TenantCertificate } from '@cooperage/contract'
import { type KubeClient, SECRETS, type Secret, TENANTS, type Tenant } from '@cooperage/kube-client'
import { randomText } from '@cooperage/wire'
import { unless } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { ownerOf, TENANT_LABEL } from './build-tenant.ts'
import { describeCertificate, readCertificate, readPair, refuseConsoleChanges } from './certificates.ts'
import { readTenant, retryConflicts, versionOf } from './read-tenant.ts'

type Reference = NonNullable<Tenant['spec']['externalCertSecret']>[number]
const LOWER_CASE = 'abcdefghijklmnopqrstuvwxyz'

export function securityRoutes({ routes, log }: OperatorRegistry): void {
  routes.withSession(getTenantSecurity, async ({ params, kube }) => {
    const { spec } = await readTenant(kube, params)
    const own = spec.console
    const read = (references: readonly Reference[] = []) => readAll(kube, params.namespace, references)
    const [minio, minioCAs, console, consoleCAs] = await Promise.all([
      read(spec.externalCertSecret),
      read(spec.externalCaCertSecret),
      read(own?.externalCertSecret && [own.externalCertSecret]),
      read(own?.externalCaCertSecret),
    ])
    return { autoCert: spec.requestAutoCert !== false, customCertificates: { minio, minioCAs, console, consoleCAs } }
  })

  /** Creates new secrets, updates the tenant, then deletes unused secrets: a failure never leaves it without a certificate. */
  routes.withSession(setTenantSecurity, async ({ params: place, body, kube }) => {
    const { namespace, tenant: name } = place
    const tenant = await readTenant(kube, place)
    const { spec } = tenant
    const wanted = body.customCertificates
    const dropped = new Set(wanted?.secretsToBeDeleted ?? [])
    if (spec.console && wanted) refuseConsoleChanges(spec.console, wanted)
    // Servers without a separate console present the certificates of the console themselves.
    const pairs = [...(wanted?.minio ?? []), ...(wanted?.console ?? [])].map(readPair)
    const authorities = [...(wanted?.minioCAs ?? []), ...(wanted?.consoleCAs ?? [])]
    for (const authority of authorities) readCertificate(authority)
    const prefix = `${name}-${randomText(5, LOWER_CASE)}`
    const metadataOf = (secret: string) => ({
      name: secret,
      namespace,
      labels: { [TENANT_LABEL]: name },
      ownerReferences: [ownerOf(tenant)],
    })
    const planned = [
      ...pairs.map((data, index) => ({
        list: 'externalCertSecret' as const,
        secret: {
          metadata: metadataOf(`${prefix}-external-certificates-${index}`),
          type: 'kubernetes.io/tls',
          immutable: true,
          data,
        },
      })),
      ...authorities.map((certificate, index) => ({
        list: 'externalCaCertSecret' as const,
        secret: {
          metadata: metadataOf(`${prefix}-ca-certificate-${index}`),
          type: 'Opaque',
          immutable: true,
          data: { 'public.crt': certificate },
        },
      })),
    ]
    const made: Secret[] = []
    const listed = (current: Tenant, list: 'externalCertSecret' | 'externalCaCertSecret') => [
      ...(current.spec[list] ?? []).filter((reference) => !dropped.has(reference.name)),
      ...planned
        .filter((one) => one.list === list)
        .map(({ secret }) => ({ name: secret.metadata.name, type: secret.type })),
    ]
    try {
      for (const { secret } of planned) made.push(await kube.create(SECRETS, secret))
      await retryConflicts(async () => {
        const current = await readTenant(kube, place)
        // Of the tenant that owns the secrets, not of a later one with its name.
        const { uid } = tenant.metadata
        await kube.patch(
          TENANTS,
          { namespace, name },
          {
            metadata: { ...versionOf(current), uid },
            spec: {
              requestAutoCert: body.autoCert,
              externalCertSecret: listed(current, 'externalCertSecret'),
              externalCaCertSecret: listed(current, 'externalCaCertSecret'),
            },
          },
        )
      })
    } catch (error) {
      await removeSecrets(made.map(({ metadata }) => metadata.name))
      throw error
    }
    const used = [...(spec.externalCertSecret ?? []), ...(spec.externalCaCertSecret ?? [])]
    await removeSecrets(used.map((reference) => reference.name).filter((secret) => dropped.has(secret)))

    async function removeSecrets(secrets: readonly string[]): Promise<void> {
      const cleaner = kube.withSignal(AbortSignal.timeout(9_000))
      for (const secret of secrets) {
        await unless(['NotFound'], cleaner.remove(SECRETS, { namespace, name: secret })).catch((error: unknown) => {
          log.warn({ err: error, namespace, secret }, 'could not delete a secret that no tenant uses')
        })
      }
    }
  })
}

/** A secret that no longer exists is listed by name, so that the reference can be removed. */
async function readAll(
  kube: KubeClient,
  namespace: string,
  references: readonly Reference[],
): Promise<TenantCertificate[]> {
  return await Promise.all(
    references.map(async ({ name, type }) => {
      const secret = await unless(['NotFound'], kube.get(SECRETS, { namespace, name }))
      return describeCertificate(secret ?? { metadata: { name } }, type)
    }),
  )
}
