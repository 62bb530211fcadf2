import { accountsOf, allow, startRustfs } from '@cooperage/testkit'
import { testOn } from '../test-on.ts'
import { describeRustfs } from './describe-rustfs.ts'
import { expectRefusals } from './expect-refusals.ts'
import { expectSupport } from './expect-support.ts'

// Its build takes one to two hours.
describeRustfs('RustFS', startRustfs, {
  features: ['admin', 'alerts', 'heal'],
  sections: [
    'storage_class',
    'scanner',
    'heal',
    'identity_openid',
    'audit_webhook',
    'audit_mqtt',
    'notify_webhook',
    'notify_mqtt',
  ],
  limit: 'queue_limit',
  tierRefusal: 'tier endpoint is not allowed',
})

testOn.engine('every feature works with RustFS where it should', async () => {
  await expectSupport('rustfs', await startRustfs())
})

testOn.engine('RustFS refuses everything to a user without any right', async () => {
  const storage = await startRustfs()
  const keys = await accountsOf(storage).allowed(allow(['s3:GetObject'], 'elsewhere/*'))
  await expectRefusals(storage, {
    admin: (user) => user.signIn(storage.root),
    nobody: (user) => user.signIn(keys),
  })
})
