import { startSeaweedfs } from '@cooperage/testkit'
import { testOn } from '../test-on.ts'
import { expectRefusals } from './expect-refusals.ts'
import { expectSupport } from './expect-support.ts'

// Its build takes up to an hour.
testOn.engine('SeaweedFS has S3 and IAM', async () => {
  await expectSupport('seaweedfs', await startSeaweedfs())
})

testOn.engine('SeaweedFS refuses everything to a user without any right', async () => {
  const storage = await startSeaweedfs()
  await expectRefusals(storage, {
    admin: (user) => user.signIn(storage.root),
    nobody: (user) => user.signIn(storage.nobody),
  })
})
