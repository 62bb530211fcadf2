/** Tests of disabling signature version 2. `parity/src/s3/signature-v2.test.ts` compares the rest with MinIO. */
import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Reply, ROOT, sendPlain, startTestEngine, type TestEngine } from '../test-engine.ts'

const enabled = await startTestEngine()
const disabled = await startTestEngine({ acceptsSignatureV2: false })
for (const engine of [enabled, disabled]) {
  await engine.send('PUT', '/bkt')
  await engine.send('PUT', '/bkt/k', { body: 'text' })
}
afterAll(async () => {
  await enabled.stop()
  await disabled.stop()
})

const sign = (text: string) => createHmac('sha1', ROOT.secretKey).update(text).digest('base64')
const expires = String(Math.floor(Date.now() / 1000) + 600)

const REQUESTS: Record<string, ({ engine }: TestEngine) => Promise<Reply>> = {
  request({ engine }) {
    const date = new Date().toUTCString()
    const authorization = `AWS ${ROOT.accessKey}:${sign(`GET\n\n\n${date}\n/bkt/k`)}`
    return sendPlain(engine.url, 'GET', '/bkt/k', { date, authorization })
  },
  'presigned URL'({ engine }) {
    const signature = encodeURIComponent(sign(`GET\n\n\n${expires}\n/bkt/k`))
    const query = `AWSAccessKeyId=${ROOT.accessKey}&Expires=${expires}&Signature=${signature}`
    return sendPlain(engine.url, 'GET', `/bkt/k?${query}`, {})
  },
  form({ engine }) {
    const expiration = new Date(Date.now() + 600_000).toISOString()
    const document = JSON.stringify({ expiration, conditions: [{ bucket: 'bkt' }, { key: 'form' }] })
    const policy = Buffer.from(document).toString('base64')
    const fields = { key: 'form', AWSAccessKeyId: ROOT.accessKey, policy, signature: sign(policy), file: 'x' }
    const parts = Object.entries(fields).map(
      ([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const body = `${parts.join('')}--B--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=B', 'content-length': String(body.length) }
    return sendPlain(engine.url, 'POST', '/bkt', headers, body)
  },
}

test.each(Object.entries(REQUESTS))(
  'accepts a %s unless version 2 is off, and otherwise names the version to use',
  async (_, send) => {
    expect((await send(enabled)).status).toBeLessThan(300)
    expect(await send(disabled)).toMatchObject({
      status: 400,
      code: 'InvalidRequest',
      text: expect.stringContaining('Please use AWS4-HMAC-SHA256.'),
    })
  },
)

test('a restart keeps version 2 off', async () => {
  await disabled.restart()
  expect(await REQUESTS.request?.(disabled)).toMatchObject({ status: 400, code: 'InvalidRequest' })
})
