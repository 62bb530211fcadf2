import { type AddedServer, listAddedServers, listServers } from '@cooperage/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { serverBase } from '../navigation/server-paths.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { callAt } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'

const KEY = ['added servers']
const CHANGE_MS = 60_000

/** The servers that were added in the console; undefined for visitors who aren't administrators of the main one. */
export function useAddedServers(main: string): readonly AddedServer[] | undefined {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callAt(serverBase(main), listAddedServers, {}, signal),
    enabled: main !== '',
    retry: false,
  })
  return data
}

/** A change of the servers by the console of the main one, in the visitor's session there. */
export function useAtMain(change: (signal: AbortSignal) => Promise<unknown>, notice: string, onDone: () => void) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  return useMutation<unknown, ApiError>({
    mutationFn: () => change(AbortSignal.timeout(CHANGE_MS)),
    onSuccess: () => {
      showNotice(notice)
      onDone()
    },
    onSettled: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: KEY }), invalidate(listServers)])
    },
  })
}
