import { SOCKET_CLOSE } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { endOf } from './use-observed-calls.ts'

test.each([
  [SOCKET_CLOSE.ended, '', 'ended', ''],
  [SOCKET_CLOSE.failed, 'StorageTimeout', 'failed', 'StorageTimeout'],
  [SOCKET_CLOSE.sessionOver, 'SessionEnded', 'stopped', ''],
  [SOCKET_CLOSE.goingAway, 'the console is being stopped', 'failed', ''],
  [SOCKET_CLOSE.lost, '', 'failed', ''],
])('after a close with %d "%s", counting has %s', (code, reason, status, failure) => {
  expect(endOf(code, reason)).toEqual({ status, failure })
})
