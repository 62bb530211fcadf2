import { expect, test } from 'vitest'
import { refuseConsoleChanges } from './certificates.ts'

test('the certificates of a separate console are neither added to, replaced nor removed', () => {
  const own = { externalCertSecret: { name: 'console-tls' }, externalCaCertSecret: [{ name: 'console-ca' }] }
  const none = { console: [], consoleCAs: [], secretsToBeDeleted: [] }
  const change = (part: object) => () => refuseConsoleChanges(own, { ...none, ...part })
  expect(change({ secretsToBeDeleted: ['minio-tls'] })).not.toThrow()
  const refused = expect.objectContaining({ code: 'SeparateConsole' })
  for (const part of [
    { console: [{ crt: '', key: '' }] },
    { consoleCAs: [''] },
    { secretsToBeDeleted: ['console-tls'] },
    { secretsToBeDeleted: ['console-ca'] },
  ]) {
    expect(change(part)).toThrow(refused)
  }
})
