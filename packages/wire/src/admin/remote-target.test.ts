import { expect, test } from 'vitest'
import { parseRemoteTargets, type RemoteTargetSettings, writeRemoteTarget } from './remote-target.ts'

const SETTINGS: RemoteTargetSettings = {
  endpoint: '127.0.0.1:9000',
  secure: false,
  bucket: 'copy',
  region: '',
  isSync: true,
  bandwidth: 200_000_000,
  healthCheckSeconds: 90,
}

test('writes the names and units of servers', () => {
  const text = writeRemoteTarget('photos', SETTINGS, { accessKey: 'a', secretKey: 's' })
  const changed = writeRemoteTarget('photos', SETTINGS, { accessKey: 'a', secretKey: 's' }, 'arn:of:it')
  expect(JSON.parse(changed)).toEqual({ ...JSON.parse(text), arn: 'arn:of:it' })
  expect(JSON.parse(text)).toEqual({
    sourcebucket: 'photos',
    endpoint: '127.0.0.1:9000',
    credentials: { accessKey: 'a', secretKey: 's' },
    targetbucket: 'copy',
    secure: false,
    path: 'auto',
    api: 's3v4',
    type: 'replication',
    region: '',
    replicationSync: true,
    bandwidthlimit: 200_000_000,
    healthCheckDuration: 90_000_000_000,
  })
})

test('reads the response of a server', () => {
  const fields = {
    sourcebucket: 'photos',
    endpoint: '127.0.0.1:9000',
    credentials: { accessKey: 'a', expiration: '0001-01-01T00:00:00Z' },
    targetbucket: 'copy',
    secure: false,
    arn: 'arn:minio:replication::i:copy',
    bandwidthlimit: 200_000_000,
    replicationSync: true,
    healthCheckDuration: 90_000_000_000,
    lastOnline: '2026-01-02T03:04:05.678Z',
    isOnline: true,
    totalDowntime: 10_003_840_869,
    latency: { curr: 1_411_145, avg: 909_381, max: 3_132_199 },
  }
  const read = {
    ...SETTINGS,
    arn: 'arn:minio:replication::i:copy',
    accessKey: 'a',
    isOnline: true,
    lastOnline: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    downtimeSeconds: 10,
    latencyMs: 0.909381,
  }
  expect(parseRemoteTargets(JSON.stringify([fields]))).toEqual([read])
  const never = JSON.stringify([{ ...fields, lastOnline: '0001-01-01T00:00:00Z' }])
  expect(parseRemoteTargets(never)).toEqual([{ ...read, lastOnline: 0 }])
})

test('reads null as no targets, and absent fields as zero', () => {
  expect(parseRemoteTargets('null')).toEqual([])
  expect(parseRemoteTargets('[{}]')).toEqual([
    {
      arn: '',
      endpoint: '',
      secure: false,
      bucket: '',
      region: '',
      accessKey: '',
      isSync: false,
      bandwidth: 0,
      healthCheckSeconds: 0,
      isOnline: false,
      lastOnline: 0,
      downtimeSeconds: 0,
      latencyMs: 0,
    },
  ])
  expect(() => parseRemoteTargets('<html>')).toThrow(SyntaxError)
})
