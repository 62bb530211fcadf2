import type { Writable } from 'node:stream'
import {
  AppError,
  DIRECT_URL_SECONDS,
  type ErrorCode,
  objectNameProblem,
  openShareLink,
  reasonText,
  unlockShareLink,
  uploadToShareLink,
} from '@cooperage/contract'
import { headObject, putObject, type StorageClient, StorageError } from '@cooperage/storage-client'
import { readAtMost } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { conditionsOf, getResumable, presignDownload, sendObject, sendZip } from '../objects/index.ts'
import { noteForAudit } from '../shared/audit-trail.ts'
import { directWayOf } from '../shared/direct-origin.ts'
import { acceptsPage } from '../shared/error-page.ts'
import type { StorageVisit } from '../shared/feature.ts'
import { formBoundary, formParts } from '../shared/form-parts.ts'
import { meteredBody, stayingOpen, whileReceiving } from '../shared/incoming-body.ts'
import { keepLanguage } from '../shared/page-languages.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { watchBodyRate } from '../shared/request-limits.ts'
import type { Services } from '../shared/services.ts'
import { LoginThrottle } from '../shared/session/login-throttle.ts'
import { toAppError } from '../shared/storage-errors.ts'
import { visitorOf } from '../shared/visitor.ts'
import { ArchiveLimit } from './archive-limit.ts'
import { nameWithSuffix } from './file-name.ts'
import { isOver, isUsedUp, type ShareLinks, type StoredLink } from './links.ts'
import type { OpenTransfers } from './open-transfers.ts'
import { isPassword } from './password.ts'
import { sendDownloadPage, sendErrorPage, sendPasswordPage, sendUploadPage } from './public-pages.ts'

/** How long a password opens a link in the browser in which it was entered. */
const PASS_MS = 12 * 3600_000
const PASSWORD_FORM_BYTES = 4096
const RETRY_AFTER_SECONDS = 10

interface Public {
  routes: RouteRegistry<StorageVisit>
  services: Services
  links: ShareLinks
  transfers: OpenTransfers
}

