import { expect, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { traceCalls } from './trace.ts'

test('damaged lines are skipped, and don’t end the trace', async () => {
  const headers = (value: unknown) => ({ funcname: 's3.GetObject', http: { request: { headers: { a: value } } } })
  const odd = [headers({ toString: 1 }), headers([{ toString: 1 }]), { funcname: 7 }, null]
  const good = { funcname: 's3.PutObject', http: { request: { headers: { a: ['1', '2'], b: 3 } } } }
  const { client } = await clientOf((_, response) => {
    for (const line of [...odd, good]) response.write(`${JSON.stringify(line)}\n`)
    response.write('{"funcname":\n{"funcname":"s3.GetObject","dur":1e999}\n')
  })
  const calls = traceCalls(client, { kinds: ['s3'], thresholdNs: 0, onlyErrors: false })
  expect((await calls.next()).value).toMatchObject({ api: 's3.PutObject', requestHeaders: { a: '1, 2', b: '3' } })
  expect((await calls.next()).value).toMatchObject({ api: 's3.GetObject', durationNs: 0 })
  await calls.return(undefined)
})
