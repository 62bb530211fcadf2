import { hasPermission } from '@cooperage/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createUseSettled } from './use-can.ts'

const useSettled = createUseSettled({ locks: 'admin:TopLocksInfo' })

test('a page waits for its permissions until they are known, or can’t be', async () => {
  function Page() {
    return useSettled('', 'locks') ? 'settled' : 'waiting'
  }
  const shown = (client: QueryClient) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    )
  const actions = [{ id: 'locks', action: 'admin:TopLocksInfo', bucket_name: '' }]
  const after = async (queryFn: () => Promise<object>) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    await client.prefetchQuery({ queryKey: [hasPermission.id, { body: { actions } }], queryFn })
    return shown(client)
  }
  expect(shown(new QueryClient())).toBe('waiting')
  expect(await after(async () => ({ permissions: [{ id: 'locks', can: true }] }))).toBe('settled')
  expect(await after(() => Promise.reject(new Error('an outage')))).toBe('settled')
})
