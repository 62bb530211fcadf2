import {
  AppError,
  bothTexts,
  detailText,
  type FailureText,
  type ProviderTest,
  placeText,
  taskOf,
  testIdentityProvider,
} from '@cooperage/contract'
import { checkDirectory, DirectoryCheckError, directorySettings } from '@cooperage/directory'
import { exchangeFailure, StorageError } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import { certificateDetail, connectionDetail } from '../shared/connection-detail.ts'
import type { Registry } from '../shared/feature.ts'
import { guardForVisitors, type OutboundGuard } from '../shared/outbound-guard.ts'
import { valuesOf } from './identity-providers.routes.ts'

/** As long as a sign-in waits for a provider. */
const DEADLINE_MS = 5_000
const MAX_DOCUMENT_BYTES = 256 * 1024

/** Only for visitors who can configure providers: others must not reach the console's network through it. */
const ACTION = 'admin:ConfigUpdate'

type Outcome = ProviderTest

const WORKS: Outcome = { works: true, problem: '', suggestion: '' }

function failed(problem: string | FailureText, suggestion: FailureText): Outcome {
  const text = bothTexts(problem, suggestion)
  return {
    works: false,
    problem: typeof problem === 'string' ? problem : problem.text,
    suggestion: suggestion.text,
    text,
  }
}

export function testProviderRoute({ routes, services }: Registry): void {
  const { accounts, settings } = services
  const guard = guardForVisitors(settings)

  routes.withSession(testIdentityProvider, async ({ body: { type, values }, session, storage, signal }) => {
    if (!accountPermissions(await accounts.of(session, storage)).couldAllow([ACTION])) {
      throw new AppError('AccessDenied', { action: ACTION, resource: placeText('server'), task: taskOf(ACTION) })
    }
    const given = valuesOf(type, values)
    if (type === 'ldap') return await testDirectory(guard, given)
    return await testDiscovery(
      guard,
      given.config_url ?? '',
      AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    )
  })
}

async function testDirectory(guard: OutboundGuard, values: Record<string, string>): Promise<Outcome> {
  try {
    await checkDirectory(directorySettings(values), { ...guard.sockets(), deadlineMs: DEADLINE_MS })
    return WORKS
  } catch (error) {
    if (!(error instanceof DirectoryCheckError)) throw error
    return failed(`${error.message.replace(/\.$/, '')}.`, detailText(error.advice))
  }
}

const ADDRESS = detailText('providerUseDiscovery')

/** OpenID Connect Discovery 1.0, section 4. None of the response is passed on. */
async function testDiscovery(guard: OutboundGuard, address: string, signal: AbortSignal): Promise<Outcome> {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return failed(detailText('providerNoUrl'), ADDRESS)
  const url = new URL(address)
  const endpoint = guard.endpoint(url)
  try {
    const { statusCode, body } = await endpoint.request({ method: 'GET', path: url.pathname + url.search, signal })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > MAX_DOCUMENT_BYTES) return failed(detailText('providerTooLong'), ADDRESS)
      chunks.push(chunk)
    }
    if (statusCode !== 200) return failed(detailText('providerStatus', { status: statusCode }), ADDRESS)
    const missing = missingField(Buffer.concat(chunks).toString())
    return missing === undefined ? WORKS : failed(missing, ADDRESS)
  } catch (error) {
    const failure = exchangeFailure(error, signal)
    if (!(failure instanceof StorageError) || failure.kind === 'aborted') throw failure
    const untrusted = certificateDetail(failure, url.host)
    if (untrusted !== undefined) return failed(untrusted, detailText('providerTrustedByStorage'))
    const detail = connectionDetail(failure, url.host)
    const silent = detailText('providerSilent')
    return failed(detail ? bothTexts(silent, detail) : silent, detailText('providerCheckAddress'))
  } finally {
    await endpoint.close()
  }
}

function missingField(text: string): FailureText | undefined {
  try {
    const document: unknown = JSON.parse(text)
    const fields = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri']
    const has = (field: string) => typeof document === 'object' && document !== null && field in document
    const missing = fields.find((field) => !has(field))
    return missing === undefined ? undefined : detailText('providerLacks', { field: missing })
  } catch {
    return detailText('providerNoJson')
  }
}
