import { QueryClient } from '@tanstack/react-query'

/** The cache of the server's answers. A failed call is not repeated behind the user's back; outages are polled (see use-api). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': a LAN without internet makes some browsers claim to be offline, and the console is still there.
      queries: { retry: false, networkMode: 'always', staleTime: 5000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
