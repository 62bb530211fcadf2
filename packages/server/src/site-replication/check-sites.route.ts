import { createHash } from 'node:crypto'
import {
  AppError,
  bothTexts,
  checkSites,
  errorText,
  MAX_SITES,
  placeText,
  type SiteCheck,
  type TypedSite,
  taskOf,
} from '@cooperage/contract'
import {
  identitySettings,
  listBuckets,
  ownDeploymentId,
  type StorageClient,
  StorageError,
  siteFacts,
  siteGroup,
} from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { guardForVisitors, type OutboundGuard } from '../shared/outbound-guard.ts'
import { remoteAddress, remoteFailure } from '../shared/remote-server.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { ADD, VIEW, withSiteErrors } from './site-errors.ts'

/** Below the deadline of the call, so that one silent site doesn't keep the others from being reported. */
const SITE_MS = 7_000
/** Nobody names a server or gives a version in more. */
const LONGEST = 200

/** What has to be right before sites can replicate, found out by the console itself with the keys that the visitor entered. */
export function checkSitesRoute({ routes, services }: Registry): void {
  const { accounts, settings, now } = services
  const guard = guardForVisitors(settings)

  routes.withSession(checkSites, async ({ body: { sites }, session, storage, signal }) => {
    // Only for visitors who may add sites; for others the console must not be a way into its network.
    if (!accountPermissions(await accounts.of(session, storage)).couldAllow([ADD])) {
      throw new AppError('AccessDenied', { action: ADD, resource: placeText('server'), task: taskOf(ADD) })
    }
    const here = await ownId(storage)
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(SITE_MS)])
    const surroundings = { guard, now, signal: deadline }
    return { here, items: await Promise.all(sites.map((site) => checkSite(site, surroundings))) }
  })
}

/** Before there is a group, servers say it only to those who may view their information. */
async function ownId(storage: StorageClient): Promise<string> {
  const ofSite = await withSiteErrors(VIEW, ownDeploymentId(storage))
  if (ofSite !== '') return ofSite
  try {
    return (await withStorageErrors({ action: 'admin:ServerInfo' }, siteFacts(storage))).deploymentId
  } catch (error) {
    if (error instanceof AppError && error.code === 'AccessDenied') return ''
    throw error
  }
}

interface Surroundings {
  guard: OutboundGuard
  now: () => number
  signal: AbortSignal
}

const UNKNOWN = {
  areKeysRefused: false,
  deploymentId: '',
  version: '',
  buckets: 0,
  group: [],
  clockAheadSeconds: null,
  identity: '',
}

async function checkSite(site: TypedSite, { guard, now, signal }: Surroundings): Promise<SiteCheck> {
  const { name, accessKey, secretKey } = site
  let endpoint: ReturnType<OutboundGuard['endpoint']> | undefined
  try {
    const url = remoteAddress(site.endpoint)
    endpoint = guard.endpoint(url)
    const client = { endpoint, credentials: { accessKey, secretKey }, signal }
    try {
      const askedAt = now()
      const { clock, ...facts } = await siteFacts(client)
      const clockAheadSeconds = clock === undefined ? null : secondsAhead(clock, askedAt, now())
      const [group, buckets, identity] = await Promise.all([
        siteGroup(client),
        listBuckets(client),
        identitySettings(client),
      ])
      return {
        name,
        failure: '',
        areKeysRefused: false,
        deploymentId: facts.deploymentId.slice(0, LONGEST),
        version: facts.version.slice(0, LONGEST),
        buckets: buckets.length,
        group: group.sites.slice(0, MAX_SITES).map(({ deploymentId }) => deploymentId.slice(0, LONGEST)),
        clockAheadSeconds,
        // It holds the hash of a client secret, so only whether it is the same leaves the console.
        identity: createHash('sha256').update(identity).digest('base64url'),
      }
    } catch (error) {
      throw error instanceof StorageError ? remoteFailure(error, url.host) : error
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const words = errorText(error)
    const text = error.detail === undefined ? words : bothTexts(words, error.detail)
    return { ...UNKNOWN, name, failure: text.text, text, areKeysRefused: error.code === 'RemoteKeysRefused' }
  } finally {
    await endpoint?.close()
  }
}

/** Servers say their time in whole seconds, at some moment between the two of the console: 0 if it can be the same. */
function secondsAhead(clock: number, from: number, to: number): number {
  if (clock > to) return Math.ceil((clock - to) / 1000)
  return clock + 1000 < from ? -Math.ceil((from - clock - 1000) / 1000) : 0
}
