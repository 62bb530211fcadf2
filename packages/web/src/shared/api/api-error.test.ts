import { describe, expect, test } from 'vitest'
import {
  errorOfResponse,
  isAway,
  isOfTheWhole,
  isOutage,
  isSignedOut,
  isUnreachable,
  unreachable,
} from './api-error.ts'

describe('the error of an answer', () => {
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

test('a refusal that lasts is no outage, whatever its status; a proxy says that the console is away', () => {
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
  expect(away.every(isAway)).toBe(true)
  expect([refused, of(503, 'StorageUnreachable'), errorOfResponse(500, '<html>')].some(isAway)).toBe(false)
})

test('tells a lost session, an outage of the storage and a silent console apart', () => {
  const kinds = [errorOfResponse(401, ''), errorOfResponse(503, ''), unreachable(new TypeError('Failed to fetch'))]
  expect(kinds.map(isSignedOut)).toEqual([true, false, false])
  expect(kinds.map(isOutage)).toEqual([false, true, false])
  expect(kinds.map(isUnreachable)).toEqual([false, false, true])
})
