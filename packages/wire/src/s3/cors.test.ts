import { describe, expect, test } from 'vitest'
import { type CorsConfiguration, findCorsRule, parseCors, writeCors } from './cors.ts'

const rule = (inner: string) => `<CORSConfiguration><CORSRule>${inner}</CORSRule></CORSConfiguration>`
const LEAST = '<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>'

describe('a CORS configuration', () => {
  test('round-trips', () => {
    const configuration: CorsConfiguration = {
      rules: [
        {
          id: 'one',
          allowedOrigins: ['https://*.example.com', 'https://example.org'],
          allowedMethods: ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'],
          allowedHeaders: ['x-amz-*', 'content-type'],
          exposeHeaders: ['ETag', 'x-amz-version-id'],
          maxAgeSeconds: 3000,
        },
        { allowedOrigins: ['*'], allowedMethods: ['GET'], allowedHeaders: [], exposeHeaders: [] },
      ],
    }
    expect(parseCors(writeCors(configuration))).toEqual(configuration)
  })

  test.each<[string, string, string, string?]>([
    ['no document', '', 'MalformedXML'],
    ['another document', '<Foo/>', 'MalformedXML'],
    ['no rule', '<CORSConfiguration/>', 'MalformedXML'],
    ['no origin', rule('<AllowedMethod>GET</AllowedMethod>'), 'MalformedXML'],
    ['no method', rule('<AllowedOrigin>*</AllowedOrigin>'), 'MalformedXML'],
    ['a negative age', rule(`${LEAST}<MaxAgeSeconds>-1</MaxAgeSeconds>`), 'MalformedXML'],
    ['an age that is no number', rule(`${LEAST}<MaxAgeSeconds>long</MaxAgeSeconds>`), 'MalformedXML'],
    [
      'another method',
      rule('<AllowedOrigin>*</AllowedOrigin><AllowedMethod>PATCH</AllowedMethod>'),
      'InvalidRequest',
      'Found unsupported HTTP method in CORS config. Unsupported method is PATCH',
    ],
    [
      'a method in small letters',
      rule('<AllowedOrigin>*</AllowedOrigin><AllowedMethod>get</AllowedMethod>'),
      'InvalidRequest',
      'Found unsupported HTTP method in CORS config. Unsupported method is get',
    ],
    [
      'two wildcards in an origin',
      rule('<AllowedOrigin>http://*.*.com</AllowedOrigin><AllowedMethod>GET</AllowedMethod>'),
      'InvalidRequest',
      'AllowedOrigin "http://*.*.com" can not have more than one wildcard.',
    ],
    [
      'two wildcards in a header',
      rule(`${LEAST}<AllowedHeader>x-*-*</AllowedHeader>`),
      'InvalidRequest',
      'AllowedHeader "x-*-*" can not have more than one wildcard.',
    ],
    [
      'a wildcard among the exposed headers',
      rule(`${LEAST}<ExposeHeader>*</ExposeHeader>`),
      'InvalidRequest',
      'ExposeHeader "*" contains wildcard. We currently do not support wildcard for ExposeHeader.',
    ],
    [
      'an exposed header that is none',
      rule(`${LEAST}<ExposeHeader>a&#10;b</ExposeHeader>`),
      'InvalidRequest',
      'ExposeHeader "a\nb" is not the name of a header.',
    ],
    [
      'too many rules',
      `<CORSConfiguration>${`<CORSRule>${LEAST}</CORSRule>`.repeat(101)}</CORSConfiguration>`,
      'InvalidRequest',
      'The number of CORS rules should not exceed allowed limit of 100 rules.',
    ],
    [
      'a long id',
      rule(`<ID>${'i'.repeat(256)}</ID>${LEAST}`),
      'InvalidRequest',
      'The ID of a CORS rule must not be longer than 255 characters.',
    ],
  ])('is rejected with %s', (_, source, code, message) => {
    const expected = message === undefined ? { code, status: 400 } : { code, status: 400, message }
    expect(() => parseCors(source)).toThrow(expect.objectContaining(expected))
  })
})

describe('the rule for a request', () => {
  const configuration = parseCors(
    `<CORSConfiguration>
      <CORSRule><ID>exact</ID><AllowedOrigin>https://a.example</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>X-Amz-*</AllowedHeader><AllowedHeader>content-type</AllowedHeader></CORSRule>
      <CORSRule><ID>sub</ID><AllowedOrigin>https://*.a.example</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule>
      <CORSRule><ID>any</ID><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>
    </CORSConfiguration>`,
  )

  test.each<[string, string, string[], string | undefined]>([
    ['https://a.example', 'PUT', [], 'exact'],
    ['https://a.example', 'PUT', ['x-amz-date', 'Content-Type'], 'exact'],
    ['https://a.example', 'PUT', ['x-other'], undefined],
    ['https://a.example', 'GET', [], 'any'],
    ['https://A.example', 'PUT', [], undefined],
    ['https://b.a.example', 'PUT', ['x-other'], 'sub'],
    ['https://b.a.example.evil', 'PUT', [], undefined],
    ['https://.a.example', 'PUT', [], 'sub'],
    ['https://a.example:8443', 'PUT', [], undefined],
    ['null', 'GET', [], 'any'],
    ['null', 'GET', ['x-amz-date'], undefined],
    ['null', 'DELETE', [], undefined],
  ])('from %s for %s with %j is %s', (origin, method, headers, id) => {
    expect(findCorsRule(configuration, { origin, method, headers })?.id).toBe(id)
  })
})

test('a preflight with many headers is fast', () => {
  const allowedHeaders = Array.from({ length: 2_000 }, (_, index) => `X-Allowed-${index}`)
  const headers = Array.from({ length: 30_000 }, () => 'x-allowed-1999')
  const configuration = {
    rules: [{ allowedHeaders, allowedMethods: ['GET'], allowedOrigins: ['*'], exposeHeaders: [] }],
  }
  const before = process.threadCpuUsage()

  expect(
    findCorsRule(configuration as CorsConfiguration, { origin: 'https://a', method: 'GET', headers }),
  ).toBeDefined()

  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
})
