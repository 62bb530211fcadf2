import {
  AppError,
  createShareLink,
  errorText,
  listShareLinks,
  MAX_LINK_LIFE_MS,
  MIN_KEY_LIFE_MS,
  objectNameProblem,
  type RouteBody,
  type RouteResponse,
  reasonText,
  revokeShareLinks,
  unlinkableName,
} from '@cooperage/contract'
import { addServiceAccount, headObject, removeServiceAccount, type StorageClient } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import { validBucketName } from '../buckets/index.ts'
import { newConsoleKeys } from '../shared/console-keys.ts'
import { knownError } from '../shared/error-responses.ts'
import type { StorageVisit } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import type { Services } from '../shared/services.ts'
import { requirePermission } from '../shared/session/require-permission.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { linkPolicy } from './link-policy.ts'
import { type NewLink, type ShareLinks, type StoredLink, toShareLink } from './links.ts'
import type { OpenTransfers } from './open-transfers.ts'
import { passwordHash } from './password.ts'

/** Storage servers compare the end of a key with their own clock. */
const CLOCK_TOLERANCE_MS = 60_000
const REVOKED_AT_ONCE = 4

interface Managed {
  routes: RouteRegistry<StorageVisit>
  services: Services
  links: ShareLinks
  transfers: OpenTransfers
}

/** Creating, listing and revoking links: calls of visitors who are signed in. */
export function manageRoutes({ routes, services, links, transfers }: Managed): void {
  const { accounts, now } = services

  routes.withSession(createShareLink, async ({ body, session, storage }) => {
    const target = targetOf(body)
    const expiresAt = linkEnd(body.expiry, now())
    if (body.kind === 'download') await requireReadable(storage, target)
    const { accountName } = await accounts.of(session, storage)
    const wanted: NewLink = {
      ...target,
      owner: accountName,
      password: body.password === '' ? '' : await passwordHash(body.password),
      expiresAt,
      maxUses: body.max_uses,
      maxBytes: body.max_bytes,
      isDirect: body.direct,
      sharedBy: body.shared_by,
    }
    const keys = newConsoleKeys('LINK')
    // Stored first: keys without a record could never be revoked.
    const { link, token } = await links.add(wanted, keys)
    try {
      await createKey(storage, keys, link)
    } catch (error) {
      await links.remove(link)
      throw error
    }
    return { link: toShareLink(link, now()), address: `s/${token}` }
  })

  routes.withSession(listShareLinks, async ({ query, request, session, storage }) => {
    const isAboutAll = query.of === 'everyone'
    if (isAboutAll) await requirePermission('admin:ListServiceAccounts', { request, session, storage }, services)
    const owner = isAboutAll ? undefined : (await accounts.refresh(session, storage)).accountName
    return (await links.list(owner)).map((link) => toShareLink(link, now()))
  })

  routes.withSession(
    revokeShareLinks,
    async ({ body, request, session, storage }) => {
      const { accountName } = await accounts.refresh(session, storage)
      const known = await links.withIds([...new Set(body.ids)])
      if (known.some(({ owner }) => owner !== accountName)) {
        await requirePermission('admin:RemoveServiceAccount', { request, session, storage }, services)
      }
      if (known.length === 0) throw new AppError('NoSuchShareLink')
      await links.revoke(known)
      for (const { id } of known) transfers.end(id)
      const keysLeft: RouteResponse<typeof revokeShareLinks>['keys_left'] = []
      await inParallel(known, REVOKED_AT_ONCE, async (link) => {
        try {
          await deleteKey(storage, link)
        } catch (error) {
          const failure = knownError(error)
          if (failure === undefined) throw error
          keysLeft.push({ id: link.id, reason: failure.message, text: errorText(failure) })
          return
        }
        await links.forget(link)
      })
      return { keys_left: keysLeft }
    },
    { isLong: true },
  )

  async function createKey(storage: StorageClient, keys: Credentials, link: StoredLink): Promise<void> {
    const shortest = now() + MIN_KEY_LIFE_MS + CLOCK_TOLERANCE_MS
    const longest = now() + MAX_LINK_LIFE_MS - CLOCK_TOLERANCE_MS
    const creating = addServiceAccount(storage, {
      targetUser: undefined,
      keys,
      policy: linkPolicy(link),
      name: 'share-link',
      description: `Share link ${link.id}`,
      expiresAt: Math.min(Math.max(link.expiresAt, shortest), longest),
    })
    await withStorageErrors({ action: 'admin:CreateServiceAccount' }, creating)
  }
}

/** @throws AppError InvalidBucketName, InvalidObjectName, InvalidInput */
function targetOf(body: RouteBody<typeof createShareLink>): Pick<NewLink, 'kind' | 'bucket' | 'path' | 'versionId'> {
  const { kind, path, version_id: versionId = '' } = body
  const bucket = validBucketName(body.bucket)
  const isUpload = kind === 'upload'
  if (isUpload && (body.max_uses === 0 || body.max_bytes === 0)) {
    throw new AppError('InvalidInput', { reason: reasonText('uploadLinkNeedsLimits') })
  }
  if (isUpload && path !== '' && !path.endsWith('/')) {
    throw new AppError('InvalidInput', { reason: reasonText('uploadLinkNeedsFolder') })
  }
  const isLimited = isUpload || body.password !== '' || body.max_uses > 0
  if (body.direct && (isLimited || path.endsWith('/'))) {
    throw new AppError('InvalidInput', { reason: reasonText('directLinkTooStrict') })
  }
  const problem = (isUpload && path === '' ? undefined : objectNameProblem(path)) ?? unlinkableName(path)
  if (problem !== undefined) throw new AppError('InvalidObjectName', { reason: problem })
  return { kind, bucket, path, versionId: path.endsWith('/') ? '' : versionId }
}

/** @throws AppError InvalidExpiry */
function linkEnd(expiry: string, now: number): number {
  const time = Date.parse(expiry)
  if (time <= now) throw new AppError('InvalidExpiry', { reason: reasonText('notInFuture') })
  if (time > now + MAX_LINK_LIFE_MS) throw new AppError('InvalidExpiry', { reason: reasonText('overOneYear') })
  return time
}

/** A link to something that is missing, or that the visitor may not read, would fail only for its recipient. */
async function requireReadable(storage: StorageClient, { bucket, path: key, versionId }: ReturnType<typeof targetOf>) {
  if (key.endsWith('/')) return
  const head = headObject(storage, bucket, key, versionId === '' ? {} : { versionId })
  await withStorageErrors({ action: 's3:GetObject', bucket, key }, head)
}

/** A key that is already gone is deleted. */
async function deleteKey(storage: StorageClient, { accessKey }: StoredLink): Promise<void> {
  try {
    await withStorageErrors(
      { action: 'admin:RemoveServiceAccount', account: accessKey },
      removeServiceAccount(storage, accessKey),
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NoSuchServiceAccount') throw error
  }
}
