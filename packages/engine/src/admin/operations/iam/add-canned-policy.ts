import { checkPolicyName } from '../../../iam/names.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'

const MAX_BYTES = 20 * 1024

export const addCannedPolicy: AdminOperation = async ({ engine: { iam }, exchange, query, body }) => {
  const name = query.get('name') ?? ''
  checkPolicyName(name)
  if (!(Number(exchange.headers['content-length']) > 0)) throw s3Error('MissingContentLength')
  const document = await body(MAX_BYTES, () => s3Error('EntityTooLarge'))
  await iam.policies.set(name, document.toString())
  return { status: 200 }
}
