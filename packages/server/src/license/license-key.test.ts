import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { verifyLicense } from './license-key.ts'

test('an expired license can still be shown, but no longer be activated', async () => {
  const vendor = await generateKeyPair('ES384')
  const publicKey = await exportSPKI(vendor.publicKey)
  const key = await new SignJWT({ sub: 'ada@example.com', plan: 'STANDARD', exp: 1000 })
    .setProtectedHeader({ alg: 'ES384' })
    .sign(vendor.privateKey)
  const now = 2_000_000
  expect(await verifyLicense(key, publicKey, { now, mayBeExpired: true })).toEqual({
    plan: 'STANDARD',
    organization: '',
    storage_capacity: 0,
    expires_at: '1970-01-01T00:16:40.000Z',
    email: 'ada@example.com',
    account_id: 0,
  })
  await expect(verifyLicense(key, publicKey, { now })).rejects.toMatchObject({ code: 'LicenseExpired' })
})
