import { AppError, route } from '@cooperage/contract'
import { expectDeclaredErrors } from '@cooperage/testkit'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '../src/shared/error-responses.ts'
import { createRouteRegistry } from '../src/shared/register-route.ts'
import { createLogger } from '../src/shared/request-log.ts'
import type { AnySession } from '../src/shared/session/sealed-session.ts'
import type { Visits } from '../src/shared/session/visits.ts'

async function responseFor(error: AppError): Promise<{ status: number; log: string }> {
  const declared = route('tests.fail', 'GET /fail', {
    summary: 'Fails.',
    auth: 'none',
    errors: ['NoSuchBucket'],
  })
  const log: string[] = []
  const app = fastify({ loggerInstance: createLogger((line) => log.push(line)) })
  handleErrors(app, () => undefined)
  createRouteRegistry(app, {} as Visits<AnySession, object>).open(declared, () => Promise.reject(error))
  app.setSerializerCompiler(() => JSON.stringify)
  const { statusCode } = await app.inject('/fail')
  return { status: statusCode, log: log.join('') }
}

test('an undeclared error is returned, and fails the test that meets it', async () => {
  const { status, log } = await responseFor(new AppError('NoSuchKey', { key: 'k' }))
  expect(status).toBe(404)
  expect(() => expectDeclaredErrors(log)).toThrow('tests.fail: NoSuchKey')
})

test('an error that the call or every call declares passes', async () => {
  for (const error of [new AppError('NoSuchBucket', { bucket: 'b' }), new AppError('StorageTimeout')]) {
    const { status, log } = await responseFor(error)
    expect(status).toBe(error.status)
    expect(() => expectDeclaredErrors(log)).not.toThrow()
  }
})
