import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import { startMessages } from '../../messages/i18n.ts'
import {
  errorOfResponse,
  failureReason,
  isConsoleDown,
  isOfTheWhole,
  isOutage,
  isSignedOut,
  isUnreachable,
  unreachable,
} from './api-error.ts'

describe('the error of a response', () => {
  test("shows the server's message with its first letter capitalised, and keeps the detail", () => {
    const error = errorOfResponse(
      409,
      JSON.stringify({ code: 'BucketExists', message: 'a bucket exists', detailedMessage: 'more', requestId: 'r1' }),
    )
    expect(error).toMatchObject({
      status: 409,
      code: 'BucketExists',
      message: 'A bucket exists',
      detailedMessage: 'more',
      requestId: 'r1',
    })
  })

  test('drops a detail that only repeats the message', () => {
    const error = errorOfResponse(500, JSON.stringify({ message: 'broken', detailedMessage: 'broken' }))
    expect(error.detailedMessage).toBe('')
  })

  test.each(['', '<html>Bad Gateway</html>', 'null', '"text"', '{"message":5}'])(
    'says "Error {status}" for the body %j',
    (body) => {
      expect(errorOfResponse(502, body).message).toBe('Error 502')
    },
  )
})

describe('a 413 that the console didn’t send', () => {
  const NGINX = '<html><center><h1>413 Request Entity Too Large</h1></center><hr><center>nginx/1.22.1</center></html>'

  test.each([
    ['nginx/1.22.1', NGINX, 'client_max_body_size of nginx'],
    // In a frame, whose text alone can be read.
    [null, '413 Request Entity Too Large\nnginx/1.22.1', 'client_max_body_size of nginx'],
    ['Caddy', '', 'max_size in request_body of Caddy'],
    ['Apache/2.4.71 (Debian)', '<title>413 Request Entity Too Large</title>', 'SecRequestBodyLimit'],
    [null, 'Request Entity Too Large', 'maxRequestBodyBytes of Traefik’s buffering middleware'],
    // Of another proxy, or of one behind another that replaced the header.
    ['cloudflare', '<title>413 Payload Too Large</title>', 'client_max_body_size of nginx (1 MiB by default), proxy'],
    ['nginx', '', 'max_size in request_body of Caddy, maxRequestBodyBytes'],
    [null, '', 'or LimitRequestBody of Apache'],
  ])('names the limit of the proxy: %j %j', async (server, body, setting) => {
    await startMessages()
    const { message } = errorOfResponse(413, body, server)
    expect(message).toContain('A proxy in front of the console refuses requests of this size (status 413).')
    expect(message).toContain(setting)
  })
})

test('an error is shown in the language of the page, with what its parameters say in it', async () => {
  await startMessages()
  i18next.addResourceBundle('de', 'error', { InvalidBucketName: 'Ungültiger Bucketname {{name}}: {{reason}}.' })
  i18next.addResourceBundle('de', 'bucketName', { tooShort: 'mindestens {{least}} Zeichen' })
  const reason = { key: 'bucketName:tooShort', values: { least: 3 }, text: 'at least 3 characters' }
  const failed = (parameters: object) =>
    errorOfResponse(
      400,
      JSON.stringify({
        code: 'InvalidBucketName',
        message: 'in English',
        parameters,
        detailedMessage: '',
        requestId: '1',
      }),
    )
  const shown = (parameters: object) => failed(parameters).message
  await i18next.changeLanguage('de')
  expect(shown({ name: '$t(close) {{reason}}', reason })).toBe(
    'Ungültiger Bucketname $t(close) {{reason}}: mindestens 3 Zeichen.',
  )
  expect(shown({ name: 'a', reason: { ...reason, key: 'bucketName:unknown' } })).toBe(
    'Ungültiger Bucketname a: at least 3 characters.',
  )
  const text = { key: 'bucketName:tooShort', values: { least: 3 }, text: 'at least 3 characters' }
  expect(failureReason({ message: 'at least 3 characters', text })).toBe('mindestens 3 Zeichen')
  expect(failureReason({ message: 'of a server' })).toBe('of a server')
  const earlier = failed({ name: 'a', reason })
  await i18next.changeLanguage('en')
  expect(shown({ name: 'a', reason })).toBe('In English')
  expect(earlier.message).toBe('In English')
})

test('the detail of an error is in the language of the page, with what it names as a list', async () => {
  i18next.addResourceBundle('de', 'detail', { progress: 'Gespeichert: {{saved}}.', stepUser: 'Benutzer {{name}}' })
  await i18next.changeLanguage('de')
  const saved = [{ key: 'detail:stepUser', values: { name: 'ana' }, text: 'user ana' }, 'region']
  const detail = { key: 'detail:progress', values: { saved, rest: [] }, text: 'Saved: user ana, region.' }
  const body = { code: 'Denied', message: 'No', parameters: {}, detailedMessage: detail.text, detail, requestId: '1' }
  const error = errorOfResponse(403, JSON.stringify(body))
  expect(error.detailedMessage).toBe('Gespeichert: Benutzer ana, region.')
  await i18next.changeLanguage('en')
  expect(error.detailedMessage).toBe('Saved: user ana, region.')
})

test('a 413 of the console keeps its own message', () => {
  const body = JSON.stringify({ code: 'RequestTooLarge', message: 'too large' })
  expect(errorOfResponse(413, body)).toMatchObject({ code: 'RequestTooLarge', message: 'Too large' })
})

test('a permanent error is no outage, whatever its status; a gateway error means that the console is down', () => {
  const of = (status: number, code: string) => errorOfResponse(status, JSON.stringify({ code }))
  const outages = [
    of(503, 'StorageUnreachable'),
    of(504, 'StorageTimeout'),
    of(502, ''),
    errorOfResponse(504, '<html>'),
  ]
  expect(outages.map(isOutage)).toEqual([true, true, true, true])
  const refused = of(502, 'StorageError')
  expect([isOutage(refused), isOfTheWhole(refused)]).toEqual([false, false])
  const whole = [...outages, of(401, 'SessionEnded'), of(507, 'StorageFull'), unreachable(new TypeError())]
  expect(whole.every(isOfTheWhole)).toBe(true)
  const away = [of(502, ''), errorOfResponse(503, '<html>'), errorOfResponse(504, ''), unreachable(new TypeError())]
  expect(away.every(isConsoleDown)).toBe(true)
  expect([refused, of(503, 'StorageUnreachable'), errorOfResponse(500, '<html>')].some(isConsoleDown)).toBe(false)
})

test('distinguishes an ended session, a storage outage and an unreachable console', () => {
  const kinds = [errorOfResponse(401, ''), errorOfResponse(503, ''), unreachable(new TypeError('Failed to fetch'))]
  expect(kinds.map(isSignedOut)).toEqual([true, false, false])
  expect(kinds.map(isOutage)).toEqual([false, true, false])
  expect(kinds.map(isUnreachable)).toEqual([false, false, true])
})
