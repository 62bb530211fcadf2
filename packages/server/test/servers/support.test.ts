import { accountsOf, allow, startMoto, startTarget, startVersitygw, targetKind } from '@cooperage/testkit'
import { test } from 'vitest'
import { testOn } from '../test-on.ts'
import { expectRefusals } from './expect-refusals.ts'
import { expectSupport } from './expect-support.ts'

const NOBODY = { accessKey: 'nobody', secretKey: 'secret-of-nobody' }

test('every feature works where it should', async () => {
  await expectSupport(targetKind(), await startTarget())
})

test('every feature is refused to a user without any right to it', async () => {
  const storage = await startTarget()
  const keys = await accountsOf(storage).allowed(allow(['s3:GetObject'], 'elsewhere/*'))
  await expectRefusals(storage, {
    admin: (user) => user.signIn(storage.root),
    nobody: (user) => user.signIn(keys),
  })
})

testOn.engine('moto has what AWS has in S3 and IAM, as far as it imitates it', async () => {
  await expectSupport('moto', await startMoto())
})

testOn.engine('versitygw has what S3 has', async () => {
  await expectSupport('versitygw', await startVersitygw())
})

testOn.engine('versitygw refuses everything to a user without any right', async () => {
  const storage = await startVersitygw()
  storage.addUser(NOBODY)
  await expectRefusals(storage, {
    admin: (user) => user.signIn(storage.root),
    nobody: (user) => user.signIn(NOBODY),
  })
})

testOn.engine('moto refuses everything to a user without any right', async () => {
  const storage = await startMoto()
  const keys = await storage.addUser('nobody', ['sqs:ListQueues'])
  await storage.authorize()
  await expectRefusals(storage, {
    settings: { storageKind: 'iam' },
    admin: (user) => user.signIn(storage.root),
    nobody: (user) => user.signIn(keys),
  })
})
