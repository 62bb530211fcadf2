import { getSession, type Session } from '@cooperage/contract'
import { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../shared/api/api-error.ts'
import { reported } from '../shared/api/failures.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import { leaveOnLostSession } from './lost-session.ts'

const RETURNED_AT = Date.parse('2026-01-01T12:00:00Z')

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://console/' })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['immediately', 2_000, true],
  ['an hour later', 3_600_000, false],
])('a call without a response %s after a return', (_, laterMs, isRepeated) => {
  const history = createMemoryHistory({ initialEntries: ['/buckets'] })
  history.replace('/buckets', { returnedAt: RETURNED_AT })
  leaveOnLostSession({ history } as AnyRouter, new QueryClient())

  vi.setSystemTime(RETURNED_AT + laterMs)
  reported(new ApiError({ status: undefined, message: 'no response' }))

  expect(history.location.pathname).toMatch(/\/login$/)
  expect(history.location.state).toMatchObject({ isUnreachable: true, isRepeated, returnTo: '/buckets' })
})

test.each([
  ['whose cookie another tab has removed', 'NotLoggedIn', 'You aren’t signed in.'],
  ['that has ended', 'SessionEnded', 'Your session has ended. Sign in again to continue.'],
])('a session %s has ended', (_, code, message) => {
  const history = createMemoryHistory({ initialEntries: ['/buckets'] })
  const client = new QueryClient()
  client.setQueryData(apiQuery(getSession, {}).queryKey, { features: [] as string[] } as Session)
  leaveOnLostSession({ history } as AnyRouter, client)

  reported(new ApiError({ status: 401, code, message }))

  const reason = 'Your session has ended. Sign in again to continue.'
  expect(history.location.state).toMatchObject({ isUnreachable: false, reason, returnTo: '/buckets' })
})
