import { getGroup, getUser, listUsers } from '@cooperage/contract'
import { useQueries } from '@tanstack/react-query'
import { apiQuery, useApiQuery } from '../../shared/api/use-api.ts'
import { joinedQuery, type TableQuery } from '../../shared/table/QueryTable.tsx'
import { idOf, type Principal } from './attachments.ts'

/** A principal as the server has it now. */
export interface Attached {
  /** Undefined if the server doesn't report them, as for a disabled group on older servers. */
  policies: readonly string[] | undefined
  /** Of a group. */
  members: readonly string[]
}

const ALWAYS = { refetchOnMount: 'always' } as const

/** The policies of the principals by {@link idOf}, read again when the dialog opens. Missing users aren't in the map. */
export function useAttached(principals: readonly Principal[]): { query: TableQuery; attached: Map<string, Attached> } {
  const users = principals.filter(({ kind }) => kind === 'user')
  const groups = principals.filter(({ kind }) => kind === 'group')
  // One list instead of hundreds of calls.
  const usesList = users.length > 1
  const list = useApiQuery(listUsers, {}, { enabled: usesList, ...ALWAYS })
  const single = useQueries({
    queries: (usesList ? [] : users).map(({ name }) => ({ ...apiQuery(getUser, { query: { name } }), ...ALWAYS })),
  })
  const grouped = useQueries({
    queries: groups.map(({ name }) => ({ ...apiQuery(getGroup, { query: { name } }), ...ALWAYS })),
  })

  const attached = new Map<string, Attached>()
  const known = usesList ? (list.data?.users ?? []) : single.flatMap(({ data }) => data ?? [])
  const wanted = new Set(users.map(({ name }) => name))
  for (const { accessKey: name, policy: policies } of known) {
    if (wanted.has(name)) attached.set(idOf({ kind: 'user', name }), { policies, members: [] })
  }
  for (const { name, policy, isPolicyKnown, members } of grouped.flatMap(({ data }) => data ?? [])) {
    const policies = isPolicyKnown ? policy.split(',').filter((one) => one !== '') : undefined
    attached.set(idOf({ kind: 'group', name }), { policies, members })
  }

  const all = [...(usesList ? [list] : single), ...grouped]
  const isFresh = all.every(({ isFetchedAfterMount }) => isFetchedAfterMount)
  const query = joinedQuery(...all)
  return { query: { ...query, data: isFresh ? query.data : undefined }, attached }
}
