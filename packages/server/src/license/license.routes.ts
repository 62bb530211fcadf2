import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AppError,
  activateLicense,
  getLicense,
  type License,
  placeText,
  refreshLicense,
  taskOf,
} from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import { readOptional, writeDurably } from '../shared/data-folder.ts'
import type { Registry } from '../shared/feature.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { verifyLicense } from './license-key.ts'
import { SubscriptionService } from './subscription-service.ts'

/** The console stores the license itself, so it checks the permission itself. */
const ACTION = 'admin:ConfigUpdate'

export function licenseRoutes({ routes, services }: Registry): void {
  const { accounts, now, settings } = services
  const { dataDir, licensePublicKey, subscriptionUrl } = settings
  const file = join(dataDir, 'license')
  const service = subscriptionUrl === undefined ? undefined : new SubscriptionService(subscriptionUrl)

  routes.withSession(getLicense, async () => {
    const key = await storedKey()
    return await verifyLicense(key, publicKey(), { now: now(), mayBeExpired: true })
  })

  routes.withSession(activateLicense, async ({ body, session, storage, signal }) => {
    await requirePermission(session, storage)
    if (body.license.trim() !== '') return await store(body.license.trim())
    const { email, password } = body
    if (email.trim() === '' || password === '') throw new AppError('LicenseIncomplete')
    return await store(await configured().issue({ email: email.trim(), password }, signal))
  })

  routes.withSession(refreshLicense, async ({ session, storage, signal }) => {
    await requirePermission(session, storage)
    return await store(await configured().renew(await storedKey(), signal))
  })

  async function requirePermission(session: Session, storage: StorageClient): Promise<void> {
    if (accountPermissions(await accounts.of(session, storage)).couldAllow([ACTION])) return
    throw new AppError('AccessDenied', { action: ACTION, resource: placeText('server'), task: taskOf(ACTION) })
  }

  function configured(): SubscriptionService {
    if (service === undefined) throw new AppError('SubscriptionNotConfigured')
    return service
  }

  function publicKey(): string {
    if (licensePublicKey === undefined) throw new AppError('LicenseNotVerifiable')
    return licensePublicKey
  }

  async function storedKey(): Promise<string> {
    const key = await readOptional(file)
    if (key === undefined) throw new AppError('LicenseNotFound')
    return key.trim()
  }

  async function store(key: string): Promise<License> {
    const license = await verifyLicense(key, publicKey(), { now: now() })
    await mkdir(dataDir, { recursive: true })
    await writeDurably(file, `${key}\n`)
    return license
  }
}
