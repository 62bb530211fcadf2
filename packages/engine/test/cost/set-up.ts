/** State that makes requests expensive: policies, rules and objects. */

import { awkwardPolicies, KIB } from '@cooperage/testkit'
import { type Credentials, encryptAdminPayload, objectPath } from '@cooperage/wire'
import type { Input, MeasuredEngine } from './measured-engine.ts'

export interface Setup {
  visitor: Credentials
  uploadId: string
}

export async function setUp(engine: MeasuredEngine): Promise<Setup> {
  const send = async (input: Input) => {
    const reply = await engine.send(input)
    if (reply.status >= 300)
      throw new Error(`${input.method} ${input.path}?${input.query}: ${reply.status} ${reply.text}`)
    return reply
  }
  const key = `${'a'.repeat(250)}/`.repeat(4).slice(0, 1000)
  await send({ method: 'PUT', path: objectPath('nasty', key), body: 'x' })
  const visitor = { accessKey: 'visitor', secretKey: 'visitor-secret' }
  const user = JSON.stringify({ secretKey: visitor.secretKey, status: 'enabled' })
  const body = await encryptAdminPayload(engine.root.secretKey, Buffer.from(user), { algorithm: 2 })
  await send({ method: 'PUT', path: '/minio/admin/v3/add-user', query: 'accessKey=visitor', body })
  // As many as the engine keeps parsed patterns of.
  const policies = awkwardPolicies(20 * KIB - 10, '').slice(0, 3)
  for (const [at, policy] of policies.entries()) {
    await send({ method: 'PUT', path: '/minio/admin/v3/add-canned-policy', query: `name=p${at}`, body: policy })
  }
  const names = policies.map((_, at) => `p${at}`)
  await send({
    method: 'PUT',
    path: '/minio/admin/v3/set-user-or-group-policy',
    query: `policyName=${names.join(',')}&userOrGroup=visitor&isGroup=false`,
  })
  const upload = await send({ method: 'POST', path: objectPath('nasty', key), query: 'uploads' })
  return { visitor, uploadId: /<UploadId>(.*)<\/UploadId>/.exec(upload.text)?.[1] ?? '' }
}
