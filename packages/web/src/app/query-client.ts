import { QueryClient } from '@tanstack/react-query'

/** The cache of responses. A failed call isn't retried without the user; outages are polled (see use-api). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': on a LAN without internet some browsers claim to be offline, while the console is reachable.
      queries: { retry: false, networkMode: 'always', staleTime: 5000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