/** The addresses of links, for anyone who has them. Calls to the storage server use the key of the link, never a visitor's. */
export function publicRoutes({ routes, services, links, transfers }: Public): void {
  const { endpoint, now, sealerFor, settings, uploads } = services
  const throttle = new LoginThrottle(now)
  const archives = new ArchiveLimit()
  const passes = sealerFor('cooperage share link pass 1', z.object({ id: z.string(), until: z.number() }))

  routes.open(
    openShareLink,
    withoutDetails(async ({ params: { token }, query, request, reply, signal }) => {
      if (query.language !== undefined) {
        noteForAudit(request, { isLeftOut: true })
        return keepLanguage(reply, query.language).redirect(`${request.basePath}s/${token}`, 303)
      }
      const link = await usable(token, request)
      const isLocked = !(await isUnlocked(request, link))
      const showsPage = link.kind === 'upload' || query.download === undefined || (isLocked && acceptsPage(request))
      // Neither uses the link.
      noteForAudit(request, { isLeftOut: showsPage || request.method === 'HEAD' })
      if (isLocked) {
        if (acceptsPage(request)) return await sendPasswordPage(reply, token)
        throw new AppError('SharePasswordMissing')
      }
      if (link.kind === 'upload') return await sendUploadPage(reply, token, link)
      if (query.download === undefined) {
        return await withLinkErrors(link, sendPageOf(request, reply, link, await clientOf(link, request, signal)))
      }
      const origin = query.download === 'console' ? '' : directOriginOf(link, request)
      if (origin !== '' && request.method === 'GET') {
        return await withLinkErrors(
          link,
          sendToStorage(request, reply, link, { origin, storage: await clientOf(link, request, signal) }),
        )
      }
      return await transfers.run(link.id, signal, async (ended) => {
        const storage = await clientOf(link, request, ended)
        const sending = link.path.endsWith('/')
          ? archives.run(link.id, request.ip, () => sendFolder(request, reply, link, storage))
          : sendFile(request, reply, link, storage)
        return await withLinkErrors(link, sending)
      })
    }),
    { isLong: true, acceptsHead: true, errorPage: sendErrorPage },
  )

  routes.open(
    unlockShareLink,
    withoutDetails(async ({ params: { token }, request, reply }) => {
      const link = await usable(token, request)
      const attempt = throttle.begin(link.id, request.ip)
      if ('waitSeconds' in attempt) {
        const failure = new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
        return await refuse(request, reply.header('retry-after', String(attempt.waitSeconds)), token, failure)
      }
      const password = await passwordIn(request, reply)
      if (link.password !== '' && !(await isPassword(password, link.password))) {
        return await refuse(request, reply, token, new AppError('SharePasswordWrong'))
      }
      attempt.succeeded()
      const address = `${request.basePath}s/${token}`
      const pass = await (await passes).seal({ id: link.id, until: now() + PASS_MS })
      return reply
        .setCookie(passName(request), pass, {
          httpOnly: true,
          // A link in a message leads here from another site.
          sameSite: 'lax',
          secure: request.protocol === 'https',
          path: address,
          maxAge: PASS_MS / 1000,
        })
        .redirect(address, 303)
    }),
    { errorPage: sendErrorPage },
  )

  routes.open(
    uploadToShareLink,
    withoutDetails(async ({ params: { token }, query, request, reply, signal }) => {
      const link = await usable(token, request)
      if (link.kind !== 'upload') throw new AppError('ShareLinkClosed')
      if (!(await isUnlocked(request, link))) throw new AppError('SharePasswordMissing')
      const size = sizeOf(request)
      if (size > link.maxBytes) throw new AppError('FileTooLarge', { limit: link.maxBytes })
      const name = nameWithSuffix(query.name)
      const key = link.path + name
      const reason = objectNameProblem(key)
      if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
      await transfers.run(link.id, signal, async (ended) => {
        const storage = await clientOf(link, request, ended)
        if (!(await links.use(link))) throw new AppError('ShareLinkClosed')
        const body = meteredBody(stayingOpen(request.raw))
        try {
          await whileReceiving({ reply, storage, signal: ended }, uploads, async (client) => {
            const storing = putObject(
              client,
              link.bucket,
              key,
              { size, bytes: body.bytes },
              'application/octet-stream',
              { 'if-none-match': '*' },
            )
            await withLinkErrors(link, storing)
          })
        } catch (error) {
          const isCertainlyNotStored = isRefusal(error) || body.given() < size || !request.raw.complete
          if (isCertainlyNotStored) await links.giveBack(link)
          throw error
        }
      })
      return { name }
    }),
    { isLong: true },
  )

  /** @throws AppError ShareLinkClosed */
  async function usable(token: string, request: FastifyRequest): Promise<StoredLink> {
    const link = await links.find(token)
    if (link !== undefined) noteForAudit(request, { link: link.id })
    if (link === undefined || isOver(link, now())) throw new AppError('ShareLinkClosed')
    return link
  }

  /** Policies see the address of whoever uses the link. @throws AppError ShareLinkClosed */
  async function clientOf(link: StoredLink, request: FastifyRequest, signal: AbortSignal): Promise<StorageClient> {
    const credentials = await links.keysOf(link)
    if (credentials === undefined) throw new AppError('ShareLinkClosed')
    return { endpoint, credentials, visitor: visitorOf(request), signal }
  }

  async function isUnlocked(request: FastifyRequest, link: StoredLink): Promise<boolean> {
    if (link.password === '') return true
    const pass = await (await passes).open(request.cookies[passName(request)] ?? '')
    return pass?.id === link.id && pass.until > now()
  }

  /** What can be downloaded. Nothing is counted, because programs that preview links in messages get it too. */
  async function sendPageOf(request: FastifyRequest, reply: FastifyReply, link: StoredLink, storage: StorageClient) {
    if (isUsedUp(link)) throw new AppError('ShareLinkClosed')
    if (link.path.endsWith('/')) return await sendDownloadPage(reply, link)
    const { 'content-length': size } = await headObject(storage, link.bucket, link.path, link)
    return await sendDownloadPage(reply, link, Number(size), directOriginOf(link, request))
  }

  /** Where the download comes from, if its owner allows that and browsers may reach it; otherwise ''. */
  function directOriginOf({ isDirect }: StoredLink, request: FastifyRequest): string {
    return isDirect ? directWayOf(request, endpoint, settings).origin : ''
  }

  /** A missing object has the page of the link instead of an error of the storage server. */
  async function sendToStorage(
    request: FastifyRequest,
    reply: FastifyReply,
    link: StoredLink,
    { origin, storage }: { origin: string; storage: StorageClient },
  ) {
    const { bucket, path, versionId } = link
    await headObject(storage, bucket, path, { versionId })
    const isBeginning = /^bytes=0-/.test(request.headers.range ?? 'bytes=0-')
    if (!(await links.use(link, isBeginning))) throw new AppError('ShareLinkClosed')
    const left = Math.ceil((link.expiresAt - now()) / 1000)
    const expiresInSeconds = Math.max(1, Math.min(DIRECT_URL_SECONDS, left))
    const options = { origin: new URL(origin), expiresInSeconds, now: new Date(now()), versionId }
    return reply.redirect(presignDownload(storage, bucket, path, options), 303)
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply, link: StoredLink, storage: StorageClient) {
    const isLimited = link.maxUses > 0
    if (request.method === 'HEAD') {
      if (isUsedUp(link)) throw new AppError('ShareLinkClosed')
      const headers = await headObject(storage, link.bucket, link.path, link)
      if (isLimited) delete headers['accept-ranges']
      const empty = { status: 200, headers, sendTo: async (raw: Writable) => void raw.end(), discard: () => {} }
      return await sendObject(request, reply, link.path, empty)
    }
    const object = await getResumable(storage, link.bucket, link.path, {
      // A request for all but the first byte would get everything without counting as a use.
      conditions: isLimited ? {} : conditionsOf(request),
      ...(link.versionId !== '' && { versionId: link.versionId }),
    })
    const range = object.headers['content-range']
    const isBeginning = object.status === 200 || (object.status === 206 && range?.startsWith('bytes 0-') === true)
    if (!(await links.use(link, isBeginning))) {
      object.discard()
      throw new AppError('ShareLinkClosed')
    }
    if (isLimited) delete object.headers['accept-ranges']
    return await sendObject(request, reply, link.path, object)
  }

  async function sendFolder(request: FastifyRequest, reply: FastifyReply, link: StoredLink, storage: StorageClient) {
    const { bucket, path } = link
    const isOpened = request.method !== 'HEAD'
    if (isOpened ? !(await links.use(link)) : isUsedUp(link)) throw new AppError('ShareLinkClosed')
    const base = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)
    try {
      return await sendZip(request, reply, path, { storage, bucket, paths: [path], base })
    } catch (error) {
      if (isOpened) await links.giveBack(link)
      throw error
    }
  }
}

