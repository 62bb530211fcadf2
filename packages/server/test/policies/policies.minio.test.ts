import { uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

test('a policy that MinIO cannot return is listed, and deleted by its name', async () => {
  const root = await given.user()
  const name = uniqueName('unwritable')
  const statement = { Effect: 'Allow', NotAction: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] }
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await root.call('POST', '/api/v1/policies', { json: { name, policy } })
  for (const path of [`/api/v1/policy?name=${name}`, '/api/v1/policies']) {
    const { status, json } = await root.get(path)
    expect([status, json]).toMatchObject([
      502,
      { detailedMessage: expect.stringContaining('MinIO fails in this way over a policy with NotAction') },
    ])
  }
  expect((await root.call('DELETE', `/api/v1/policy?name=${name}`)).status).toBe(204)
  expect((await root.get('/api/v1/policies')).status).toBe(200)
})
