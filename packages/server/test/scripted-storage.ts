import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allow } from '@cooperage/testkit'
import { onTestFinished } from 'vitest'
import type { ServerSettings } from '../src/index.ts'
import { consoleAt } from './running-console.ts'
import { signedIn, type Visitor } from './visitor.ts'

type HandlerResult = (request: IncomingMessage, response: ServerResponse, body: string) => void

/**
 * A storage server whose responses a test scripts, for what neither the engine nor a fresh MinIO can do: accounts of other
 * kinds, older versions, failures at one exact point. It is stopped after the test.
 */
export async function scriptedStorage(respond: HandlerResult): ReturnType<typeof startScriptedStorage> {
  const storage = await startScriptedStorage(respond)
  onTestFinished(storage.stop)
  return storage
}

/** The same for a whole file, or for a test that runs beside others. */
export async function startScriptedStorage(
  respond: HandlerResult,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (isProbe(request)) response.writeHead(403).end('{"Code":"AccessDenied","Message":"Access Denied."}\n')
      else respond(request, response, Buffer.concat(chunks).toString('utf8'))
    })
    request.on('error', () => {
      // Some tests are about a console that aborts an upload.
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A visitor of a console for the storage server, which is stopped after the test. */
export async function aliceAt({ url }: { url: string }, settings: Partial<ServerSettings> = {}): Promise<Visitor> {
  const server = await consoleAt(url, settings)
  return await signedIn(server.url, { accessKey: 'alice', secretKey: 'alice-secret' })
}

/** An error of an admin call. */
export class Refusal {
  readonly status: number
  readonly Code: string
  readonly Message: string
  constructor(status: number, code: string, message = 'inner words') {
    this.status = status
    this.Code = code
    this.Message = message
  }
}

/**
 * A visitor of a console whose storage server gives these answers to admin calls, by method and path (`GET list-jobs`): a text, an
 * object, a {@link Refusal}, or a function of the query that returns one. `sent` gets the bodies of these calls.
 */
export async function aliceWithAnswers(
  answers: Readonly<Record<string, unknown>>,
  {
    settings = {},
    actions = ['admin:*'],
    buckets = null,
  }: { settings?: Partial<ServerSettings>; actions?: string[]; buckets?: object[] | null } = {},
) {
  const sent: string[] = []
  const storage = await scriptedStorage(({ method, url = '' }, response, body) => {
    const { pathname, searchParams } = new URL(url, 'http://storage')
    if (pathname === '/' && method === 'POST') return response.end(stsKeys())
    if (pathname.endsWith('/accountinfo')) {
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(actions)] }, buckets))
    }
    sent.push(body)
    const given = answers[`${method} ${pathname.replace('/minio/admin/v3/', '')}`]
    const answer: unknown = typeof given === 'function' ? given(searchParams) : given
    if (answer instanceof Refusal) return response.writeHead(answer.status).end(JSON.stringify(answer))
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
  })
  return Object.assign(await aliceAt(storage, settings), { storage, sent })
}

/** By which the console finds out that this server has MinIO's admin API. */
function isProbe({ url, headers }: IncomingMessage): boolean {
  return url === '/minio/admin/v3/accountinfo' && headers.authorization === undefined
}

/** An STS response with keys that expire in an hour. */
export function stsKeys(accessKey = 'TEMP'): string {
  const expiration = new Date(Date.now() + 3_600_000).toISOString()
  return (
    '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>' +
    `<AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>temp-secret</SecretAccessKey>` +
    `<SessionToken>temp-token</SessionToken><Expiration>${expiration}</Expiration>` +
    '</Credentials></AssumeRoleResult></AssumeRoleResponse>'
  )
}

export function stsError(code: string, message = 'inner text'): string {
  return `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
}

export function accountDocument(policy: unknown, buckets: object[] | null = null): string {
  return JSON.stringify({ AccountName: 'alice', Server: { Type: 2 }, Policy: policy, Buckets: buckets })
}
