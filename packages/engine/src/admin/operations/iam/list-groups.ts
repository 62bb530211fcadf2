import { jsonAnswer } from '../../../http/answer.ts'
import type { AdminOperation } from '../../call.ts'

export const listGroups: AdminOperation = async ({ engine: { iam } }) => jsonAnswer(iam.groups.names())
