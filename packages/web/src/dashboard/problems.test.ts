import { expect, test } from 'vitest'
import { countProblems, driveTone } from './problems.ts'

const drive = (state: string, isHealing = false) => ({
  path: '/data',
  state,
  isHealing,
  totalBytes: 1,
  usedBytes: 0,
  freeBytes: 1,
})
const server = (state: string, ...drives: ReturnType<typeof drive>[]) => ({
  endpoint: 'a:9000',
  state,
  version: '',
  uptimeSeconds: 1,
  drives,
})

test('counts servers and drives that are not in their normal state', () => {
  const servers = [server('online', drive('ok'), drive('offline')), server('offline', drive('ok', true))]
  expect(countProblems(servers)).toEqual({ servers: 1, drives: 2 })
  expect(countProblems([server('online', drive('ok'))])).toEqual({ servers: 0, drives: 0 })
})

test('counts an unknown state as a problem', () => {
  expect(driveTone(drive('unformatted'))).toBe('bad')
  expect(driveTone(drive('ok', true))).toBe('warn')
})
