import { expect } from 'vitest'
import { withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'

const given = withConsole()
const PATH = '/api/v1/replication-offer'

testOn.engine('the engine is told to replicate nothing', async () => {
  expect((await (await given.user()).get(PATH)).json).toEqual({ offered: false })
})
