/** Not with the list of policies, which other pages load too. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { unread } from '../text.ts'
import { summarized } from './policies.ts'

const policySave = z.object({
  name: z.string(),
  /** When it was last saved, ISO 8601; '' if the server doesn't report it. */
  time: z.string(),
  unread,
})
export type PolicySave = z.infer<typeof policySave>

/** For the visible rows of a list, because servers report it policy by policy. */
export const listPolicySaves = route('policies.saves', 'POST /api/v1/policies/saves', {
  audit: 'none',
  summary: 'Returns for several policies when they were last saved. Needs admin:GetPolicy.',
  body: summarized,
  response: z.object({ policies: z.array(policySave) }),
  status: 200,
})
