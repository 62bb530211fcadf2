import { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../shared/api/api-error.ts'
import { reported } from '../shared/api/failures.ts'
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
