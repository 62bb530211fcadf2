import { jsonAnswer } from '../../../http/answer.ts'
import type { AdminOperation } from '../../call.ts'

export const listCannedPolicies: AdminOperation = async ({ engine: { iam }, query }) =>
  jsonAnswer(Object.fromEntries(iam.policies.all(query.get('bucket') ?? undefined)))
