import { accountPermissions } from '@cooperage/wire/policy'
import { expect, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { accountInfo } from './account-info.ts'

async function infoFrom(document: unknown) {
  const { client } = await clientOf((_, response) => response.end(JSON.stringify(document)))
  return await accountInfo(client)
}

test('reads the account info of a server', async () => {
  const info = await infoFrom({
    AccountName: 'alice',
    Server: { Type: 2 },
    Policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }] },
    Buckets: [{ name: 'photos', size: 11, created: '2026-01-02T03:04:05Z' }],
  })
  expect(info).toMatchObject({
    accountName: 'alice',
    isErasure: true,
    hasPolicy: true,
    buckets: [{ name: 'photos', size: 11, createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) }],
  })
})

test('recognizes several drives by their number, and on older servers by erasure coding', async () => {
  const hasSeveral = async (Server: object) => (await infoFrom({ AccountName: 'a', Server })).hasSeveralDrives
  expect(await hasSeveral({ Type: 2, DrivesPerSet: [1] })).toBe(false)
  expect(await hasSeveral({ Type: 2, DrivesPerSet: [1, 4] })).toBe(true)
  expect(await hasSeveral({ Type: 'Erasure' })).toBe(true)
  expect(await hasSeveral({ Type: 1 })).toBe(false)
})

test('reads the account info of RustFS, whose policy is text', async () => {
  const statement = { Effect: 'Allow', Action: ['s3:*'], NotAction: [], Resource: ['arn:aws:s3:::*'], NotResource: [] }
  const info = await infoFrom({
    account_name: 'alice',
    server: { BackendType: 'Erasure', DrivesPerSet: [4] },
    policy: JSON.stringify({ ID: '', Version: '2012-10-17', Statement: [statement] }),
    buckets: [{ name: 'photos', details: null, prefix_usage: {}, expiration: '2026-01-02T03:04:05Z' }],
  })
  expect(info).toMatchObject({ accountName: 'alice', isErasure: true, hasSeveralDrives: true, hasPolicy: true })
  expect(info.buckets).toEqual([{ name: 'photos', size: 0, objects: 0, createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) }])
  expect(accountPermissions(info).couldAllow(['s3:GetObject'], 'photos')).toBe(true)
})

test('treats missing and null fields as empty', async () => {
  const info = await infoFrom({ AccountName: 'bob', Policy: { Version: '', Statement: null }, Buckets: null })
  expect(info).toMatchObject({ accountName: 'bob', isErasure: false, hasPolicy: false, buckets: [] })
})
