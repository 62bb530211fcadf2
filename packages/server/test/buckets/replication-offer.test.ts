import { accountsOf, allow } from '@cooperage/testkit'
import { expect } from 'vitest'
import { withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { visitor } from '../visitor.ts'

const given = withConsole()
const PATH = '/api/v1/replication-offer'

testOn.engine('the engine is told to replicate nothing', async () => {
  expect((await (await given.user()).get(PATH)).json).toEqual({ offered: false })
})

testOn.minio('MinIO replicates, also for who may not see where to', async () => {
  expect((await (await given.user()).get(PATH)).json).toEqual({ offered: true })
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], 'photos', 'photos/*')))
  expect((await other.get(PATH)).json).toEqual({ offered: true })
})
