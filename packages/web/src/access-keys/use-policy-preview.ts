import { type KeyPolicyPreview, previewKeyPolicy } from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../shared/api/use-api.ts'

const ASK_AFTER_MS = 500

/** What a key could do with the policy that is being written; the last result while the next one is loading. */
export function usePolicyPreview(
  user: string | undefined,
  form: { isRestricted: boolean; policy: string },
): KeyPolicyPreview | undefined {
  const [policy] = useDebouncedValue(form.policy, ASK_AFTER_MS)
  const { data } = useQuery({
    ...apiQuery(previewKeyPolicy, { body: { policy, ...(user !== undefined && { user }) } }),
    enabled: form.isRestricted && policy.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return form.isRestricted && form.policy.trim() !== '' ? data : undefined
}