const UNAVAILABLE = new Set<ErrorCode>([
  'ShareLinkStoreUnavailable',
  'ShareLinkUnavailable',
  'StorageUnreachable',
  'StorageTimeout',
])

/** People with a link can do nothing about an outage but wait. */
function withoutDetails<Input extends { reply: FastifyReply }, Output>(
  handler: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await handler(input)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isUnavailable = UNAVAILABLE.has(error.code)
      if (isUnavailable || error.code === 'TooManyArchives') {
        input.reply.header('retry-after', String(RETRY_AFTER_SECONDS))
      }
      if (!isUnavailable) throw error
      throw new AppError('ShareLinkUnavailable', {}, { cause: error.cause ?? error })
    }
  }
}

/** Whether the storage server has rejected a request, which then had no effect. */
function isRefusal(error: unknown): boolean {
  if (error instanceof StorageError) return error.kind === 'refused' && error.status < 500
  return error instanceof AppError && error.cause !== undefined && isRefusal(error.cause)
}

/** What the storage server refuses the key of a link: it was deleted, or its account may no longer do it. */
const CLOSED_STATUSES = new Set([401, 403])

/** @throws AppError ShareLinkClosed, ShareLinkTargetMissing, or another error that the visitor may see */
async function withLinkErrors<T>({ bucket, path }: StoredLink, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const failure = error instanceof StorageError ? toAppError(error, { bucket, key: path }) : error
    if (!(failure instanceof AppError)) throw failure
    if (CLOSED_STATUSES.has(failure.status)) throw new AppError('ShareLinkClosed', {}, { cause: failure })
    // Its message names the bucket, and advises what only its owner can do.
    if (failure.code === 'QuotaExceeded') throw new AppError('ShareLinkFull', {}, { cause: failure })
    // Messages of the storage server have names that the link doesn't reveal.
    throw failure.status === 404
      ? new AppError('ShareLinkTargetMissing', {}, { cause: failure })
      : new AppError(failure.code, failure.details, { cause: failure, refusal: failure.refusal })
  }
}

async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  error: AppError,
): Promise<FastifyReply> {
  if (!acceptsPage(request)) throw error
  request.failure = error.code
  return await sendPasswordPage(reply, token, error)
}

/** Over TLS, plain HTTP can't set it. */
function passName({ protocol }: FastifyRequest): string {
  return protocol === 'https' ? '__Secure-cooperage-link' : 'cooperage-link'
}

/** @throws AppError BodyTooLarge, InvalidInput, UploadIncomplete */
async function passwordIn(request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const boundary = formBoundary(request.headers['content-type'])
  const tooLarge = () => new AppError('BodyTooLarge', { limit: PASSWORD_FORM_BYTES })
  if (!(Number(request.headers['content-length']) <= PASSWORD_FORM_BYTES)) throw tooLarge()
  watchBodyRate(reply, () => reply.send(new AppError('RequestTimeout')))
  let password = ''
  for await (const part of formParts(request.raw, boundary)) {
    if (part.name === 'password') password = (await readAtMost(part.content, PASSWORD_FORM_BYTES, tooLarge)).toString()
  }
  return password
}

/** S3 requires the length before the first byte. @throws AppError InvalidInput */
function sizeOf({ headers }: FastifyRequest): number {
  const size = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(size)) throw new AppError('InvalidInput', { reason: reasonText('fileNeedsLength') })
  return size
}
