/**
 * The parts of undici that are used, named by their own files: its main door loads fetch, WebSocket, mocks and caches too,
 * which costs every start 35 ms and 13 MiB. The version is pinned, so the files stay where they are.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'
  export default Pool
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'
  /** The `request` of every dispatcher, which the main door would have made its method. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>
}

declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici'
  export default errors
}
